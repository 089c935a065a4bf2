// What every field for a move has, below the board or on it.

export const TYPED = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 40 };

/** Who is in the field already may press / again. @param {KeyboardEvent} event */
export function noSlash(event) {
  if (event.key === "/") event.preventDefault();
}
