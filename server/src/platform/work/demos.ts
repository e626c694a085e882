import type { Ctx } from '../http/context.ts'

/** What areas show in a demo shop. */
export type Demos = {
  /**
   * @param fill shows what there is not yet: it is asked at every start. Services may be called, as the shop's owner
   */
  add(fill: (ctx: Ctx) => Promise<void>): void
  /** Fills all, in the order of registration. */
  fillAll(ctx: Ctx): Promise<void>
}

export function makeDemos(): Demos {
  const fills: ((ctx: Ctx) => Promise<void>)[] = []
  return {
    add: (fill) => {
      fills.push(fill)
    },
    fillAll: async (ctx) => {
      for (const fill of fills) await fill(ctx)
    },
  }
}
