import type { TodoCounterName } from '@zhanggui/domain/message/todo-counters.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds, withContext } from '../../../platform/http/context.ts'
import { allPages, defineLive, onReport, report } from '../../../platform/work/live.ts'

/** Minimum interval between two pushes of the counters. */
const PUSH_MS = 2000

/** Something to be done, counted by an area. */
export type TodoCounter = {
  /** Its name on the wire. */
  name: TodoCounterName
  /** The component of the page whose menu item shows the count: `order/order-list`. */
  page: string
  /** The permission to see it. */
  permission: string
  /** It differs between callers of the same scope: what is the caller's own counts otherwise. */
  personal?: true
  /** The count for the caller. */
  count(ctx: Ctx): Promise<number>
}

/** The counters of bell and sidebar, added by the areas that own the rows. */
export const todoCounters = defineHook<TodoCounter>('todo counters')

/** Things to do: by name, and added up for each page with a badge. */
export type Todo = { todo: Record<string, number>; badges: Record<string, number> }

/**
 * The counters the caller may see.
 * @param known counts by scope, filled on the way: callers with the same scope cost one count
 */
export async function countTodo(ctx: Ctx, known = new Map<string, Promise<number>>()): Promise<Todo> {
  const { actor } = ctx
  const scope = actor.scope.all ? 'all' : JSON.stringify([actor.scope, actor.userId])
  const result: Todo = { todo: {}, badges: {} }
  for (const { name, page, permission, personal, count } of ctx.platform.hooks.of(todoCounters)) {
    if (!holds(actor, permission)) continue
    const key = `${name} ${personal ? actor.userId : scope}`
    const counting = known.get(key) ?? count(ctx)
    known.set(key, counting)
    const number = await counting
    result.todo[name] = number
    result.badges[page] = (result.badges[page] ?? 0) + number
  }
  return result
}

/** A counter has changed. */
const changed = defineLive<null>('live.todo')

/** Call this in the transaction that changes what a counter counts. */
export function todoChanged(tx: Ctx): Promise<void> {
  return report(tx, changed, null)
}

/** Pushes the current counters to open pages. */
export const pushTodo = onReport(
  changed,
  async (own) => {
    const known = new Map<string, Promise<number>>()
    for (const page of allPages(own.platform))
      page.send('badge', await countTodo(withContext(own, { caller: page.actor }), known))
  },
  { everyMs: PUSH_MS },
)
