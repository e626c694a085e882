import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TSchema } from '@zhanggui/contract/schema.ts'
import { expect, test } from 'vitest'
import { type Caller, openShop } from './shop.ts'
import { trailOf } from './trail.ts'

type Writing = Route<RouteSpec & { body: TSchema }>
type Kept = { save: Writing; update: Writing; remove: Route; info?: Route }

type Laws = {
  /** What the titles call it, with the number of its promise: `2.12 a brand`. */
  a: string
  /** What refusals call it: 品牌. */
  what: string
  /** What is said, and of which field, when its name is taken. */
  taken: readonly [message: string, field: string]
  /** A name, the same as far as two rows may not have it, and another one. */
  names?: readonly [name: string, same: string, other: string]
  /** The form of a row of that name; `place` is what was prepared. */
  draft: (name: string, place: number) => object
  /** Makes what a row belongs to. */
  prepare?: (staff: Caller) => Promise<number>
  /** Routes that this takes. */
  can?: readonly Route[]
}

const UNKNOWN = 999_999

/** What every object that staff simply keep promises, whatever it is. What is particular to it has tests of its own. */
export function crudLaws(routes: Kept, { a, what, taken, names = ['Apple', 'APPLE', 'Pear'], ...laws }: Laws): void {
  const [name, same, other] = names
  const [message, field] = taken
  const isTaken = { status: 409, body: { code: 'DUPLICATE', message, errors: [{ field, message }] } }
  const isGone = { status: 404, body: { message: `${what}不存在或已被删除` } }

  async function open() {
    const shop = await openShop()
    const staff = await shop.signIn({ can: [...Object.values(routes), ...(laws.can ?? [])] })
    const place = (await laws.prepare?.(staff)) ?? 0
    const save = (as: string) => staff.call(routes.save, { body: laws.draft(as, place) })
    const add = async (as: string) => (await save(as)).body as { id: number; version: number }
    const update = (id: number, as: string, version?: number) =>
      staff.call(routes.update, { body: { id, version, ...laws.draft(as, place) } })
    const remove = (id: number) => staff.call(routes.remove, inputOf(routes.remove, id))
    const find = (id: number) => routes.info && staff.call(routes.info, inputOf(routes.info, id))
    return { shop, save, add, update, remove, find }
  }

  test(`${a} under a name that another one has is refused, and of three added at once all but one are`, async () => {
    const { save, add, update } = await open()
    await add(name)
    expect(await save(same)).toMatchObject(isTaken)
    const { id } = await add(other)
    expect(await update(id, same)).toMatchObject(isTaken)
    const fresh = `${other}s`.toLowerCase()
    const answers = await Promise.all([save(fresh), save(fresh), save(fresh)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test(`ER-41 ${a} is not changed over what somebody else did meanwhile; one that is not there is 404`, async () => {
    const { add, update, remove, find } = await open()
    const { id, version } = await add(name)
    expect(await update(id, other, version)).toMatchObject({ status: 200, body: { id, version: version + 1 } })
    const current = { id, version: version + 1 }
    expect(await update(id, name, version)).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT', current } })
    expect(await update(id, name)).toMatchObject({ status: 200, body: { version: version + 2 } })
    const racing = await Promise.all([update(id, name, version + 2), update(id, other, version + 2)])
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const answer of [await update(UNKNOWN, name), await remove(UNKNOWN), await find(UNKNOWN)])
      if (answer) expect(answer).toMatchObject(isGone)
  })

  test(`${a} is deleted once, of three times at once too, and each change is in the audit trail`, async () => {
    const { shop, save, update, remove, find } = await open()
    const saved = await save(name)
    const { id } = saved.body as { id: number }
    expect(await trailOf(shop, saved)).toEqual(['create'])
    expect(await trailOf(shop, await update(id, other))).toEqual(['update'])
    expect(await trailOf(shop, await update(id, other))).toEqual([])
    const answers = await Promise.all([remove(id), remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    for (const answer of answers) expect(await trailOf(shop, answer)).toEqual(answer.status === 200 ? ['delete'] : [])
    for (const answer of [await update(id, name), await find(id)]) if (answer) expect(answer).toMatchObject(isGone)
  })
}

/** A row's id where the route takes it. */
function inputOf({ params, query }: Route, id: number): object {
  if (params) return { params: { id } }
  return query ? { query: { id } } : { body: [id] }
}
