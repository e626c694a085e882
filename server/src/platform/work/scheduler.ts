import type { TSchema } from '@zhanggui/contract/schema.ts'
import type { Ctx } from '../http/context.ts'

/** Work that may be done by the clock. */
export type ClockWork = {
  /** 会话清理: what staff call it. */
  title: string
  /** When it is done unless staff say otherwise: second, minute, hour, day, month, weekday, Asia/Shanghai. */
  cron: string
  /** What staff may set for it; without one it takes nothing. */
  params?: TSchema
  /**
   * Does it, in batches with own transactions, such that a second run does no harm.
   * @param signal aborts when the process stops or the time is over: it then ends after the batch at hand
   * @returns how many rows it dealt with
   */
  run(ctx: Ctx, params: Record<string, unknown>, signal: AbortSignal): Promise<number>
}

/** Everything that may be done by the clock. Every process registers the same; rows of the console say when. */
export type Scheduler = {
  /** Registers work, while the application is put together. @param name in camelCase; stored, so not to be changed */
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
