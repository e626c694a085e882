import type { Ctx } from '../../../platform/http/context.ts'
import type { Bus } from '../../../platform/work/bus.ts'
import type { RevokeReason } from '../../staff/sign-in/session.tables.ts'

/** What the processes tell each other for the pages that are open, when the transaction commits. */
type Topics = {
  /** Sessions that are over. */
  'live.revoked': { ids: string[]; reason: RevokeReason }
  /** Users whose rights have changed. */
  'live.rights': 'all' | number[]
  /** Notifications that were stored, as ranges of ids: `[first, last]`. */
  'live.notified': [first: number, last: number][]
  /** A frame for somebody's pages. */
  'live.frame': { to: LiveReceivers; type: string; data: unknown }
  /** Something to do has come or gone. */
  'live.todo': null
}

/** Whose pages a frame goes to. */
export type LiveReceivers =
  | 'all'
  | { userIds: readonly number[] }
  | { roleIds: readonly number[] }
  /** Everybody but the holders of a permission. */
  | { lacking: string }

/** So many numbers or session ids fit into one message of the bus. */
const MOST = { numbers: 300, sessions: 150 }

/** Hears a topic of every process. */
export function onLive<Topic extends keyof Topics>(bus: Bus, topic: Topic, listener: (told: Topics[Topic]) => void) {
  bus.subscribe(topic, (payload) => listener(JSON.parse(payload)))
}

/** Ends the sockets of sessions that are over (AU-45). */
export async function tellRevoked(ctx: Ctx, ids: readonly string[], reason: RevokeReason): Promise<void> {
  for (let at = 0; at < ids.length; at += MOST.sessions)
    await publish(ctx, 'live.revoked', { ids: ids.slice(at, at + MOST.sessions), reason })
}

/** Lets open pages know that their users' rights have changed (AU-32). */
export async function tellRightsChanged(ctx: Ctx, userIds: 'all' | readonly number[]): Promise<void> {
  if (userIds === 'all' || userIds.length > MOST.numbers) await publish(ctx, 'live.rights', 'all')
  else if (userIds.length) await publish(ctx, 'live.rights', [...userIds])
}

/**
 * Brings stored notifications to the pages of their receivers.
 * @param ids ascending
 */
export async function tellNotified(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const ranges: [number, number][] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last && last[1] === id - 1) last[1] = id
    else ranges.push([id, id])
  }
  for (let at = 0; at < ranges.length; at += MOST.numbers)
    await publish(ctx, 'live.notified', ranges.slice(at, at + MOST.numbers))
}

/**
 * Sends a frame of a few hundred bytes to open pages, such as `maintenance` to all whom it keeps from work. Nothing is
 * stored: who is away does not learn of it.
 */
export async function pushLive(ctx: Ctx, to: LiveReceivers, type: string, data: unknown): Promise<void> {
  await publish(ctx, 'live.frame', { to, type, data })
}

/** Lets open pages count anew what there is to do (trade chapter, 10.2: badge). */
export async function tellTodoChanged(ctx: Ctx): Promise<void> {
  await publish(ctx, 'live.todo', null)
}

function publish<Topic extends keyof Topics>({ platform, db }: Ctx, topic: Topic, told: Topics[Topic]): Promise<void> {
  return platform.bus.publish(db, topic, JSON.stringify(told))
}
