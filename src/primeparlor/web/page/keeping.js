/**
 * Where this browser keeps the progress of its player: one entry of a database of its own. Pages of one browser see
 * each other's localStorage late, and would undo each other's changes; here a change is one transaction.
 */

/** @typedef {Record<string, any>} Change */
/** @typedef {{ progress: Record<string, any>, waiting: Change[], revision: number }} Kept */

const [DATABASE, STORE, KEY] = ["parlor", "kept", "progress"];
/** @type {Kept} */
const EMPTY = { progress: { version: 1 }, waiting: [], revision: 0 };
let spare = EMPTY; // for a browser that stores nothing: it lasts as long as the page

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/**
 * Change what is kept, in one transaction: nothing comes between reading and writing. The change returns what is to be
 * kept, or null to leave it. Resolves to what is kept then, once it is safe.
 * @param {(now: Kept) => Kept | null} change
 * @returns {Promise<Kept>}
 */
export async function update(change) {
  let database;
  try {
    database = await opened();
  } catch {
    spare = change(spare) ?? spare;
    return spare;
  }
  try {
    return await inOne(database, change);
  } finally {
    database.close();
  }
}

/** @param {IDBDatabase} database @param {(now: Kept) => Kept | null} change @returns {Promise<Kept>} */
function inOne(database, change) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    const read = store.get(KEY);
    let now = EMPTY;
    read.onsuccess = () => {
      const before = read.result ?? EMPTY;
      const after = change(before);
      if (after) store.put(after, KEY);
      now = after ?? before;
    };
    transaction.oncomplete = () => resolve(now);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** What is kept now. */
export const kept = () => update(() => null);

/** Forget all of it. */
export const forget = () => update(() => EMPTY);
