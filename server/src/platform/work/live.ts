import type { Stop } from '../area.ts'
import { defineHook, runSteps, type Step } from '../hooks.ts'
import { type Ctx, holds, type Platform } from '../http/context.ts'
import type { Connection } from '../http/sockets.ts'

/** A topic the processes report to each other for open pages, when a transaction commits. */
export type LiveTopic<Report> = { readonly name: string; readonly report?: Report }

/** @param name the topic's name on the bus */
export function defineLive<Report>(name: string): LiveTopic<Report> {
  return { name }
}

/** Reports to all processes, including this one; at most 7,900 bytes of JSON. */
export function report<Report>(
  { platform, db }: Ctx,
  { name }: LiveTopic<Report>,
  content: NoInfer<Report>,
): Promise<void> {
  return platform.bus.publish(db, name, JSON.stringify(content))
}

/** Delivers reports to the pages connected to this process. */
type LiveHandler = { name: string; handle: (own: Ctx, report: unknown) => Promise<void> | void; when: When }
/** By default each report waits for the previous one; `everyMs` delivers at most one per interval, `atOnce` immediately. */
type When = { everyMs?: number; atOnce?: true }

/** The live topics of the areas. */
export const live = defineHook<LiveHandler>('live topics')

/** Checks of open pages, with every beat of the sockets and when reports may have been missed. */
export const liveChecks = defineHook<Step>('checks of open pages')

/** Delivers a topic's reports to the pages of this process, in the order the transactions commit. */
export function onReport<Report>(
  { name }: LiveTopic<Report>,
  handle: (own: Ctx, report: Report) => Promise<void> | void,
  when: When = {},
): LiveHandler {
  return { name, handle: handle as LiveHandler['handle'], when }
}

/** Every page connected to this process. */
export function allPages({ sockets }: Platform): Connection[] {
  return [...sockets.byUser.values()].flatMap((connections) => [...connections])
}

/** The pages of these users that are connected to this process. */
export function pagesOf({ sockets }: Platform, userIds: readonly number[]): Connection[] {
  return userIds.flatMap((id) => [...(sockets.byUser.get(id) ?? [])])
}

/** Whose pages receive a frame: `lacking` is everyone except the holders of a permission. */
export type LiveReceivers = 'all' | { userIds: readonly number[] } | { lacking: string }

const frames = defineLive<{ to: LiveReceivers; type: string; data: unknown }>('live.frame')

/**
 * Sends a frame of a few hundred bytes to open pages, such as `maintenance` to everyone it locks out. It is not stored:
 * disconnected pages do not get it.
 */
export function pushLive(ctx: Ctx, to: LiveReceivers, type: string, data: unknown): Promise<void> {
  return report(ctx, frames, { to, type, data })
}

const pushFrames = onReport(frames, ({ platform }, { to, type, data }) => {
  const frame = platform.sockets.frame(type, data)
  const pages = to !== 'all' && 'userIds' in to ? pagesOf(platform, to.userIds) : allPages(platform)
  for (const page of pages) if (to === 'all' || 'userIds' in to || !holds(page.actor, to.lacking)) page.sendFrame(frame)
})

/**
 * Delivers the reports of all processes to the pages connected to this one.
 * @param own the process's context
 * @returns waits for running deliveries, at shutdown
 */
export function startLive(own: Ctx): Stop {
  const { bus, sockets, hooks } = own.platform
  // Reports are delivered in order: each waits while the previous one reads its rows.
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void> | void) => {
    last = last.then(work).catch((error: unknown) => own.log.error({ err: error }, 'a live notice was not delivered'))
  }
  for (const { name, handle, when } of [pushFrames, ...hooks.of(live)]) {
    const take = (payload: string) => {
      const content: unknown = JSON.parse(payload)
      if (when.atOnce) return handle(own, content)
      inTurn(() => handle(own, content))
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

/** Runs a function once per interval: a delay after the first call, ignoring the calls in between. */
function onceIn<Input>(afterMs: number, run: (input: Input) => void): (input: Input) => void {
  let waits = false
  return (input) => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      run(input)
    }, afterMs).unref()
  }
}
