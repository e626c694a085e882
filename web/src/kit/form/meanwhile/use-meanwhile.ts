import type { HistoryObject } from '@zhanggui/contract/history-objects.ts'
import { type HistorySince, history } from '@zhanggui/contract/monitor/history.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { onLiveFrame } from '../../../api/live.ts'
import { useHistoryObject } from '../../history/history-object.ts'
import type { News } from './meanwhile.ts'

type Options<Found extends News> = {
  /** The kind of object, as its route names it. */
  object: string
  /** Undefined for a new object. */
  id: number | string | undefined
  /** The version that the form will send. */
  version: number | undefined
  /** Whether something was typed: until then the form takes over the news by itself. */
  dirty: boolean
  /** Whether the form is being saved: then the answer says what there is to say. */
  busy: boolean
  /** Asks for the news since a version; the history of the object if omitted. */
  ask?: (version: number) => Promise<Found>
  /** Takes over the news. @returns the titles of fields that stay as they were typed */
  onTake: (news: Found) => readonly string[] | Promise<readonly string[]>
}

type Taken<Found> = { news: Found; kept: readonly string[] }

export type Meanwhile = {
  /** What somebody else changed, that is not in the form. */
  news: News | undefined
  /** What was taken over last, and the titles of fields that stayed as they were typed. */
  taken: Taken<News> | undefined
  /** The object was deleted. */
  gone: boolean
  take: () => void
  /** What was taken over is taken as read. */
  dismiss: () => void
}

/**
 * Learns for an open form that somebody else changed its object: it asks when it opens, when its window or tab is looked at again,
 * and when the server hints at a change. Draw it with `MeanwhileLine`, where it moves no field.
 */
export function useMeanwhile<Found extends News = HistorySince>(options: Options<Found>): Meanwhile {
  const { object, id, version, dirty, busy, ask, onTake } = options
  const kind = useHistoryObject(object)
  const [news, setNews] = useState<Found>()
  const [taken, setTaken] = useState<Taken<Found>>()
  const [gone, setGone] = useState(false)
  const watches = id !== undefined && (ask !== undefined || kind !== undefined)

  const look = useEffectEvent(async (since: number) => {
    if (busy || document.visibilityState === 'hidden') return
    try {
      settle(await (ask ?? askHistory)(since))
    } catch (error) {
      // It asks again when it is looked at the next time.
      if (error instanceof CallError && error.status === 404) setGone(true)
    }
  })
  const settle = useEffectEvent((found: Found) => {
    if (busy || version === undefined || found.version <= version) return
    if (dirty) setNews(found)
    else take(found)
  })
  async function askHistory(since: number) {
    const params = { object: kind as HistoryObject, id: String(id) }
    return (await call(history.since, { params, query: { version: since }, silent: true })) as unknown as Found
  }
  async function take(found: Found) {
    const kept = await onTake(found)
    setNews(undefined)
    setTaken({ news: found, kept })
  }

  // Also runs when the tab is shown again.
  useEffect(() => {
    if (!watches || version === undefined) return
    const handleLook = () => void look(version)
    handleLook()
    const endHints = onLiveFrame('changed', (data) => {
      const { object: changed, id: which } = data as { object: string; id: string }
      if (changed === object && which === String(id)) handleLook()
    })
    document.addEventListener('visibilitychange', handleLook)
    window.addEventListener('focus', handleLook)
    return () => {
      endHints()
      document.removeEventListener('visibilitychange', handleLook)
      window.removeEventListener('focus', handleLook)
    }
  }, [watches, object, id, version])

  return {
    news: news && version !== undefined && news.version > version ? news : undefined,
    taken,
    gone,
    take: () => void (news && take(news)),
    dismiss: () => setTaken(undefined),
  }
}
