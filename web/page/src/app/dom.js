/**
 * Elements in few words. Texts are always texts, never markup.
 *
 * @module
 */

/**
 * @param {string} name of the element
 * @param {Record<string, any>} [attributes] `text`, `on` (a listener for clicks), or attributes
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
 * A text whose parts between backticks are code.
 *
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function prose(text) {
  const parts = text.split("`");
  // An odd number of backticks would turn all that follows into code.
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 === 0 ? part : make("code", { text: part })));
}

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => document.getElementById(id);

/**
 * Says to who does not see the page what others see.
 *
 * @param {string} text
 */
export function say(text) {
  const live = byId("live");
  // The same words twice are said twice.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Says something to everybody: it is shown for a while, and read to who does not see it.
 *
 * @param {string} text
 */
export function announce(text) {
  say(text);
  // A new element: the style hides it after a while.
  byId("said").replaceChildren(make("span", { text }));
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
 * Gives the user a file.
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
