/*
 * A second copy of the drafts, in the browser's database. What is in localStorage reaches the disk only some seconds later, so a
 * browser that is killed loses it; the database has it at once. Where there is none, the first copy is all there is.
 */
const NAME = 'zhanggui-drafts'
const STORE = 'drafts'

let opening: Promise<IDBDatabase | undefined> | undefined

function open(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
  return opening
}

/** Runs requests in one transaction. @returns when it is on the disk, or has failed, which is no news to staff */
async function write(work: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open()
  if (!database) return
  await new Promise<void>((resolve) => {
    try {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => resolve()
      work(transaction.objectStore(STORE))
      transaction.commit()
    } catch {
      // The browser closed the database.
      opening = undefined
      resolve()
    }
  })
}

export const mirrorDraft = (key: string, text: string) => write((store) => store.put(text, key))

export const removeMirrored = (keys: readonly string[]) =>
  write((store) => {
    for (const key of keys) store.delete(key)
  })

/** Removes all whose key begins with a text. */
export const removeMirroredOf = (prefix: string) =>
  write((store) => store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))

/** The copies by their keys. */
export async function readMirrored(): Promise<ReadonlyMap<string, string>> {
  const database = await open()
  if (!database) return new Map()
  return new Promise((resolve) => {
    const store = database.transaction(STORE, 'readonly').objectStore(STORE)
    const [keys, texts] = [store.getAllKeys(), store.getAll()]
    store.transaction.oncomplete = () => resolve(new Map(keys.result.map((key, at) => [String(key), texts.result[at]])))
    store.transaction.onabort = () => resolve(new Map())
  })
}
