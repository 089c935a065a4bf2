/**
 * Functions that create and replace elements. All text goes in as text, never as markup, and nothing sets an inline style
 * attribute or handler: the content policy of the server forbids them.
 */

/** @typedef {Node | string | number | null | undefined | false} Piece */
/** @typedef {Piece | Piece[]} Child */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element with these attributes and children. A prop `onclick` with a function listens to "click";
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
 * Create an SVG element, as `h` creates an HTML element.
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
  element.append(...toNodes(children));
  return element;
}

/**
 * Flatten these children into nodes and strings, without null, undefined and false.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function toNodes(children) {
  return children
    .flat()
    .filter((piece) => piece !== null && piece !== undefined && piece !== false)
    .map((piece) => (piece instanceof Node ? piece : String(piece)));
}

/**
 * Find the first element that matches the selector. Raises an error if there is none.
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
 * Replace the children of an element. The focus goes back to the element with the
 * same data-key, or else the same id, and a text field keeps what was typed into it and its cursor.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  preserveFocus(element, () => element.replaceChildren(...toNodes(children)));
}

/**
 * Repaint an element, then restore the focus, the typed text and the cursor.
 * @param {Element} root
 * @param {() => void} repaint
 */
function preserveFocus(root, repaint) {
  const had = document.activeElement;
  const name = had instanceof HTMLElement && root.contains(had) ? had.dataset.key || had.id : "";
  const typed = had instanceof HTMLInputElement && name ? had : null;
  const [text, from, to] = [typed?.value, typed?.selectionStart, typed?.selectionEnd];
  repaint();
  const heir = findByKey(name, root);
  if (!heir || heir === document.activeElement) return;
  heir.focus({ preventScroll: true });
  if (!(heir instanceof HTMLInputElement) || text === undefined) return;
  heir.value = text;
  if (from != null && to != null) heir.setSelectionRange(from, to);
}

/**
 * Return the focus to an element, or to its replacement with the same data-key or id.
 * @param {Element | null} had
 */
export function refocus(had) {
  if (!(had instanceof HTMLElement)) return;
  const heir = had.isConnected ? had : findByKey(had.dataset.key || had.id, document);
  heir?.focus({ preventScroll: true });
}

/**
 * Find the element with this data-key or id.
 * @param {string} name
 * @param {ParentNode} root
 */
function findByKey(name, root) {
  const quoted = CSS.escape(name);
  const found = name ? root.querySelector(`[data-key="${quoted}"], [id="${quoted}"]`) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * Announce a text in a live region, even if the region holds the same text already.
 * @param {HTMLElement} region
 * @param {string} text
 */
export function announce(region, text) {
  region.textContent = "";
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

/** True if the user prefers reduced motion. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** SVG paths of the icons, in a 20 by 20 view box. */
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
  bell: "M5 14V9a5 5 0 0110 0v5l1.5 1h-13zM8.5 17.5h3M10 4V2.5",
  more: "M4 10h.01M10 10h.01M16 10h.01",
};

/**
 * Draw an icon for a button, beside its label.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s("svg", { class: `icon icon-${name}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** Draw a list of labelled texts. @param {{ label: string, text: string }[]} values */
export function definitions(values) {
  return h("dl", { class: "dl" }, values.map(({ label, text }) => [h("dt", null, label), h("dd", null, text)]).flat());
}
