import type { CallError } from '../../api/call-error.ts'
import { isCovered } from '../page/cover.ts'

/** A row was changed by somebody else before an act on it, which was refused. */
export type RowNews = { object: string; id: string; by: string; message: string }
type Listener = (news: RowNews) => boolean

const lists = new Set<Listener>()
const OVERTAKEN: readonly (string | undefined)[] = ['VERSION_CONFLICT', 'STATE_CONFLICT']

/** @returns the function that unsubscribes */
export function onRowNews(listener: Listener): () => void {
  lists.add(listener)
  return () => void lists.delete(listener)
}

/**
 * Hands a refused act on a row that somebody else changed meanwhile to the lists that show the row: they say so there.
 * @returns whether a list took it; one below a dialog or in a hidden tab does not
 */
export function tellLists({ about, code, changedBy = '别人', message, silent }: CallError): boolean {
  if (!about || silent || !OVERTAKEN.includes(code) || isCovered()) return false
  return [...lists].map((tell) => tell({ ...about, by: changedBy, message })).some(Boolean)
}
