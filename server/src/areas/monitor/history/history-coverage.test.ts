import { historyObjects } from '@zhanggui/contract/history-objects.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { expect, test } from 'vitest'
import { type Versioned, versioned } from '../../../platform/data/versioned.ts'
import { openShop } from '../../../testing/shop.ts'
import { titleOfField, titlesOf } from './history-fields.ts'

/** Edited by their version, with their changes shown elsewhere. */
const shownElsewhere = {
  email: 'the audit page; one row, of which the password is never kept',
  shipment: '动态 of the order',
  'component-product': 'the audit page',
  'buyer-message': 'the audit page; what is edited lies in the rule and in its templates',
  'wechat-template': 'the audit page; a sync changes what the platform says',
  'api-key': 'the audit page',
  menu: 'the audit page',
  'decor-page': 'its versions, which are compared and brought back in the designer',
  'page-block': 'the audit page',
  withdrawal: 'the audit page; its state, who approved it and what was paid stand in its row',
}

test('every object that is edited by its version has 修改记录, or it is said where its changes are shown', async () => {
  const { app } = await openShop()
  const edited = app.routes.filter(
    ({ name, body }) => name.endsWith('.update') && 'version' in ((body as { properties?: object })?.properties ?? {}),
  )
  expect(edited.length).toBeGreaterThan(25)
  const others = edited.map(({ object }) => object).filter((object) => !(object in historyObjects))
  expect(others.toSorted()).toEqual(Object.keys(shownElsewhere).toSorted())
  const kept = app.platform.hooks.of(versioned).map(({ object }) => object)
  expect(kept.toSorted()).toEqual(Object.keys(historyObjects).toSorted())
})

/** Figures among a few, which mean themselves, codes that people know, and what is not stored or never changes. */
const plain = [
  ...['product-reply.productScore', 'product-reply.serviceScore', 'shop-user.clear', 'category.type'],
  ...['region.cityId', 'product.attrValue.productId', 'coupon.phase', 'coupon.lastTotal', 'coupon.budgetUsed'],
]

test('every id and every key in a form or an answer has words in 修改记录, and every name of a field is Chinese', async () => {
  const { app } = await openShop()
  const raw = app.platform.hooks.of(versioned).flatMap((kept) => {
    const { update, info, list } = Object.fromEntries(
      app.routes.filter(({ object }) => object === kept.object).map((route) => [route.name.split('.')[1], route]),
    ) as Record<string, Route | undefined>
    const answer = (info?.response ?? rowOf(list?.response as Shape)) as Shape
    // What stands in the trail, but not in a form: states, names and figures that the server keeps.
    const whole = answer.properties?.[kept.object] ?? answer
    const leaves = new Map([...leavesOf(whole), ...leavesOf(update?.body as Shape)])
    return [...leaves].flatMap(([path, shape]) => {
      if (kept.copies?.some((copy) => path === copy || path.startsWith(`${copy}.`))) return []
      const title = path.includes('.')
        ? titlesOf(kept)[path.slice(path.lastIndexOf('.') + 1)]
        : titleOfField(kept, path)
      const wrong = isHan(title ?? '') ? whyRaw(kept, path, shape) : 'no title'
      return wrong && !plain.includes(`${kept.object}.${path}`) ? [`${kept.object}.${path}: ${wrong}`] : []
    })
  })
  expect(raw).toEqual([])
  const all = app.platform.hooks.of(versioned)
  const named = all.filter(({ name }) => name).map(({ object }) => object)
  const referred = all.flatMap(({ refs = {} }) => Object.values(refs)).filter((one) => typeof one === 'string')
  expect(referred.filter((object) => !named.includes(object))).toEqual([])
})

type Shape = {
  title?: string
  type?: string
  enum?: unknown[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/** The rows of a list. */
function rowOf({ items, properties: { list, content } = {} }: Shape): Shape {
  return items ?? list?.items ?? content?.items ?? {}
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

/** The values in a form, with their paths; a reference `{ id }` is one of them. */
function leavesOf(shape: Shape, path = ''): [string, Shape][] {
  const { properties, items, anyOf } = shape
  const inner = anyOf?.find((one) => one.properties ?? one.items)
  if (inner) return leavesOf(inner, path)
  if (items) return leavesOf(items, path)
  if (!properties || (path && Object.keys(properties).join() === 'id')) return [[path, shape]]
  return Object.entries(properties).flatMap(([key, each]) => leavesOf(each, path ? `${path}.${key}` : key))
}

/** What would be told of a value as it is stored; undefined if staff can read it. */
function whyRaw(kept: Versioned, path: string, shape: Shape): string | undefined {
  const { refs, words, object } = kept
  const [key = ''] = path.split('.').slice(-1)
  if (key === 'id' || key === 'version') return undefined
  if (path !== key && !isHan(titlesOf(kept)[key] ?? key)) return `${key} has no title`
  // The trail keeps these with their names.
  const isNamed = shape.properties && ['admin-user', 'post'].includes(object)
  const isId =
    shape.properties || /(^[up]i|Ui|I)ds?$/.test(key) || /编号$/.test(shape.title ?? '') || key === 'parentId'
  if (isId && (shape.properties || shape.type === 'integer') && !isNamed && !refs?.[path]) return 'an id without a name'
  const known = words?.[path]
  const isTold = (value: unknown) => typeof known === 'function' || known?.[String(value)] || isHan(String(value))
  const untold = (shape.enum ?? []).filter((value) => !isTold(value))
  return untold.length ? `${untold.join()} without words` : undefined
}
