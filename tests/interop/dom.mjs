// What engines for browsers look at while they are loaded.

import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><body></body>", { pretendToBeVisual: true, url: "http://localhost/" });
// There is nothing to draw on; engines ask what a canvas can do.
const nothing = new Proxy(() => nothing, { get: (_, name) => (name === "data" ? [0, 0, 0, 0] : name === Symbol.toPrimitive ? () => 0 : nothing) });
window.HTMLCanvasElement.prototype.getContext = () => nothing;
for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis)) globalThis[name] = window[name];
}
globalThis.window = window;
globalThis.document = window.document;
