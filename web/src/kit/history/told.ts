import { type HistoryObject, historyObjects } from '@zhanggui/contract/history-objects.ts'
import { useSession } from '../../api/session.ts'
import { hasPermi } from '../access/permissions.ts'

/** An object whose changes are told: of what kind, which, and what staff call it. */
export type Told = { object: HistoryObject; id: number; name: string }

/** The kind of object that tells its changes to this session; undefined for others. */
export function useToldObject(object: string): HistoryObject | undefined {
  return useSession((session) => {
    if (!(object in historyObjects)) return undefined
    const kind = object as HistoryObject
    return hasPermi(session, [historyObjects[kind]]) ? kind : undefined
  })
}
