import type { Route } from '@zhanggui/contract/routes.ts'
import { isForStaff } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { viewedQuery } from '@zhanggui/contract/setting/saved-view.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'

/** What a page is asked for by, which is no filter. */
const paging = ['page', 'limit', 'size', 'sort']
/** Lists that are not walked over: those kept in memory, and that of a store's own staff, which the desk reads the same way. */
const unwalked = ['menu.list', 'category.list', 'front-staff.list']
/** What else has to be asked for, for a filter to matter. */
const together: readonly Input[] = [{}, { dateLimit: '2026-01-01,2026-01-02' }, { sort: 'price' }]

type Input = Record<string, unknown>
type Schema = {
  title?: string
  type?: string
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  items?: Schema
  minimum?: number
}

test('every filter of a paged list reaches a statement', async () => {
  const { forget, said } = listenToStatements()
  const shop = await openShop()
  await liftRateLimits(shop)
  const [admin, buyer] = [await shop.signInAdmin(), await shop.buyer()]
  // Goods are listed by the coupon that they are for, which has to be there.
  await shop.ctx.db.execute(sql`
    insert into coupon (id, name, money_fen, use_type, type) overriding system value values (1, '券', 100, 2, 1)`)
  const lists = shop.app.routes.filter((route) => isList(route) && !unwalked.includes(route.name))
  expect(lists.length).toBeGreaterThan(60)
  const unread: string[] = []
  for (const route of lists) {
    const caller = isForStaff(route) ? admin : buyer
    const ask = async (input: Input) => {
      forget()
      const { status } = await send(caller, route, { ...required, ...input })
      return { status, statements: said() }
    }
    const [fields, required] = [fieldsOf(route), requiredOf(route)]
    const usualOf = remembered(ask)
    for (const [filter, schema] of Object.entries(fields)) {
      if (paging.includes(filter) || filter in required) continue
      if (!(await isRead(ask, usualOf, filter, schema))) unread.push(`${route.name} ${filter}`)
    }
  }
  expect(unread, 'filters that no statement reads').toEqual([])
}, 240_000)

type Ask = (input: Input) => Promise<{ status: number; statements: string[] }>
type UsualOf = (input: Input) => Promise<ReadonlySet<string>>

/** What a list reads without further filters; asked once. */
function remembered(ask: Ask): UsualOf {
  const known = new Map<Input, Promise<ReadonlySet<string>>>()
  // Twice: what is read once, and remembered, is no answer to a filter.
  const read = async (input: Input) => new Set([...(await ask(input)).statements, ...(await ask(input)).statements])
  return (input) => {
    const found = known.get(input) ?? read(input)
    known.set(input, found)
    return found
  }
}

/** Whether some value of a filter makes a statement that the list does not send without it. */
async function isRead(ask: Ask, usualOf: UsualOf, filter: string, schema: Schema): Promise<boolean> {
  for (const others of together) {
    const usual = await usualOf(others)
    for (const value of valuesOf(schema)) {
      const { status, statements } = await ask({ ...others, [filter]: value })
      if (status === 200 && statements.some((each) => !usual.has(each))) return true
    }
  }
  return false
}

function fieldsOf({ query, body }: Route): Record<string, Schema> {
  return { ...query?.properties, ...(body as TObject | undefined)?.properties } as Record<string, Schema>
}

/** What a list cannot be asked without. */
function requiredOf(route: Route): Input {
  const required = [route.query, route.body].flatMap(
    (part) => (part as { required?: string[] } | undefined)?.required ?? [],
  )
  const fields = fieldsOf(route)
  return Object.fromEntries(required.map((name) => [name, valuesOf(fields[name] ?? {})[0]]))
}

/** Lists of staff, and of buyers but for those of one object. */
function isList(route: Route): boolean {
  if (isForStaff(route)) return viewedQuery(route) !== undefined
  const fields = fieldsOf(route)
  return route.method === 'GET' && !route.params && 'page' in fields && 'limit' in fields
}

function send(caller: Caller, { method, path }: Route, input: Record<string, unknown>) {
  if (method !== 'GET') return caller.send(method, path, input)
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return caller.send(method, `${path}?${query}`)
}

/** Values that a filter takes, most of which find something else than all. */
function valuesOf(schema: Schema): unknown[] {
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  if (schema.anyOf) return schema.anyOf.flatMap(valuesOf)
  if (schema.title === '时间范围') return ['2026-01-01,2026-01-02']
  if (schema.type === 'array') return valuesOf(schema.items ?? {})
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'integer' || schema.type === 'number') return [Math.max(1, schema.minimum ?? 1)]
  return ['7', '红豆', 'create']
}

/** Listens to what servers opened from now on read: their statements with the values, but for times. */
function listenToStatements() {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  const told = (value: unknown) => (value instanceof Date ? 'a time' : value)
  return {
    forget: () => spy.mockClear(),
    said: () =>
      (spy.mock.calls as unknown[][]).flatMap(([statement, given]) => {
        const { text, values } = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig)
        if (!/^\s*(select|with)/i.test(text)) return []
        return [JSON.stringify([text, ((values ?? given ?? []) as unknown[]).map(told)])]
      }),
  }
}
