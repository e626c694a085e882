import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TSchema } from '@zhanggui/contract/schema.ts'
import { expect, test } from 'vitest'
import { type Caller, openShop } from '../shop.ts'
import { trailOf } from '../trail.ts'

type Writing = Route<RouteSpec & { body: TSchema }>
type Kept = { save: Writing; update: Writing; remove: Route; info?: Route }

type Laws = {
  /** The object in test titles, with its spec number: `2.12 a brand`. */
  a: string
  /** The object in messages: 品牌. */
  what: string
  /** The message, and the field it concerns, when the name is taken. */
  taken: readonly [message: string, field: string]
  /** A name, an equivalent spelling that also counts as taken, and a different name. */
  names?: readonly [name: string, same: string, other: string]
  /** The form of a row with that name; `place` is the result of the preparation. */
  draft: (name: string, place: number) => object
  /** Makes the object a row belongs to. */
  prepare?: (staff: Caller) => Promise<number>
  /** The routes the preparation calls. */
  can?: readonly Route[]
}

const UNKNOWN = 999_999

/** Tests the laws every plain object obeys. An object's particulars have their own tests. */
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
    // What is reckoned by the time is no change.
    shop.clock.advance(60_000)
    expect(await trailOf(shop, await update(id, other))).toEqual([])
    const answers = await Promise.all([remove(id), remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    for (const answer of answers) expect(await trailOf(shop, answer)).toEqual(answer.status === 200 ? ['delete'] : [])
    for (const answer of [await update(id, name), await find(id)]) if (answer) expect(answer).toMatchObject(isGone)
  })
}

/** The input that passes a row's id where the route expects it. */
function inputOf({ params, query }: Route, id: number): object {
  if (params) return { params: { id } }
  return query ? { query: { id } } : { body: [id] }
}
