export function createSurvey({ parent }) { parent.textContent = ""; return { show() {}, hide() {}, changed() {}, destroy() {} }; }
