/**
 * The buttons at the right of the toolbar, keyboard shortcuts, and dropped files.
 *
 * @module
 */

import { randomSeed } from "../controls/seed.js";
import { download, make, notify, toast } from "./dom.js";
import { fileName } from "./heads.js";
import { keyOf } from "./shortcut.js";
import { draft, isRun, seedAfter } from "./state.js";

/** The address of a page from disk is useless to others. They get a code, to be pasted into the seed field. */
const isFromDisk = location.protocol === "file:";
const shared = isFromDisk ? "code" : "link";

async function copyLink(link) {
  const hash = await link();
  history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(isFromDisk ? hash : location.href);
    toast(`The ${shared} is copied${isFromDisk ? ": the field of the seed takes it" : ""}.`);
    return true;
  } catch {
    notify(`The browser does not let this page copy: the ${shared} is in the address bar.`);
    return false;
  }
}

const showKeys = () => import("./keys.js").then((module) => module.showKeys());

/** What takes letters itself: a field of text, a list, an editor, a dialog, the game. */
const TYPING = "input:not([type=range], [type=checkbox]), select, textarea, [contenteditable], dialog, .play";
/** Whether a key event belongs to one of them. */
const isTyping = (target) => Boolean(target.closest?.(TYPING));

function pageKeys({ store, documents, rerolls }) {
  const next = (steps) => () => store.set({ seed: seedAfter(store.get().seed, steps) });
  const commands = {
    n: next(1), p: next(-1), r: () => store.set({ seed: randomSeed() }), e: documents.focus, "?": showKeys,
    a: rerolls.again, b: rerolls.back, k: rerolls.keep,
    v: () => store.set({ view: store.get().view === "top" ? "iso" : "top" }),
  };
  document.addEventListener("keydown", (event) => {
    const command = commands[keyOf(event)];
    if (!command || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    command();
  });
}

function droppedFiles(documents) {
  const take = (file) => documents.take(file).catch((error) => notify(`${error.message}.`));
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.add("is-drop");
  });
  const leave = () => document.body.classList.remove("is-drop");
  addEventListener("dragleave", (event) => event.relatedTarget === null && leave());
  // Capture, since the editor would handle the drop as well.
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    leave();
    [...event.dataTransfer.files].reduce((before, file) => before.then(() => take(file)), Promise.resolve());
  }, { capture: true });
  return take;
}

/**
 * @param {object} options
 * @param {ReturnType<typeof import("./state.js").createStore>} options.store
 * @param {object} options.documents
 * @param {object} options.rerolls the actions of the chosen room, see `createRerolls`
 * @param {() => Promise<string>} options.link the current link, with its `#`
 */
export function actions({ store, documents, rerolls, link }) {
  const button = (act) => document.querySelector(`[data-act="${act}"]`);
  const on = (act, run) => button(act).addEventListener("click", run);
  const take = droppedFiles(documents);
  pageKeys({ store, documents, rerolls });

  button("share").textContent = `Copy ${shared}`;
  on("share", async () => {
    if (!await copyLink(link)) return;
    button("share").textContent = "Copied";
    setTimeout(() => { button("share").textContent = `Copy ${shared}`; }, 1500);
  });
  on("open", () => {
    const input = make("input", { type: "file", accept: ".ron,text/plain,image/*" });
    input.addEventListener("change", () => input.files[0] && take(input.files[0]));
    input.click();
  });
  on("save", () => download(fileName(store.get().preset, documents.text()), documents.text(), "text/plain"));
  on("derive", () => {
    const { preset } = store.get();
    documents.give(`// A preset of your own: only what differs from ${preset}.\n(\n    base: "${preset}",\n    name: "my ${preset}",\n)\n`,
      `A new preset on ${preset}.`);
    documents.focus();
  });
  // A run has no base.
  const offer = (state) => { button("derive").hidden = isRun(state); };
  store.subscribe(offer);
  offer(store.get());
  on("reset", () => draft(store.get()) !== null && documents.reset());
  on("keys", showKeys);
}
