/**
 * Files of the level, in every format that the tool writes, and the tool's command for the same bytes.
 *
 * @module
 */

import "./exports.css";
import { zipSync } from "fflate";
import { download, make } from "../app/dom.js";
import { written } from "../controls/seed.js";
import { createEngine } from "../engine/client.js";
import { commandFor, fileStem, sized, split } from "./files.js";

/** Formats that take the view, the overlays, the scale and the legend. */
const isPicture = (format) => format === "png";

/** Formats that are text can be copied. */
const isText = ({ media }) => media.startsWith("text/") || media === "application/json" || media.endsWith("xml");

/** Pixels per cell of a picture: the tool's limits and default. */
const [LEAST_SCALE, USUAL_SCALE, MOST_SCALE] = [1, 16, 256];

/** Timeout in milliseconds: enough for the animation of a large level. */
const DEADLINE = 60_000;

function select(choices) {
  return make("select", {}, choices.map(([value, text]) => make("option", { value, text })));
}

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {object} options.about the engine's reply to `about`
 * @param {() => object} options.request returns the current request for a level
 * @param {() => {view: string, overlays: string[], legend: boolean}} options.picture how the page draws it
 * @param {(text: string) => void} options.announce
 * @returns {{show: () => void, hide: () => void, changed: () => void, destroy: () => void}}
 */
