/**
 * Entry point of the playground: draws the level first, then loads the rest of the page.
 *
 * @module
 */

import "./style.css";
import { byLink, byTab, offerAside } from "./app/aside.js";
import { announce, byId, notify } from "./app/dom.js";
import { createLevels } from "./app/levels.js";
import { readLink } from "./app/link.js";
import { notifyFaults } from "./app/oversize.js";
import { checked, createStore, learnRuns, opened } from "./app/state.js";
import { isOvertaken, keepStored, putAside, stored } from "./app/storage.js";
import { createControls } from "./controls/index.js";
import { takeKept } from "./engine/pictures.js";
import { createPicture } from "./picture/index.js";

/** The initial state: from the link if the state has not overtaken it, else from the storage, else the first level. */
async function firstState(allowed, textOf) {
  const kept = stored();
  const { state: before, faults } = checked(kept.value, allowed);
  const wrong = kept.fault ? [kept.fault] : faults;
  if (wrong.length) {
    putAside(kept.text);
    notify(`What this browser kept of your last visit is wrong: ${wrong.join("; ")}. It is put aside; what is right is used.`);
  }
  const { hash } = location;
  const link = isOvertaken(hash) ? null : await readLink(hash, { allowed, textOf });
  return link ? { ...link, state: opened(link.state, before), before, hash } : { state: before, before, hash, faults: [], left: null };
}

/** The allowed values of the state, from the engine's `about`. */
const allowedBy = ({ presets, runs, overlays, limits, revision }) => ({
  presets: [...presets, ...runs].map(({ name }) => name), overlays: overlays.map(({ name }) => name), side: limits.side, revision,
});

async function begin() {
  const levels = createLevels();
  const pictures = takeKept();
  const about = await levels.about();
  learnRuns(about.runs.map(({ name }) => name));
  const allowed = allowedBy(about);
  const first = await firstState(allowed, levels.textOf);
  const store = createStore(first.state);
  const page = { about, allowed, store, levels, later: null };
  const picture = createPicture({
    parent: byId("picture"),
    ask: (x, y) => levels.at(x, y),
    onVisit: (answer) => page.later?.visit(answer),
    onAgain: (room) => page.later?.again(room),
    announce,
  });
  // Before the first level: its preset may need them.
  await pictures;
  levels.show({ picture, store });
  createControls(page);
  await levels.drawn();
  performance.mark("first-level");
  notifyFaults(first);
  const { presets } = allowed;
  keepStored(store, first.before, {
    onFail: notify, onAside: (aside) => offerAside(store, { before: { aside }, presets, words: byTab }),
  });
  offerAside(store, { before: first.before, presets, words: byLink });
  const { createWorkshop } = await import("./app/workshop.js");
  page.later = await createWorkshop({ ...page, picture, first });
  performance.mark("ready");
  document.documentElement.dataset.state = "ready";
  if (location.protocol.startsWith("http")) import("./app/offline.js").then(({ keepOffline }) => keepOffline());
}

begin().catch((error) => {
  notify(`The playground does not start: ${error.message}`);
  throw error;
});

