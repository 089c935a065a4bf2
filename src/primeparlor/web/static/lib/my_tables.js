/** The tables this browser has a seat at, as the server lists them: unfinished ones first, then the latest. */

import { post } from "/static/lib/api.js";
import { forgetTables } from "/static/lib/local_storage.js";

/** @typedef {import("/static/lib/local_storage.js").SavedTable} SavedTable */
/** @typedef {import("/static/types").TableSummary} TableSummary */

/**
 * Request the summaries of these tables, and forget those that are gone. Raises ApiError.
 * @param {SavedTable[]} saved
 * @returns {Promise<{ tables: TableSummary[], gone: string[] }>}
 */
export async function listTables(saved) {
  if (!saved.length) return { tables: [], gone: [] };
  const found = await post("/api/summaries", { tables: saved.map(({ id, seat }) => ({ table: id, seat })) });
  forgetTables(found.gone);
  return found;
}

/** Return where a table goes on, or is looked back on. @param {TableSummary} row */
export const tableLink = ({ table, over }) => `/t/${encodeURIComponent(table)}${over ? "/review" : ""}`;
