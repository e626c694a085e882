import type { TSchema } from '@zhanggui/contract/schema.ts'
import type { Ctx } from '../http/context.ts'

/** Work that can be scheduled. */
export type ClockWork = {
  /** Its name for staff: 会话清理. */
  title: string
  /** The default schedule: second, minute, hour, day, month, weekday, Asia/Shanghai. */
  cron: string
  /** It waits until staff switch it on. */
  paused?: true
  /** The parameters staff may set; none if missing. */
  params?: TSchema
  /**
   * Runs it, in batches with their own transactions, so that a second run does no harm.
   * @param signal aborts when the process stops or the time is over; the work must then end after the current batch
   * @returns the number of rows it processed
   */
  run(ctx: Ctx, params: Record<string, unknown>, signal: AbortSignal): Promise<number>
}

/** All work that can be scheduled. Every process registers the same; the schedules are rows that staff edit. */
export type Scheduler = {
  /** Registers work while the application is built. @param name in camelCase; stored, so it must not change */
  handle(name: string, work: ClockWork): void
  find(name: string): ClockWork | undefined
  list(): [name: string, work: ClockWork][]
}

declare module '../http/context.ts' {
  interface Platform {
    scheduler: Scheduler
  }
}

export function makeScheduler(): Scheduler {
  const works = new Map<string, ClockWork>()
  return {
    handle: (name, work) => {
      if (works.has(name)) throw new Error(`${name} is registered twice with the scheduler`)
      works.set(name, work)
    },
    find: (name) => works.get(name),
    list: () => [...works],
  }
}
