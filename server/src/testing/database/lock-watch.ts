import pg from 'pg'
import { onTestFinished } from 'vitest'

/** The order in which transactions lock rows, table by table; tables of one place come in any order. */
const places: readonly (readonly string[])[] = [
  ['approval'],
  ['pre_order'],
  ['team'],
  ['store_order'],
  ['draft_order', 'order_edit', 'after_sales'],
  ['shipment'],
  ['payment', 'refund', 'user_recharge', 'user_extract'],
  ['shop_user'],
  ['bargain_session'],
  ['coupon', 'coupon_user'],
  ['promotion_budget'],
  ['activity_sku'],
  ['product_sku'],
]
/** Rows that belong to an order or a recharge: once that is locked nobody else waits for them, whenever they are locked. */
const owned = ['order_edit', 'after_sales', 'shipment', 'payment', 'refund']
const owners = ['store_order', 'user_recharge']
const placeOf = new Map(places.flatMap((tables, place) => tables.map((table) => [table, place] as const)))

/** Deadlock, and a wait for a lock that took too long. */
const STUCK = ['40P01', '55P03']

/** Selects customers and locks them. */
const isOfPeople = /^\s*select\b.*?\bfrom\s+"?shop_user\b.*\bfor\s+(no key )?update\s*$/is

/** What a transaction has locked: tables, the last place among them, and customers. */
type Held = { tables: ReadonlySet<string>; place: number; people: ReadonlySet<number> }
type Result = { fields?: { name: string }[]; rows?: unknown[] }
type Query = (this: pg.Client, ...input: unknown[]) => unknown

/**
 * Watches what the servers of this process lock from now on until the test is over. Call it before a shop is opened.
 * @returns a function that lists, and forgets, transactions that locked a table behind its place or customers out of the order of
 *   their ids, and statements that got stuck
 */
export function watchLocks(): () => string[] {
  const found = new Set<string>()
  const held = new WeakMap<pg.Client, Held>()
  const savepoints = new WeakMap<pg.Client, Map<string, Held>>()
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function watched(...input) {
    const answer = query.apply(this, input)
    const text = textOf(input[0])
    if (!text || !(answer instanceof Promise)) return answer
    note(this, text.replaceAll('"', '').toLowerCase().trim())
    answer.then(
      (result: Result) => notePeople(this, text, result),
      ({ code }: { code?: string }) => {
        if (code && STUCK.includes(code)) found.add(`${code}: ${brief(text)}`)
      },
    )
    return answer
  }
  onTestFinished(() => {
    prototype.query = query
  })

  function note(client: pg.Client, text: string): void {
    const [, step, name = ''] = /^(savepoint|rollback to savepoint) (\w+)$/.exec(text) ?? []
    const own = held.get(client)
    if (/^begin\b/.test(text)) {
      held.set(client, { tables: new Set(), place: -1, people: new Set() })
      savepoints.set(client, new Map())
    } else if (/^(commit|rollback)$/.test(text)) held.delete(client)
    else if (step && own) {
      const known = savepoints.get(client)
      if (step === 'savepoint') known?.set(name, own)
      else held.set(client, known?.get(name) ?? own)
    } else if (own) held.set(client, take(own, text))
  }

  function take(own: Held, text: string): Held {
    // Rows of a table that the transaction has rows of already belong to what it locked first.
    const isFree = owners.some((table) => own.tables.has(table))
    const fresh = lockedBy(text).filter(
      (table) => placeOf.has(table) && !own.tables.has(table) && !(isFree && owned.includes(table)),
    )
    const late = fresh.filter((table) => (placeOf.get(table) ?? 0) < own.place)
    if (late.length) found.add(`${late.join(', ')} behind ${[...own.tables].join(', ')}: ${brief(text)}`)
    return {
      ...own,
      tables: new Set([...own.tables, ...fresh, ...insertedBy(text)]),
      place: Math.max(own.place, ...fresh.map((table) => placeOf.get(table) ?? 0)),
    }
  }

  function notePeople(client: pg.Client, text: string, { fields = [], rows = [] }: Result): void {
    const own = held.get(client)
    const at = fields.findIndex(({ name }) => name === 'id')
    if (!own || at < 0 || !isOfPeople.test(text)) return
    const ids = rows.map((row) => Number(Array.isArray(row) ? row[at] : (row as { id: number }).id))
    const last = Math.max(0, ...own.people)
    const late = ids.filter((id) => id < last && !own.people.has(id))
    if (late.length) found.add(`customer ${late.join(', ')} behind ${[...own.people].join(', ')}: ${brief(text)}`)
    held.set(client, { ...own, people: new Set([...own.people, ...ids]) })
  }

  return () => {
    const all = [...found]
    found.clear()
    return all
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const { text } = (query ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

const brief = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)

const insertedBy = (text: string): string[] =>
  [...text.matchAll(/\binsert\s+into\s+(\w+)/g)].map(([, table = '']) => table)

/** The tables of which a statement locks rows that were there before. */
function lockedBy(text: string): string[] {
  // Nothing waits for what it skips.
  if (text.includes('skip locked')) return []
  const changed = [...text.matchAll(/(?<!\bfor\s+|\bkey\s+|\bdo\s+)\b(?:update|delete\s+from)\s+(\w+)/g)]
  const selected = [...text.matchAll(/\bfor\s+(?:no\s+key\s+update|update|share)\b/g)]
  return [...changed.map(([, table = '']) => table), ...selected.map(({ index }) => tableBefore(text, index))]
}

/** The table that a locking clause is of: that of the nearest `from` in the same parentheses. */
function tableBefore(text: string, end: number): string {
  let depth = 0
  for (let at = end; at >= 0; at--) {
    if (text[at] === ')') depth++
    else if (text[at] === '(') depth--
    if (depth < 0) break
    if (depth > 0) continue
    const [, table] = /^\bfrom\s+(\w+)/.exec(text.slice(at, at + 80)) ?? []
    if (table) return table
  }
  return ''
}
