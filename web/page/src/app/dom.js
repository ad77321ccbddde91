/**
 * Helpers for the DOM. Strings always become text nodes, never markup.
 *
 * @module
 */

/**
 * @param {string} name of the element
 * @param {Record<string, any>} [attributes] `text`, `on` (a click listener), or attributes
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function make(name, { text, on, ...attributes } = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value);
  }
  if (text !== undefined) element.textContent = text;
  if (on) element.addEventListener("click", on);
  element.append(...children);
  return element;
}

/**
 * Turns the parts of a text between backticks into code elements.
 *
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function prose(text) {
  const parts = text.split("`");
  // With an odd number of backticks, the rest of the text would become code.
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 === 0 ? part : make("code", { text: part })));
}

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => document.getElementById(id);

/**
 * Announces a text to screen readers, by a live region.
 *
 * @param {string} text
 */
export function announce(text) {
  const live = byId("live");
  // Screen readers ignore an unchanged region: a repeated text gets a trailing space.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a text for a few seconds, and announces it to screen readers.
 *
 * @param {string} text
 */
export function toast(text) {
  announce(text);
  // A new element: the style hides it after a while.
  byId("toast").replaceChildren(make("span", { text }));
}

/**
 * Shows a notice above the page until it is closed.
 *
 * @param {string} text
 * @param {Node[]} [more] such as buttons
 */
export function notify(text, more = []) {
  const notice = make("div", { class: "notice" }, [make("span", { text }), ...more]);
  notice.append(make("button", { type: "button", text: "Close", on: () => closeNotice(notice) }));
  byId("notices").append(notice);
}

/**
 * Closes a notice; the focus goes to the next one, or to the level.
 *
 * @param {Element} notice
 */
export function closeNotice(notice) {
  const next = (notice.nextElementSibling ?? notice.previousElementSibling)?.querySelector("button") ?? byId("level");
  if (notice.contains(document.activeElement)) next.focus({ preventScroll: true });
  notice.remove();
}

/**
 * Saves a file to the user's downloads.
 *
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
