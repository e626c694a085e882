import type { Page } from '@zhanggui/page-kit/page.ts'
import { openWindows, randomKey, windowKey } from '../../../kit/form/draft/window-key.ts'

/** What was edited in a window and is not on the server yet. */
export type LocalDraft = {
  key: string
  user: number
  /** Of the draft on the server that it started from. */
  version: number
  acked: Page
  draft: Page
  /** On the wire: when it was kept. */
  at: string
}

const NAME = 'zhanggui-decor'
const STORE = 'drafts'
const ENDED = 30 * 24 * 3600_000

// A page may be a megabyte, which local storage has no room for; one entry a window, as two would lose one of theirs.

let opened: Promise<IDBDatabase | undefined> | undefined

function open(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(undefined)
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    // Private windows of some browsers have none: what is typed is then as safe as its last save.
    request.onerror = () => resolve(undefined)
  })
  return opened
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await open()
  if (!database) return undefined
  return new Promise((resolve) => {
    try {
      const request = act(database.transaction(STORE, mode).objectStore(STORE))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

const keyOf = (id: number, tab: string) => `page-draft:${id}:${tab}`

/** Keeps what this window has of a page. */
export async function keepDraft(id: number, draft: Omit<LocalDraft, 'key'>): Promise<void> {
  const key = keyOf(id, await windowKey())
  await inStore('readwrite', (store) => store.put({ ...draft, key }))
}

export async function dropDraft(id: number): Promise<void> {
  const key = keyOf(id, await windowKey())
  await inStore('readwrite', (store) => store.delete(key))
}

export async function removeDraft(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key))
}

/** What windows that are gone, or this one before a reload, have left of a page: the latest first. */
export async function findDrafts(id: number, user: number, now: Date): Promise<LocalDraft[]> {
  const stored = (await inStore<LocalDraft[]>('readonly', (store) => store.getAll())) ?? []
  const own = keyOf(id, await windowKey())
  const others = new Set([...(await openWindows())].map((tab) => keyOf(id, tab)))
  const old = stored.filter(({ at }) => now.getTime() - Date.parse(at.replace(' ', 'T')) > ENDED)
  for (const { key } of old) removeDraft(key)
  const left = stored
    .filter((draft) => draft.key.startsWith(`page-draft:${id}:`) && draft.user === user && !old.includes(draft))
    .filter(({ key }) => key === own || !others.has(key))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return Promise.all(left.map((draft) => (draft.key === own ? setAside(draft) : draft)))
}

/** What this window left before it was loaded anew, under a key of its own: what it keeps from now on must not take its place. */
async function setAside(draft: LocalDraft): Promise<LocalDraft> {
  const aside = { ...draft, key: `${draft.key}-${randomKey()}` }
  await inStore('readwrite', (store) => store.put(aside))
  await removeDraft(draft.key)
  return aside
}
