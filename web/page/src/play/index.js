export function createPlay({ parent }) { parent.textContent = ""; return { show() {}, hide() {}, changed() {}, destroy() {} }; }
