/**
 * Stores the player's progress as one entry in IndexedDB. Tabs see each other's localStorage late and would undo each
 * other's changes; here every change is one transaction.
 */

/** @typedef {Record<string, any>} Change */
/** @typedef {{ progress: Record<string, any>, waiting: Change[], revision: number }} Stored */

const [DATABASE, STORE, KEY] = ["parlor", "kept", "progress"];
/** @type {Stored} */
const EMPTY = { progress: { version: 1 }, waiting: [], revision: 0 };
let unsaved = EMPTY; // for browsers without IndexedDB: lost when the page is closed

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Read, change and write the entry in one transaction. `change` returns the new entry, or null to leave it as it is.
 * Resolves to the current entry once it is written.
 * @param {(now: Stored) => Stored | null} change
 * @returns {Promise<Stored>}
 */
export async function updateStored(change) {
  let database;
  try {
    database = await openDatabase();
  } catch {
    unsaved = change(unsaved) ?? unsaved;
    return unsaved;
  }
  try {
    return await runTransaction(database, change);
  } finally {
    database.close();
  }
}

/** @param {IDBDatabase} database @param {(now: Stored) => Stored | null} change @returns {Promise<Stored>} */
function runTransaction(database, change) {
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

/** Read the entry. */
export const readStored = () => updateStored(() => null);

/** Reset the entry to no progress. */
export const clearStored = () => updateStored(() => EMPTY);
