/**
 * Small things that the browser keeps under a name. Where storage is full, or switched off, nothing is kept: the page
 * works without it.
 */

/**
 * What is kept under a name, if it is of the right kind.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @param {(value: any) => boolean} fits
 * @returns {T}
 */
export function read(name, otherwise, fits) {
  try {
    const value = JSON.parse(localStorage.getItem(name) ?? "null");
    return fits(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Full, or switched off.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Switched off: there was nothing.
  }
}

/** @param {any} value */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
