import type { Stop } from '../area.ts'
import { defineHook, runSteps, type Step } from '../hooks.ts'
import { type Ctx, holds, type Platform } from '../http/context.ts'
import type { Connection } from '../http/sockets.ts'

/** Something the processes report to each other for the pages that are open, when the transaction commits. */
export type LiveTopic<Told> = { readonly name: string; readonly told?: Told }

/** @param name of the bus's topic */
export function defineLive<Told>(name: string): LiveTopic<Told> {
  return { name }
}

/** Reports to all processes, this one included; at most 7,900 bytes of JSON. */
export function report<Told>({ platform, db }: Ctx, { name }: LiveTopic<Told>, told: NoInfer<Told>): Promise<void> {
  return platform.bus.publish(db, name, JSON.stringify(told))
}

/** Brings what was reported to the pages connected to this process. */
type Bringer = { name: string; bring: (own: Ctx, told: unknown) => Promise<void> | void; when: When }
/** Unless said, each report waits for the one before it; one a while, however many there are; or at once. */
type When = { everyMs?: number; atOnce?: true }

/** What areas bring to open pages. */
export const live = defineHook<Bringer>('live topics')

/** Looks after open pages with every beat of the sockets, and when reports may have been missed. */
export const liveChecks = defineHook<Step>('checks of open pages')

/** Brings a topic's reports to the pages of this process, in whatever order transactions have committed. */
export function bringing<Told>(
  { name }: LiveTopic<Told>,
  bring: (own: Ctx, told: Told) => Promise<void> | void,
  when: When = {},
): Bringer {
  return { name, bring: bring as Bringer['bring'], when }
}

/** Every page connected to this process. */
export function allPages({ sockets }: Platform): Connection[] {
  return [...sockets.byUser.values()].flatMap((connections) => [...connections])
}

/** The pages of these users that are connected to this process. */
export function pagesOf({ sockets }: Platform, userIds: readonly number[]): Connection[] {
  return userIds.flatMap((id) => [...(sockets.byUser.get(id) ?? [])])
}

/** Whose pages a frame goes to: `lacking` is everybody but the holders of a permission. */
export type LiveReceivers = 'all' | { userIds: readonly number[] } | { lacking: string }

const frames = defineLive<{ to: LiveReceivers; type: string; data: unknown }>('live.frame')

/**
 * Sends a frame of a few hundred bytes to open pages, such as `maintenance` to all it keeps from work. It is not stored:
 * pages that are away do not learn of it.
 */
export function pushLive(ctx: Ctx, to: LiveReceivers, type: string, data: unknown): Promise<void> {
  return report(ctx, frames, { to, type, data })
}

const bringFrames = bringing(frames, ({ platform }, { to, type, data }) => {
  const frame = platform.sockets.frame(type, data)
  const pages = to !== 'all' && 'userIds' in to ? pagesOf(platform, to.userIds) : allPages(platform)
  for (const page of pages) if (to === 'all' || 'userIds' in to || !holds(page.actor, to.lacking)) page.sendFrame(frame)
})

/**
 * Brings what all processes report to the pages connected to this one.
 * @param own the process's context
 * @returns waits for what is being brought, at shutdown
 */
export function startLive(own: Ctx): Stop {
  const { bus, sockets, hooks } = own.platform
  // What was reported first is brought first: reading rows takes a moment, and the next report waits for it.
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void> | void) => {
    last = last.then(work).catch((error: unknown) => own.log.error({ err: error }, 'a live notice was not brought'))
  }
  for (const { name, bring, when } of [bringFrames, ...hooks.of(live)]) {
    const take = (payload: string) => {
      const told: unknown = JSON.parse(payload)
      if (when.atOnce) return bring(own, told)
      inTurn(() => bring(own, told))
    }
    bus.subscribe(name, when.everyMs === undefined ? take : onceIn(when.everyMs, take))
  }
  const look = () => inTurn(() => runSteps(own, liveChecks))
  bus.onGap(() => {
    look()
    for (const page of allPages(own.platform)) page.send('resync')
  })
  sockets.onBeat(look)
  return () => last
}

/** Runs something a while after it was asked for first, however often it was asked for meanwhile. */
function onceIn<Told>(afterMs: number, run: (told: Told) => void): (told: Told) => void {
  let waits = false
  return (told) => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      run(told)
    }, afterMs).unref()
  }
}
