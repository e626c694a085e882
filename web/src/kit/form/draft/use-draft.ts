import { toWireTime } from '@zhanggui/domain/time.ts'
import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'
import { useSession } from '../../../api/session.ts'
import { useReadOnly } from '../../access/can.tsx'
import { draftStore, forgetOldDrafts, type KeyedDraft, newRow, recoverDrafts } from './draft-store.ts'
import { openWindows, randomKey, windowKey } from './window-key.ts'

const KEEP_MS = 3000

/** A second copy on the server, which other machines find, too. */
export type RemoteDrafts<Body> = {
  /** @returns for a new row without a draft of this key, the latest one of another window */
  find: (key: string) => Promise<KeyedDraft<Body> | undefined>
  keep: (key: string, body: Body) => Promise<unknown>
  remove: (key: string) => Promise<unknown>
}

type DraftOptions<Body> = {
  /** The kind of row, such as `product`. */
  of: string
  /** The row being edited; undefined for a new one. */
  id?: number | string
  dirty: boolean
  /** What has been typed, without secrets. */
  body: () => Body
  /** Whether a stored draft still has the form's shape; any has, if omitted. */
  fits?: (body: object) => boolean
  onRestore: (body: Body) => void
  /** What a draft is called where it is offered; its first text, if omitted. The server keeps fields in another order. */
  nameOf?: (body: Body) => string
  remote?: RemoteDrafts<Body>
}

/** A draft to be taken back or discarded: when it was kept, and the first words of it. */
export type OfferedDraft = { key: string; time: string; words: string }

export type Draft = {
  /** Drafts of this form that are not in it, the latest first: one of an existing row, any number of new ones. */
  offered: readonly OfferedDraft[]
  /** The time of day when the form was last kept. */
  savedAt: string | undefined
  restore: (key: string) => void
  discard: (key: string) => void
  /** Removes what was kept of this form: it was saved, or is not wanted. So does a form that is no longer dirty. */
  forget: () => void
}

/**
 * Keeps what is typed into a form every 3 s, also without network and while its tab is hidden, and offers it when the form
 * is opened again after a reload or a crash of the browser. Draw the offer with `DraftOffer`.
 */
export function useDraft<Body extends object>(options: DraftOptions<Body>): Draft {
  const { of, id, dirty, body, fits = () => true, onRestore, nameOf = firstWords } = options
  const isReadOnly = useReadOnly() !== undefined
  const remote = isReadOnly ? undefined : options.remote
  const user = useSession((session) => session.user?.id)
  const [key, setKey] = useState<string>()
  const [found, setFound] = useState<readonly KeyedDraft<Body>[]>([])
  const [savedAt, setSavedAt] = useState<string>()
  const sent = useRef('')
  /** The keys under which there may be a draft of this form. */
  const kept = useRef(new Set<string>())
  const store = user === undefined ? undefined : draftStore<Body>(user, of)

  const find = useEffectEvent(async () => {
    await recoverDrafts()
    forgetOldDrafts(serverNow())
    const own = id === undefined ? newRow(await windowKey()) : String(id)
    const open = id === undefined ? await openWindows() : new Set<string>()
    setKey(own)
    const mine = store?.find(own)
    const far = await remote?.find(own).catch(() => undefined)
    const others = far && far.key !== own && [...open].some((window) => far.key === newRow(window))
    const left = id === undefined ? (store?.findNew(open) ?? []) : []
    const here = [...(mine ? [{ ...mine, key: own }] : []), ...left.filter((one) => one.key !== own)]
    const isNewer = far && !others && !here.some(({ key: local, time }) => local === far.key && time >= far.time)
    const all = isNewer ? [far, ...here.filter((one) => one.key !== far.key)] : here
    const fitting = all.filter((one) => fits(one.body)).map((one) => (id === undefined ? setAside(one, own) : one))
    setFound(fitting.toSorted((one, other) => (one.time < other.time ? 1 : -1)))
  })
  /** A draft of a new row gets another key than this form's, so that what is typed now does not replace it. */
  function setAside(one: KeyedDraft<Body>, own: string): KeyedDraft<Body> {
    const key = newRow(randomKey())
    if (one.key !== own || !store?.keep(key, one.body, one.time)) return one
    remove(own)
    return { ...one, key }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row
  useEffect(() => {
    if (key === undefined) find()
  }, [of, id])

  const keep = useEffectEvent(() => {
    if (key === undefined) return
    const now = body()
    const text = JSON.stringify(now)
    kept.current.add(key)
    if (text === sent.current && store?.find(key)) return
    if (store?.keep(key, now)) noteKept()
    if (text === sent.current) return
    sent.current = text
    remote?.keep(key, now).then(noteKept, () => {
      // The next round tries again.
      sent.current = ''
    })
  })
  const noteKept = () => setSavedAt(toWireTime(serverNow()).slice(11))

  // Other effects end when the tab is hidden; this one lasts as long as the form.
  useInsertionEffect(() => {
    if (!dirty || key === undefined) return
    const timer = setInterval(() => keep(), KEEP_MS)
    const leave = () => keep()
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
    }
  }, [dirty, key])

  function remove(gone: string) {
    store?.remove(gone)
    remote?.remove(gone).catch(() => undefined)
  }
  function forget() {
    setSavedAt(undefined)
    sent.current = ''
    for (const gone of kept.current) remove(gone)
    kept.current.clear()
  }

  const wasDirty = useRef(false)
  const clean = useEffectEvent(forget)
  useEffect(() => {
    if (wasDirty.current && !dirty) clean()
    wasDirty.current = dirty
  }, [dirty])

  return {
    offered: found.map((one) => ({ ...one, words: nameOf(one.body) })),
    savedAt,
    restore(wanted) {
      const chosen = found.find((one) => one.key === wanted)
      if (!chosen) return
      setFound(found.filter((one) => one !== chosen))
      // From now on it is this window's.
      kept.current.add(chosen.key)
      onRestore(chosen.body)
      if (key === undefined || chosen.key === key || !store?.keep(key, chosen.body)) return
      kept.current.add(key).delete(chosen.key)
      remove(chosen.key)
    },
    discard(unwanted) {
      setFound(found.filter((one) => one.key !== unwanted))
      remove(unwanted)
    },
    forget,
  }
}

/** What the row is called, as far as it was typed; else the first text that is in it. */
function firstWords(body: object): string {
  const values = 'values' in body && typeof body.values === 'object' && body.values ? body.values : body
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string' && /^[^/]*\p{L}/u.test(value))
  const named = texts.find(([key]) => /^((store|nick|user|rule|real)N|n)ame$|^title$/.test(key))
  return (named ?? texts[0])?.[1] ?? ''
}
