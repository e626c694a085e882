import { toWireTime } from '@zhanggui/domain/time.ts'
import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { draftStore, forgetOldDrafts, type KeptDraft, newRow } from './draft-store.ts'
import { openWindows, windowKey } from './window-key.ts'

const KEEP_MS = 3000

/** A second copy on the server, which other machines find, too. */
export type RemoteDrafts<Body> = {
  /** @returns for a new row without a draft of this key, the latest one of another window */
  find: (key: string) => Promise<(KeptDraft<Body> & { key: string }) | undefined>
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
  remote?: RemoteDrafts<Body>
}

export type Draft = {
  /** When the draft that is offered was kept. */
  offered: string | undefined
  /** The time of day when the form was last kept. */
  savedAt: string | undefined
  restore: () => void
  /** Removes the draft: what was typed is not wanted. So does a form that is no longer dirty. */
  forget: () => void
}

/**
 * Keeps what is typed into a form every 3 s, also without network and while its tab is hidden, and offers it when the form
 * is opened again after a reload. Draw the offer with `DraftOffer`.
 */
export function useDraft<Body extends object>(options: DraftOptions<Body>): Draft {
  const { of, id, dirty, body, fits = () => true, onRestore, remote } = options
  const user = useSession((session) => session.user?.id)
  const [key, setKey] = useState<string>()
  const [found, setFound] = useState<KeptDraft<Body> & { key: string }>()
  const [savedAt, setSavedAt] = useState<string>()
  const sent = useRef('')
  /** The keys under which there may be a draft of this form. */
  const kept = useRef(new Set<string>())
  const store = user === undefined ? undefined : draftStore<Body>(user, of)

  const find = useEffectEvent(async () => {
    forgetOldDrafts(new Date())
    const own = id === undefined ? newRow(await windowKey()) : String(id)
    const open = id === undefined ? await openWindows() : new Set<string>()
    setKey(own)
    const mine = store?.find(own)
    const local = mine ? { key: own, kept: mine } : id === undefined ? store?.findNew(open) : undefined
    const far = await remote?.find(own).catch(() => undefined)
    const others = far && far.key !== own && [...open].some((window) => far.key === newRow(window))
    const here = local && { ...local.kept, key: local.key }
    const latest = far && !others && (!here || here.time < far.time) ? far : here
    if (!latest || !fits(latest.body)) return
    kept.current.add(latest.key)
    setFound(latest)
  })
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
  const noteKept = () => setSavedAt(toWireTime(new Date()).slice(11))

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
    setFound(undefined)
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
    offered: found?.time,
    savedAt,
    restore() {
      if (!found) return
      setFound(undefined)
      onRestore(found.body)
      // From now on it is this window's.
      if (key === undefined || found.key === key || !store?.keep(key, found.body)) return
      kept.current.add(key).delete(found.key)
      remove(found.key)
    },
    forget,
  }
}
