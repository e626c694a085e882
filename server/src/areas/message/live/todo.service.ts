import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds, withContext } from '../../../platform/http/context.ts'
import { allPages, bringing, defineLive, report } from '../../../platform/work/live.ts'

/** Changed counters are brought once in so long. */
const BRING_MS = 2000

/** Something that waits to be done, as an area counts it. */
export type TodoCounter = {
  /** Its name on the wire: `ordersToShip`. */
  name: string
  /** The component of the page whose menu item shows it (SH-39): `order/order-list`. */
  page: string
  /** Who may see it. */
  permission: string
  /** How many the caller sees. */
  count(ctx: Ctx): Promise<number>
}

/** The counters of bell and sidebar, each added by the area that owns the rows. */
export const todoCounters = defineHook<TodoCounter>('todo counters')

/** What somebody has to do: by name, and added up for each page that has a badge. */
export type Todo = { todo: Record<string, number>; badges: Record<string, number> }

/**
 * What the caller has to do: the counters he may see.
 * @param known counts of callers who see the same, filled as it goes: many callers cost one count for each scope
 */
export async function countTodo(ctx: Ctx, known = new Map<string, Promise<number>>()): Promise<Todo> {
  const { actor } = ctx
  const scope = actor.scope.all ? 'all' : JSON.stringify([actor.scope, actor.userId])
  const result: Todo = { todo: {}, badges: {} }
  for (const { name, page, permission, count } of ctx.platform.hooks.of(todoCounters)) {
    if (!holds(actor, permission)) continue
    const key = `${name} ${scope}`
    const counting = known.get(key) ?? count(ctx)
    known.set(key, counting)
    const number = await counting
    result.todo[name] = number
    result.badges[page] = (result.badges[page] ?? 0) + number
  }
  return result
}

/** Something to do has come or gone. */
const changed = defineLive<null>('live.todo')

/** To be called in the transaction that changes what one of the counters counts. */
export function todoChanged(tx: Ctx): Promise<void> {
  return report(tx, changed, null)
}

/** Has open pages show what there is to do now (trade chapter, 10.2: badge). */
export const bringTodo = bringing(
  changed,
  async (own) => {
    const known = new Map<string, Promise<number>>()
    for (const page of allPages(own.platform))
      page.send('badge', await countTodo(withContext(own, { caller: page.actor }), known))
  },
  { everyMs: BRING_MS },
)
