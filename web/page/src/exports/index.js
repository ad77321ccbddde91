export function createExports({ parent }) { parent.textContent = ""; return { show() {}, hide() {}, changed() {}, destroy() {} }; }
