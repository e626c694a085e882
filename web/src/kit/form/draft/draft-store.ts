import { toWireTime } from '@zhanggui/domain/time.ts'
import { serverNow } from '../../../api/server-time.ts'
import { mirrorDraft, readMirrored, removeMirrored, removeMirroredOf } from './draft-mirror.ts'

/** What was typed into a form that was not saved. */
export type KeptDraft<Body> = { body: Body; time: string }
export type KeyedDraft<Body> = KeptDraft<Body> & { key: string }

/** Drafts that nobody returned to are dropped after a week. */
const KEPT_MS = 7 * 24 * 3600_000
const NEW = 'new-'

const prefixOf = (user: number, of: string) => `draft:${user}:${of}:`
/** The key of a new row's draft: each window has its own. */
export const newRow = (window: string) => NEW + window

/** The drafts that one user has in this browser for one kind of row. */
export function draftStore<Body>(user: number, of: string) {
  const prefix = prefixOf(user, of)
  return {
    find: (key: string) => readDraft<Body>(prefix + key),
    /** The drafts of new rows that no open window is writing, the latest first. */
    findNew(open: ReadonlySet<string>): KeyedDraft<Body>[] {
      return storedKeys(prefix + NEW)
        .map((stored) => ({ key: stored.slice(prefix.length), kept: readDraft<Body>(stored) }))
        .flatMap(({ key, kept }) => (kept && !open.has(key.slice(NEW.length)) ? [{ ...kept, key }] : []))
        .sort((one, other) => (one.time < other.time ? 1 : -1))
    },
    /** @returns whether it is stored: storage may be full or forbidden */
    keep(key: string, body: Body, time = toWireTime(serverNow())): boolean {
      const text = JSON.stringify({ body, time })
      mirrorDraft(prefix + key, text)
      return storeText(prefix + key, text)
    },
    remove: (key: string) => removeStored([prefix + key]),
  }
}

/** Drops a user's drafts in this browser: they have signed out. */
export async function forgetDrafts(user: number): Promise<void> {
  removeStored(storedKeys(`draft:${user}:`))
  await removeMirroredOf(`draft:${user}:`)
}

let recovering: Promise<void> | undefined

/** Puts back what a killed browser had not stored yet, once for each page. */
export function recoverDrafts(): Promise<void> {
  recovering ??= readMirrored().then((mirrored) => {
    for (const [key, text] of mirrored)
      if ((readDraft(key)?.time ?? '') < (parseDraft(text)?.time ?? '')) storeText(key, text)
  })
  return recovering
}

/** Drops drafts of all users that are too old. */
export function forgetOldDrafts(now: Date) {
  const limit = toWireTime(new Date(now.getTime() - KEPT_MS))
  removeStored(storedKeys('draft:').filter((key) => (readDraft(key)?.time ?? '') < limit))
}

function readDraft<Body>(stored: string): KeptDraft<Body> | undefined {
  try {
    return parseDraft(localStorage.getItem(stored) ?? 'null')
  } catch {
    return undefined
  }
}

function parseDraft<Body>(text: string): KeptDraft<Body> | undefined {
  try {
    const kept: unknown = JSON.parse(text)
    const whole = typeof kept === 'object' && kept !== null && 'body' in kept && 'time' in kept
    return whole && typeof kept.time === 'string' && typeof kept.body === 'object' && kept.body
      ? (kept as KeptDraft<Body>)
      : undefined
  } catch {
    return undefined
  }
}

function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** @returns whether it is stored: storage may be full or forbidden */
function storeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function removeStored(keys: readonly string[]) {
  if (keys.length) removeMirrored(keys)
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // Where storage is forbidden, nothing was stored.
    return
  }
}
