export function createFilm({ parent }) { parent.textContent = ""; return { show() {}, hide() {}, changed() {}, destroy() {} }; }
