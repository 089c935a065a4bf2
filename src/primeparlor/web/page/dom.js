/**
 * Elements made by hand. All text goes in as text, never as markup, and nothing sets an inline style
 * attribute or handler: the content policy of the server forbids them.
 */

/** @typedef {Node | string | number | null | undefined | false} Piece */
/** @typedef {Piece | Piece[]} Child */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with these attributes and children. A prop `onclick` with a function listens to "click";
 * false, null and undefined leave an attribute out, true sets it empty. Children that are null or false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element, made like `h` makes HTML.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [attrs]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attrs, ...children) {
  return fill(document.createElementNS(SVG, tag), attrs, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Props | null | undefined} props
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...pieces(children));
  return element;
}

/**
 * The nodes and strings of these children, flat, without what is left out.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function pieces(children) {
  return children
    .flat()
    .filter((piece) => piece !== null && piece !== undefined && piece !== false)
    .map((piece) => (piece instanceof Node ? piece : String(piece)));
}

/**
 * The first element for this selector, which must be there.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`nothing here is ${selector}`);
  return found;
}

/**
 * Put these children in the place of what an element holds. The focus goes back to the element with the
 * same data-key, or else the same id, and a text field keeps what was typed into it and its cursor.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  keepingFocus(element, () => element.replaceChildren(...pieces(children)));
}

/**
 * Run a repaint of this element and bring the focus back to what had it.
 * @param {Element} root
 * @param {() => void} repaint
 */
export function keepingFocus(root, repaint) {
  const had = document.activeElement;
  const name = had instanceof HTMLElement && root.contains(had) ? had.dataset.key || had.id : "";
  const typed = had instanceof HTMLInputElement && name ? had : null;
  const [text, from, to] = [typed?.value, typed?.selectionStart, typed?.selectionEnd];
  repaint();
  const heir = heirOf(name, root);
  if (!heir || heir === document.activeElement) return;
  heir.focus({ preventScroll: true });
  if (!(heir instanceof HTMLInputElement) || text === undefined) return;
  heir.value = text;
  if (from != null && to != null) heir.setSelectionRange(from, to);
}

/**
 * Give the focus back to what had it, or to what stands in its place now.
 * @param {Element | null} had
 */
export function refocus(had) {
  if (!(had instanceof HTMLElement)) return;
  const heir = had.isConnected ? had : heirOf(had.dataset.key || had.id, document);
  heir?.focus({ preventScroll: true });
}

/**
 * The element with this data-key, or else this id.
 * @param {string} name
 * @param {ParentNode} root
 */
function heirOf(name, root) {
  const quoted = CSS.escape(name);
  const found = name ? root.querySelector(`[data-key="${quoted}"], [id="${quoted}"]`) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * Say something in a live region; the same words again are announced again.
 * @param {HTMLElement} region
 * @param {string} text
 */
export function announce(region, text) {
  region.textContent = "";
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

/** Whether the reader asked for less motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The strokes of the icons, on a field of 20 by 20. */
const ICONS = {
  next: "M8 4l6 6-6 6",
  first: "M15 4l-6 6 6 6M6 4v12",
  last: "M5 4l6 6-6 6M14 4v12",
  back: "M12 4l-6 6 6 6",
  share: "M8 12l4-4M9 5l2-2a4 4 0 016 6l-2 2M11 15l-2 2a4 4 0 01-6-6l2-2",
  watch: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.7a2.3 2.3 0 100 4.6 2.3 2.3 0 000-4.6z",
  undo: "M7 4L3 8l4 4M3 8h8a5 5 0 010 10H8",
  moves: "M4 3h9l3 3v11H4zM7 8h6M7 11h6M7 14h4",
  resign: "M5 18V3M5 3h10l-3 3.5L15 10H5",
  rules: "M10 5C8 3.5 5 3.5 3 4v12c2-.5 5-.5 7 1 2-1.5 5-1.5 7-1V4c-2-.5-5-.5-7 1zM10 5v12",
  more: "M4 10h.01M10 10h.01M16 10h.01",
};

/**
 * A small drawing for a button, beside its words.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s("svg", { class: `icon icon-${name}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}
