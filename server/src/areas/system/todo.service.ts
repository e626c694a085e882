import { type Ctx, holds } from '../../platform/context.ts'
import { tellTodoChanged } from './live-bus.ts'

/** Something that waits to be done, as an area counts it. */
export type TodoCounter = {
  /** Its name on the wire: `ordersToShip`. */
  name: string
  /** The code of the menu page whose badge shows it (SH-39): `/order/list`. */
  page: string
  /** Who may see it. */
  permission: string
  /** How many the caller sees. */
  count(ctx: Ctx): Promise<number>
}

const counters = new Map<string, TodoCounter>()

/** Adds a counter to bell and sidebar; the area that owns the rows does so when its routes are served. */
export function addTodoCounter(counter: TodoCounter): void {
  counters.set(counter.name, counter)
}

/**
 * What the caller has to do, by name: the counters he may see.
 * @param known counts of callers who see the same, filled as it goes: many callers cost one count for each scope
 */
export async function countTodo(ctx: Ctx, known = new Map<string, Promise<number>>()): Promise<Record<string, number>> {
  const { actor } = ctx
  const seen = [...counters.values()].filter(({ permission }) => holds(actor, permission))
  const scope = actor.scope.all ? 'all' : JSON.stringify([actor.scope, actor.userId])
  const counts = seen.map(async ({ name, count }) => {
    const key = `${name} ${scope}`
    const counting = known.get(key) ?? count(ctx)
    known.set(key, counting)
    return [name, await counting] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** How much there is to do on each page, by the page's code; nothing for pages without (SH-39). */
export async function countBadges(ctx: Ctx): Promise<Map<string, number>> {
  const counts = await countTodo(ctx)
  const badges = new Map<string, number>()
  for (const [name, count] of Object.entries(counts)) {
    const page = counters.get(name)?.page ?? ''
    if (count) badges.set(page, (badges.get(page) ?? 0) + count)
  }
  return badges
}

/** To be called in the transaction that changes what one of the counters counts. */
export function todoChanged(tx: Ctx): Promise<void> {
  return tellTodoChanged(tx)
}
