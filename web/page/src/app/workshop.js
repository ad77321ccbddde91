/**
 * All that is loaded after the first picture: editor, problems, panels, links, files, shortcuts.
 *
 * @module
 */

import { asset } from "../assets.js";
import { createDocuments } from "../documents/index.js";
import { createProblems } from "../problems/index.js";
import { actions } from "./actions.js";
import { byLink, offerAside } from "./aside.js";
import { byId, notify, toast } from "./dom.js";
import { createFindings } from "./findings.js";
import { readLink, writeLink } from "./link.js";
import { notifyFaults } from "./oversize.js";
import { createPanels } from "./panels.js";
import { separator } from "./separator.js";
import { draft, isRun, levelRequest, opened } from "./state.js";
import { overtake } from "./storage.js";

/** Debounce: time after the last change until the address is updated, in milliseconds. */
const REST = 250;

/** Debounce: time after the last level until it is announced, in milliseconds. Scrubbing passes many. */
const REST_OF_LEVELS = 600;

/** Announces each level that stays to screen readers. */
function announceLevels(levels) {
  let timer = 0;
  let announced = levels.facts()?.summary;
  levels.onLevel(({ summary }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (summary !== announced) byId("live-level").textContent = summary;
      announced = summary;
    }, REST_OF_LEVELS);
  });
}

const json = async (name) => (await asset(name)).json();

/** Syncs the fragment of the URL with the state, both ways; `first` has both as the page began. */
function syncAddress({ store, levels, about, allowed, first, onLeft }) {
  const options = { revision: about.revision, textOf: levels.textOf, allowed };
  let timer = 0;
  let round = 0;
  const write = () => writeLink(store.get(), options);
  function writeSoon() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const state = store.get();
      const link = await write();
      if (state !== store.get()) return;
      history.replaceState(null, "", link);
      overtake("");
    }, REST);
  }
  store.subscribe(writeSoon);
  async function follow({ hash }) {
    round += 1;
    const mine = round;
    const link = await readLink(hash, options);
    // A later link supersedes this one.
    if (mine !== round) return;
    if (!link) {
      writeSoon();
      return;
    }
    notifyFaults(link);
    const before = store.get();
    store.set(opened(link.state, before));
    offerAside(store, { before, presets: allowed.presets, words: byLink });
    onLeft(link.left);
  }
  // Not location: the state may have been written there since.
  addEventListener("hashchange", ({ newURL }) => follow(new URL(newURL)));
  // While this code was loaded, there was no listener.
  if (location.hash !== first.hash) follow(location);
  else if (store.get() !== first.state) writeSoon();
  return write;
}

/** The floors of a run: their code is loaded with the first run. */
function floorsOfRuns(options) {
  let made = null;
  const start = (state) => {
    if (isRun(state)) made ??= import("../floors/index.js").then(({ createFloors }) => createFloors(options));
  };
  options.store.subscribe(start);
  start(options.store.get());
}

/** The chosen room: its code is loaded with the first choice or re-roll. Before that, there is nothing to act on. */
function chosenRoom(options) {
  let made = null;
  let ready = null;
  const load = () => import("../reroll/index.js").then(({ createRerolls }) => { ready = createRerolls(options); });
  const start = () => (made ??= load());
  const { store } = options;
  const has = ({ rerolls, otherRerolls }) => [rerolls, otherRerolls].some((map) => Object.keys(map).length);
  store.subscribe((now) => has(now) && start());
  if (has(store.get())) start();
  return {
    async choose(room, how) {
      await start();
      ready.choose(room, how);
    },
    again: () => ready?.again(),
    back: () => ready?.back(),
    keep: () => ready?.keep(),
  };
}

/**
 * @param {object} page `about`, `allowed`, `store`, `levels`, `picture`, and `first`: `state` and `hash` as the page began, and `left`
 *   as `readLink` returns it
 * @returns {Promise<{visit: (answer: object) => void, again: (room: number) => void}>}
 */
export async function createWorkshop({ about, allowed, store, levels, picture, first }) {
  const [schema, examples] = await Promise.all([json("schema.json"), json("examples.json").catch(() => [])]);
  await levels.textOf(store.get().preset);
  const documents = createDocuments({ store, about, schema, examples, textOf: levels.textOf, known: levels.known });

  const goTo = ({ base, utf16, span }) => documents.reveal({ base, ...(utf16 ?? span) });
  const list = createProblems({ parent: byId("problems"), onGo: goTo });
  let problems = [];
  const findings = createFindings({ store, onFindings: (found) => showProblems(problems.length ? problems : found) });
  function showProblems(shown) {
    documents.problems(shown);
    list.show(shown, { source: "text" });
  }
  levels.onProblems((now) => {
    // The editor has moved the findings with the text; they stay until lint reports new ones.
    if (!now.length && !problems.length) return;
    problems = now;
    showProblems(now.length ? now : findings.get());
  });

  floorsOfRuns({ store, levels });
  const rerolls = chosenRoom({ parent: byId("picture"), store, picture, levels });
  const overlays = (names) => store.set({ overlays: [...new Set([...store.get().overlays, ...names])] });
  const panels = createPanels({
    about,
    request: () => levelRequest(store.get()),
    picture: () => ({ view: store.get().view, overlays: levels.overlaysFor(store.get()), legend: false }),
    onSeed: (seed) => store.set({ seed }),
    level: levels.facts,
    measures: levels.measures,
    onRoom: (room) => rerolls.choose(room, { isEntered: true }),
    curve: levels.curve,
    onLevel: levels.onLevel,
    documents,
    lines: levels.walkthrough,
    onDraw: () => overlays(["mission", "path"]),
  });
  levels.onLevel(panels.changed);
  announceLevels(levels);
  await panels.open("facts");

  const showLeft = (text) => text && documents.replace(
    `// These lines of the link were made for another text of this preset:\n${text.replace(/^/gm, "// ")}\n${documents.text()}`,
    "The link's lines are comments at the top.",
  );
  const link = syncAddress({ store, levels, about, allowed, first, onLeft: showLeft });
  showLeft(first.left);
  actions({ store, about, documents, rerolls, link, picture });
  separator();
  if (draft(store.get()) !== null) findings.restart();

  return {
    again: (room) => rerolls.choose(room, { isEntered: true }),
    visit({ span, prop, room }) {
      rerolls.choose(room);
      if (!span) return;
      const { base, utf16, ...offsets } = span;
      documents.reveal({ base, ...(utf16 ?? offsets) });
      toast(`${prop.kind}: its formation is shown in the text.`);
    },
  };
}
