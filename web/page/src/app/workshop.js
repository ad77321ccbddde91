/**
 * What comes after the first picture: the editor, the problems, the panels, links, files, keys.
 *
 * @module
 */

import { asset } from "../assets.js";
import { createDocuments } from "../documents/index.js";
import { createProblems } from "../problems/index.js";
import { actions } from "./actions.js";
import { byLink, offerAside } from "./aside.js";
import { announce, byId, notify } from "./dom.js";
import { createFindings } from "./findings.js";
import { readLink, writeLink } from "./link.js";
import { tellFaults } from "./oversize.js";
import { createPanels } from "./panels.js";
import { separator } from "./separator.js";
import { draft, levelRequest, opened } from "./state.js";

/** Time without a change after which the address says the state, in milliseconds. */
const REST = 250;

/** Time without another level after which a level is said, in milliseconds: seeds may run by. */
const REST_OF_LEVELS = 600;

/** Says the level that is shown to who does not see it. */
function sayLevels(levels) {
  let timer = 0;
  let said = levels.now()?.summary;
  levels.onLevel(({ summary }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (summary !== said) byId("live-level").textContent = summary;
      said = summary;
    }, REST_OF_LEVELS);
  });
}

const json = async (name) => (await asset(name)).json();

/** Keeps the address at the state, and the state at addresses that are opened. */
function followAddress({ store, levels, about, allowed, onLeft }) {
  const options = { revision: about.revision, textOf: levels.textOf, allowed };
  let timer = 0;
  let round = 0;
  const write = () => writeLink(store.now(), options);
  function writeSoon() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const state = store.now();
      const link = await write();
      if (state === store.now()) history.replaceState(null, "", link);
    }, REST);
  }
  store.onChange(writeSoon);
  addEventListener("hashchange", async ({ newURL }) => {
    round += 1;
    const mine = round;
    // Not that of the location: the state may have been written there meanwhile.
    const link = await readLink(new URL(newURL).hash, options);
    // Of several links the last one counts.
    if (mine !== round) return;
    if (!link) {
      writeSoon();
      return;
    }
    tellFaults(link);
    const before = store.now();
    store.set(opened(link.state, before));
    offerAside(store, { before, presets: allowed.presets, words: byLink });
    onLeft(link.left);
  });
  return write;
}

/**
 * @param {object} page `about`, `allowed`, `store`, `levels`, `picture`, and what was `left` of a link's text
 * @returns {Promise<{visit: (answer: object) => void}>}
 */
export async function createWorkshop({ about, allowed, store, levels, picture, left }) {
  const [schema, examples] = await Promise.all([json("schema.json"), json("examples.json").catch(() => [])]);
  await levels.textOf(store.now().preset);
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
    // Findings stay where the editor has moved them to, until lint tells them anew.
    if (!now.length && !problems.length) return;
    problems = now;
    showProblems(now.length ? now : findings.now());
  });

  const overlays = (names) => store.set({ overlays: [...new Set([...store.now().overlays, ...names])] });
  const panels = createPanels({
    about,
    request: () => levelRequest(store.now()),
    picture: () => ({ view: store.now().view, overlays: levels.overlaysFor(store.now()), legend: false }),
    onSeed: (seed) => store.set({ seed }),
    level: levels.now,
    measures: levels.measures,
    lines: levels.walkthrough,
    onDraw: () => overlays(["mission", "path"]),
  });
  levels.onLevel(panels.changed);
  sayLevels(levels);
  await panels.open("facts");

  const showLeft = (text) => text && documents.replace(
    `// These lines of the link were made for another text of this preset:\n${text.replace(/^/gm, "// ")}\n${documents.text()}`,
    "The link's lines are comments at the top.",
  );
  const link = followAddress({ store, levels, about, allowed, onLeft: showLeft });
  showLeft(left);
  actions({ store, about, documents, link, picture });
  separator();
  if (draft(store.now()) !== null) findings.again();

  return {
    visit({ span, prop }) {
      if (!span) return;
      const { base, utf16, ...offsets } = span;
      documents.reveal({ base, ...(utf16 ?? offsets) });
      announce(`${prop.kind}: its formation is shown in the text.`);
    },
  };
}
