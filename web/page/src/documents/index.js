/**
 * The texts beside the level: the preset and its bases, or the run and what it names, as tabs, and the manual's examples.
 *
 * @module
 */

import { asideMenu, offerAside } from "../app/aside.js";
import { byId, make, toast } from "../app/dom.js";
import { headOf } from "../app/heads.js";
import { draft, isRun, withText } from "../app/state.js";
import { normalized } from "../editor/documents.js";
import { createEditor } from "../editor/index.js";
import { takePicture } from "../engine/pictures.js";

/** The largest file that is read, in bytes: the engine's limit. */
const LARGEST_FILE = 1024 * 1024;

/** Whether a base is a file, by the tool's rule; otherwise it names a built-in preset. */
const isFile = (name) => name.includes("/") || name.endsWith(".ron");


/**
 * @param {object} options
 * @param {ReturnType<typeof import("../app/state.js").createStore>} options.store
 * @param {object} options.about the engine's answer to `about`
 * @param {object} options.schema the JSON Schema of presets
 * @param {{title: string, text: string}[]} options.examples
 * @param {(preset: string) => Promise<string>} options.textOf the text of a built-in preset
 * @param {Map<string, string>} options.known texts of built-in presets that are loaded already
 */
export function createDocuments({ store, about, schema, examples, textOf, known }) {
  const presets = [...about.presets, ...about.runs].map(({ name }) => name);
  const builtIn = new Set(about.presets.map(({ name }) => name));
  /** Texts that were not typed here: examples, files, templates. Replacing one loses nothing. */
  const given = new Set(examples.map(({ text }) => text));
  const list = make("div", { role: "tablist", "aria-label": "Texts", class: "tab-list" });
  const beginnings = make("div", { class: "beginnings" });
  /** The name of the base that is in the editor, or null for the preset itself. */
  let shown = null;
  /** The preset whose text is in the editor. The state may be ahead of it while the text of another preset loads. */
  let edited = store.get().preset;
  let openings = 0;
  const mainName = () => store.get().preset;
  /** The name of a base is untrusted: `constructor` must not find a property of Object. */
  const baseText = (name) => (Object.hasOwn(store.get().bases, name) ? store.get().bases[name] : undefined);
  const mainText = () => draft(store.get()) ?? known.get(mainName()) ?? "";
  /** The title of the tab: the text's own name. */
  const title = () => (draft(store.get()) === null ? mainName() : headOf(mainText()).name || mainName());

  const editor = createEditor({
    parent: byId("editor"), schema, text: mainText(), name: mainName(), onChange: typed, label: "Text of the preset",
  });

  const choice = make("select", { "aria-label": "Examples of the manual" }, [
    make("option", { value: "", text: "Examples\u2026" }),
    ...examples.map(({ title }, at) => make("option", { value: String(at), text: title })),
  ]);
  choice.addEventListener("change", () => {
    const example = examples[Number(choice.value)];
    if (example) give(example.text, `The example: ${example.title}.`);
  });

  function typed(text) {
    const { drafts, bases } = store.get();
    if (shown !== null) {
      store.set({ bases: { ...bases, [shown]: text } });
    } else {
      const { [edited]: _, ...others } = drafts;
      store.set({ drafts: text === known.get(edited) ? others : { ...drafts, [edited]: text } });
    }
  }

  /** The texts that a text names: its base, or the presets and files of a run. */
  function named(text) {
    const { base, isRun, strings } = headOf(text);
    if (!isRun) return base ? [base] : [];
    return [...strings].filter((name) => builtIn.has(name) || name.endsWith(".ron"));
  }

  /** The texts that the main one names, and those that these name, where they are there; then the other bases. */
  function chain() {
    const names = [];
    const more = named(mainText()).reverse();
    while (more.length) {
      const name = more.pop();
      if (names.includes(name)) continue;
      names.push(name);
      const text = builtIn.has(name) ? known.get(name) : baseText(name);
      if (text !== undefined) more.push(...named(text).reverse());
    }
    return [...names, ...Object.keys(store.get().bases).filter((name) => !names.includes(name))];
  }

  async function open(name) {
    openings += 1;
    const mine = openings;
    const isBuiltIn = name !== null && builtIn.has(name);
    const text = isBuiltIn ? await textOf(name) : name === null ? mainText() : baseText(name) ?? "";
    if (mine !== openings) return;
    [shown, edited] = [name, mainName()];
    editor.open(isBuiltIn && name === mainName() ? `${name} (built in)` : name ?? mainName(), text, { readOnly: isBuiltIn });
    drawTabs();
  }

  function tab(name, text, title) {
    return make("button", {
      type: "button", role: "tab", "aria-selected": String(shown === name), title, text, on: () => open(name).then(editor.focus),
    });
  }

  let drawn = "";
  function drawTabs() {
    const names = chain();
    const main = draft(store.get()) === null ? mainName() : `${title()} \u2022`;
    const now = JSON.stringify([main, names, shown]);
    if (now === drawn) return;
    drawn = now;
    document.title = `${title()} \u2013 roomgen playground`;
    list.replaceChildren(
      tab(null, main, "The text that is shown"),
      ...names.map((name) => tab(name, name, builtIn.has(name) ? "Built in: read only" : "A text of a file")),
    );
    const missing = names.filter((name) => isFile(name) && !builtIn.has(name) && baseText(name) === undefined);
    beginnings.replaceChildren(...missing.map((name) => make("button", {
      type: "button", text: `+ ${name}`, title: "Begin the text of this file", on: () => {
        store.set({ bases: { ...store.get().bases, [name]: isRun(store.get()) ? "(\n)\n" : "(\n    base: \"crypt\",\n)\n" } });
        open(name).then(editor.focus);
      },
    })));
  }

  /** Replaces the preset's text, undoably. An edited text is put aside too, since the undo history ends with the page. */
  function replace(text, words) {
    const [before, old] = [store.get(), draft(store.get())];
    showMain();
    editor.setText(text);
    typed(text);
    if (old !== null && old !== text && !given.has(old)) store.set({ aside: withText(before.aside, mainName(), old) });
    toast(`${words} Undo brings the former text back.`);
    offerAside(store, { before, presets, words: () => words });
  }

  /** Shows the preset's text, for changes of it. */
  function showMain() {
    if (shown !== null || edited !== mainName()) open(null);
  }

  /** Replaces the preset's text by one that was not typed here: until it is edited, replacing it loses nothing. */
  function give(text, words) {
    replace(text, words);
    given.add(text);
  }

  /** Opens a file as the preset, as a missing base, or as a picture of sprites. */
  async function take(file) {
    if (file.type.startsWith("image/")) {
      const isKept = await takePicture(file);
      toast(`${file.name} is there for the field "sprites"${isKept ? "" : " until this page is left"}.`);
      return;
    }
    if (file.size > LARGEST_FILE) throw new Error(`${file.name} has ${file.size} bytes; a preset has at most ${LARGEST_FILE}`);
    let text;
    try {
      text = normalized(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      throw new Error(`${file.name} is not a text in UTF-8: a preset is a .ron file`);
    }
    const wanted = chain().find((name) => !builtIn.has(name) && name.split("/").at(-1) === file.name);
    if (wanted && baseText(wanted) === undefined) {
      store.set({ bases: { ...store.get().bases, [wanted]: text } });
      await open(wanted);
      toast(`${file.name} is the base ${wanted}.`);
    } else {
      give(text, `${file.name} is open.`);
    }
  }

  store.subscribe((now, before) => {
    if (now.preset !== before.preset) {
      textOf(now.preset).then(() => store.get().preset === now.preset && open(null));
    } else {
      // Another part of the page may have changed the text in the editor.
      const own = edited === now.preset ? mainText() : undefined;
      const text = shown === null ? own : builtIn.has(shown) ? undefined : baseText(shown);
      if (text !== undefined && text !== editor.text()) editor.setText(text);
    }
    // The menu shows the name of the example until its text changes.
    if (mainText() !== examples[Number(choice.value || -1)]?.text) choice.value = "";
    drawTabs();
  });
  byId("documents").append(list, beginnings, asideMenu(store, presets), ...(examples.length ? [choice] : []));
  drawTabs();
  const first = headOf(mainText()).base;
  if (first && builtIn.has(first)) textOf(first).then(drawTabs);

  return {
    problems: editor.problems,
    know: editor.know,
    take,
    replace,
    give,
    reset: () => known.has(mainName()) && replace(known.get(mainName()), "The built-in text."),
    focus: editor.focus,
    /** Reveals a range of the preset's text, or of the text of a base. */
    async reveal({ base = null, start, end }) {
      if (base !== shown) await open(base ?? null);
      editor.reveal(start, end);
    },
    text: mainText,
    /** Begins changes of the preset's text that are one step of undo: see `Adjustment` of the editor. */
    adjust() {
      showMain();
      return editor.adjust();
    },
    /** Undo and redo of the preset's text. */
    undo() {
      showMain();
      editor.undo();
    },
    redo() {
      showMain();
      editor.redo();
    },
  };
}