export function createExports({ parent, about, request, picture, announce }) {
  let engine = null;
  const scale = make("input", { type: "number", min: LEAST_SCALE, max: MOST_SCALE, value: USUAL_SCALE });
  const legend = make("input", { type: "checkbox" });
  const style = select([["tiles", "tiles"], ["ink", "ink, a page for a table"]]);
  const light = select([["", "its own light"], ["even", "even light"]]);
  const audience = select([["master", "the master"], ["player", "players"]]);
  const words = make("p", { class: "exports-words", role: "status" });
  const drawnAs = make("span", { class: "exports-muted" });
  const rows = about.formats.map(row);
  const command = make("code", { class: "exports-command", tabindex: "0" });
  parent.append(
    make("div", { class: "exports-options" }, [
      make("label", { class: "field" }, ["Pixels a cell ", scale]),
      make("label", { class: "field" }, [legend, " with a legend"]),
      make("label", { class: "field" }, ["Drawn in ", style]),
      make("label", { class: "field" }, ["In ", light]),
      make("label", { class: "field" }, ["For ", audience]),
      drawnAs,
    ]),
    make("table", { class: "exports-list" }, [
      make("caption", { class: "hidden", text: "Formats" }),
      make("tbody", {}, rows.map(({ element }) => element)),
    ]),
    make("p", { class: "exports-all" }, [
      make("button", { type: "button", class: "primary", text: "All of them in one archive", on: () => act(saveAll) }), words,
    ]),
    make("h2", { text: "The same bytes by the tool" }),
    make("p", { class: "exports-tool" }, [
      command,
      make("button", { type: "button", text: "Copy the command", on: () => act(() => copyText(command.textContent, "The command")) }),
    ]),
  );
  [scale, legend, style, light, audience].forEach((control) => control.addEventListener("change", changed));

  /** The request, with the word for its seed: files keep it. */
  const named = () => ({ ...request(), seed: written(request().seed) });

  const options = () => {
    const pixels = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, Math.round(Number(scale.value)) || USUAL_SCALE));
    const how = { scale: pixels, style: style.value, audience: audience.value };
    // A page in ink is a plan without overlays, and has a key of its own.
    if (style.value === "ink") return { ...how, view: "top", overlays: [], legend: false };
    const { view, overlays } = picture();
    // Other overlays show what players may not know.
    const shown = audience.value === "player" ? overlays.filter((name) => name === "grid") : overlays;
    return { ...how, view, overlays: shown, legend: legend.checked, even_light: light.value === "even" };
  };

  function row(format) {
    const size = make("td", { class: "exports-size" });
    const button = (text, run) => make("button", { type: "button", text, "aria-label": `${text} ${format.name}`, on: () => act(run) });
    const buttons = [button("Download", () => save(format))];
    if (isText(format)) buttons.push(button("Copy", () => copy(format)));
    if (format.name === "png") buttons.push(button("Copy picture", () => copyPicture(format)));
    return {
      size,
      element: make("tr", {}, [
        make("th", { scope: "row", text: format.name }), make("td", { text: format.about }), size,
        make("td", { class: "exports-buttons" }, buttons),
      ]),
    };
  }

  /** Runs the action of a button, and shows its result or its error. */
  async function act(run) {
    words.textContent = "Being made\u2026";
    parent.setAttribute("aria-busy", "true");
    try {
      words.textContent = await run();
    } catch (error) {
      words.textContent = `${error.message}`;
    }
    parent.removeAttribute("aria-busy");
    announce(words.textContent);
  }

  async function write(format, level) {
    engine ??= createEngine();
    const facts = level ?? (await engine.ask({ op: "level", ...named() })).ok;
    const drawn = isPicture(format.name) ? options() : { style: style.value, audience: audience.value };
    const asked = { op: "export", format: format.name, name: fileStem(facts), ...drawn };
    const { ok, bytes } = await engine.ask(asked, { deadline: DEADLINE });
    const files = split(ok.files, bytes);
    rows[about.formats.indexOf(format)].size.textContent = sized(bytes.length);
    return files;
  }

  async function save(format) {
    const files = await write(format);
    if (files.length === 1) {
      download(files[0].name, files[0].content, files[0].media);
      return `${files[0].name}: ${sized(files[0].content.length)}.`;
    }
    return archive(files, files[0].name.replace(/\.\w+$/, ""));
  }

  function archive(files, name) {
    const zip = zipSync(Object.fromEntries(files.map(({ name: file, content }) => [file, content])));
    download(`${name}.zip`, zip, "application/zip");
    return `${name}.zip: ${files.length} files, ${sized(zip.length)}.`;
  }

  async function saveAll() {
    engine ??= createEngine();
    const level = (await engine.ask({ op: "level", ...named() })).ok;
    const files = new Map();
    const refused = [];
    for (const format of about.formats) {
      try {
        for (const file of await write(format, level)) files.set(file.name, file);
      } catch (error) {
        // Tables take no map with very many walls; the other formats do.
        refused.push(`Without ${format.name}: ${error.message}.`);
      }
    }
    return [archive([...files.values()], fileStem(level)), ...refused].join(" ");
  }

  async function copyText(text, what) {
    try {
      // Insecure contexts have no clipboard.
      await navigator.clipboard.writeText(text);
    } catch {
      refused();
    }
    return `${what} is copied.`;
  }

  async function copy(format) {
    const [file] = await write(format);
    return copyText(new TextDecoder().decode(file.content), file.name);
  }

  async function copyPicture(format) {
    const [file] = await write(format);
    const item = new ClipboardItem({ "image/png": new Blob([file.content], { type: "image/png" }) });
    try {
      await navigator.clipboard.write([item]);
    } catch {
      refused();
    }
    return "The picture is copied.";
  }

  function refused() {
    throw new Error("The browser does not let this page copy: download the file instead.");
  }

  function changed() {
    const { view, overlays } = options();
    const as = [view === "iso" ? "isometric" : "from above", ...overlays].join(", ");
    drawnAs.textContent = `The picture is drawn as above: ${as}.`;
    command.textContent = commandFor(named(), options());
  }

  return {
    show: changed,
    changed() {
      rows.forEach(({ size }) => { size.textContent = ""; });
      words.textContent = "";
      changed();
    },
    hide() {
      engine?.end();
      engine = null;
    },
    destroy() {
      engine?.end();
      parent.replaceChildren();
    },
  };
}
