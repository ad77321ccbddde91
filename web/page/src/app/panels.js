/**
 * The panels below the level, as tabs. The code of a panel is loaded when its tab first opens.
 *
 * @module
 */

import { announce, byId, make, toast } from "./dom.js";

/** Debounce: time after the last change until the open panel is notified, in milliseconds. */
const REST = 150;

const load = (name, module) => async (options) => (await module())[`create${name}`](options);

/** Names, titles and modules; and for which levels a panel is there, if not for all. */
const PANELS = [
  ["facts", "Facts", load("Facts", () => import("../facts/index.js"))],
  ["walkthrough", "Walkthrough", load("Walkthrough", () => import("../facts/index.js"))],
  ["curve", "Encounters", load("Curve", () => import("../curve/index.js")), (facts) => facts?.has_encounters],
  ["film", "Step by step", load("Film", () => import("../film/index.js"))],
  ["survey", "Survey", load("Survey", () => import("../survey/index.js"))],
  ["play", "Play", load("Play", () => import("../play/index.js"))],
  ["exports", "Export", load("Exports", () => import("../exports/index.js"))],
];

/** Keyboard navigation of a tab list; the focus stays on the tabs. */
function arrows(list, open) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll('[role="tab"]:not([hidden])')];
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    open(tab);
  });
}

/**
 * @param {object} options passed to each panel, besides `parent`, `toast` and `announce`
 * @returns {{changed: () => void, open: (name: string) => Promise<void>}}
 */
export function createPanels(options) {
  const list = byId("panel-tabs");
  const place = byId("panels");
  const made = new Map();
  let shown = null;
  let timer = 0;

  const tabs = new Map(PANELS.map(([name, title]) => {
    const tab = make("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false",
      tabindex: "-1", text: title, on: () => open(name),
    });
    list.append(tab);
    const panel = make("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": tab.id, class: "panel", tabindex: "0", hidden: true });
    place.append(panel);
    return [name, { tab, panel }];
  }));
  arrows(list, (tab) => open(tab.id.replace("tab-", ""), { isEntered: false }));

  /** `isEntered`: whether the panel may take the focus. */
  async function open(name, { isEntered = true } = {}) {
    if (shown === name) return;
    const before = shown;
    shown = name;
    byId("stage").dataset.panel = name;
    for (const [other, { tab, panel }] of tabs) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      panel.hidden = other !== name;
    }
    (await made.get(before))?.hide();
    if (!made.has(name)) {
      const { panel } = tabs.get(name);
      const [, , create] = PANELS.find(([known]) => known === name);
      made.set(name, create({ ...options, parent: panel, announce, toast }).catch((error) => {
        made.delete(name);
        panel.replaceChildren(make("p", { role: "alert", text: `This panel cannot be loaded: ${error.message}` }));
      }));
    }
    const panel = await made.get(name);
    if (shown === name) panel?.show({ isEntered });
  }

  /** Shows the tabs of the panels that the level has. The first takes the place of one that it has not. */
  function choose() {
    const facts = options.level();
    for (const [name, , , isFor = () => true] of PANELS) {
      const { tab, panel } = tabs.get(name);
      tab.hidden = !isFor(facts);
      if (name !== shown || !tab.hidden) continue;
      const hadFocus = [tab, panel].some((part) => part.contains(document.activeElement));
      open(PANELS[0][0]);
      if (hadFocus) tabs.get(PANELS[0][0]).tab.focus();
    }
  }
  choose();

  return {
    open,
    changed() {
      choose();
      clearTimeout(timer);
      timer = setTimeout(async () => (await made.get(shown))?.changed(), REST);
    },
  };
}
