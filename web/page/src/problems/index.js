/**
 * The problems of a preset as a list, in the tool's words.
 *
 * @module
 */

import "./problems.css";
import { make, prose } from "../app/dom.js";

/** The severity of a problem: lint findings are warnings, all else is an error. */
const severityOf = ({ finding }) => (finding ? "warning" : "error");

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function heading(problems) {
  if (!problems.length) return "No problems";
  const errors = problems.filter((problem) => severityOf(problem) === "error").length;
  const warnings = problems.length - errors;
  return [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean).join(", ");
}

/** The most problems that are listed: a text may have thousands. */
const MOST = 200;

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {(problem: object) => void} options.onGo shows a problem in its text
 * @returns {{show: (problems: object[]) => void}}
 */
export function createProblems({ parent, onGo }) {
  const title = make("h2", { class: "problems-title", "aria-live": "polite", text: "No problems" });
  const list = make("ul", { class: "problems-list" });
  parent.append(title, list);

  function entry(problem) {
    const { message, help, line, column, base, finding, code } = problem;
    const severity = severityOf(problem);
    const place = line ? `${base ? `${base}:` : ""}${line}:${column}` : "";
    const go = make("button", { type: "button", class: "problems-go", on: () => onGo(problem) }, [
      make("span", { class: `problems-mark is-${severity}`, text: severity === "error" ? "\u2715" : "\u25b2", "aria-label": severity, role: "img" }),
      make("span", { class: "problems-place", text: place }),
      make("span", {}, [...prose(message), " "]),
      make("span", { class: "problems-code", text: finding ?? code ?? "" }),
    ]);
    return make("li", {}, [go, ...(help ? [make("p", { class: "problems-help" }, prose(help))] : [])]);
  }

  return {
    show(problems) {
      const text = heading(problems);
      if (title.textContent !== text) title.textContent = text;
      const more = problems.length - MOST;
      list.hidden = !problems.length;
      list.replaceChildren(...problems.slice(0, MOST).map(entry), ...(more > 0 ? [make("li", { text: `and ${more} more` })] : []));
    },
  };
}
