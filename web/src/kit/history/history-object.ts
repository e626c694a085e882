import { type HistoryObject, historyObjects } from '@zhanggui/contract/history-objects.ts'
import { useSession } from '../../api/session.ts'
import { hasPermi } from '../access/permissions.ts'

/** An object with a history: of what kind, which, and what staff call it. */
export type HistoryOf = { object: HistoryObject; id: number; name: string }

/** The kind of object, where it has a history that this session may read; undefined for others. */
export function useHistoryObject(object: string): HistoryObject | undefined {
  return useSession((session) => {
    if (!(object in historyObjects)) return undefined
    const kind = object as HistoryObject
    return hasPermi(session, [historyObjects[kind]]) ? kind : undefined
  })
}
