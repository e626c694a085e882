import { product } from '@zhanggui/contract/product/product.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import type { LabelRule } from '@zhanggui/domain/product/product-label.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formOf, makeProduct, openProductShop, productDraft, readProduct } from '../../../testing/product.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { products } from '../product/product.tables.ts'
import { applyLabelRules } from './product-label.service.ts'

const all = Object.values(productLabel)
const DAY_MS = 24 * 3600_000

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const add = async (name: string, more: { rule?: LabelRule; sort?: number } = {}) =>
    (await staff.call(productLabel.save, { body: { name, color: '#ff4d4f', ...more } })).body.id
  return { shop, staff, add }
}

async function labelProduct({ ctx }: Shop, storeName: string, row: Partial<typeof products.$inferInsert> = {}) {
  const [saved] = await ctx.db
    .insert(products)
    .values({ storeName, image: '', sliderImage: [], tempId: 1, cateIds: [], stock: 100, ...row })
    .returning({ id: products.id })
  return saved?.id ?? 0
}

const labelsOf = async ({ ctx }: Shop) => {
  const rows = await ctx.db.select().from(products).orderBy(asc(products.id))
  return Object.fromEntries(rows.map(({ storeName, labelIds }) => [storeName, labelIds]))
}

const run = ({ ctx }: Shop) => applyLabelRules(ctx, new AbortController().signal)

crudLaws(productLabel, {
  a: 'a label',
  what: '商品标签',
  taken: ['标签已存在', 'name'],
  draft: (name) => ({ name, color: '#ff4d4f' }),
})

test('a label with missing or invalid fields is refused', async () => {
  const { staff } = await openDesk()
  for (const [body, message] of [
    [{ color: '#ff4d4f' }, '请输入标签名称'],
    [{ name: '热销' }, '请选择标签颜色'],
    [{ name: '热销', color: 'red' }, '颜色格式如 #1677ff'],
    [{ name: '长'.repeat(13), color: '#ff4d4f' }, '标签名称不能超过12个字符，请缩短'],
    [{ name: '新', color: '#ff4d4f', rule: { kind: 'old', value: 1 } }, '规则只能是new、lowStock、discount之一'],
    [{ name: '新', color: '#ff4d4f', rule: { kind: 'new', value: 0 } }, '规则数值不能小于1'],
    [{ name: '新', color: '#ff4d4f', rule: { kind: 'new' } }, '请输入规则数值'],
  ] as const) {
    const answer = await staff.send('POST', '/admin/store/label/save', body)
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { message } })
  }
})

test('labels are listed in order with their number of products; a deleted label is taken off its products', async () => {
  const { shop, staff, add } = await openDesk()
  const hot = await add('热销')
  const gift = await add('送礼', { sort: 5 })
  await labelProduct(shop, '茶', { labelIds: [hot, gift] })
  await labelProduct(shop, '酒', { labelIds: [hot] })
  const { body } = await staff.call(productLabel.list, { query: {} })
  expect(body.list.map(({ name, productCount }) => [name, productCount])).toEqual([
    ['送礼', 1],
    ['热销', 2],
  ])
  expect((await staff.call(productLabel.remove, { params: { id: hot } })).body).toEqual({})
  expect(await labelsOf(shop)).toEqual({ 茶: [gift], 酒: [] })
})

test('labels with a rule are added and removed by schedule; those assigned by staff stay', async () => {
  const { shop, staff, add } = await openDesk()
  const hand = await add('送礼')
  const fresh = await add('新品', { rule: { kind: 'new', value: 7 }, sort: 3 })
  const few = await add('仅剩少量', { rule: { kind: 'lowStock', value: 10 }, sort: 2 })
  const cheap = await add('大促', { rule: { kind: 'discount', value: 30 }, sort: 1 })
  const old = new Date(shop.clock.now().getTime() - 8 * DAY_MS)
  await labelProduct(shop, '新', { labelIds: [hand] })
  await labelProduct(shop, '旧', { createdAt: old, labelIds: [fresh, hand] })
  await labelProduct(shop, '少', { createdAt: old, stock: 9 })
  await labelProduct(shop, '恰', { createdAt: old, stock: 10, priceFen: 7000, otPriceFen: 10_000 })
  await labelProduct(shop, '廉', { createdAt: old, priceFen: 6999, otPriceFen: 10_000 })
  await labelProduct(shop, '删', { isDel: true })
  expect(await run(shop)).toBe(4)
  const given = { 新: [hand, fresh], 旧: [hand], 少: [few], 恰: [], 廉: [cheap], 删: [] }
  expect(await labelsOf(shop)).toEqual(given)
  expect(await run(shop)).toBe(0)
  const { body } = await staff.call(productLabel.info, { params: { id: few } })
  expect(body).toMatchObject({ rule: { kind: 'lowStock', value: 10 }, version: 0 })
  const manual = { id: few, name: '少量', color: '#000000' }
  expect((await staff.call(productLabel.update, { body: manual })).status).toBe(200)
  expect((await staff.call(productLabel.info, { params: { id: few } })).body.rule).toBeNull()
  shop.clock.advance(8 * DAY_MS)
  expect(await run(shop)).toBe(1)
  expect(await labelsOf(shop)).toEqual({ ...given, 新: [hand] })
})

test('a saved label with a rule is applied without waiting for the nightly run', async () => {
  const { shop, add } = await openDesk()
  await labelProduct(shop, '少', { stock: 1 })
  await shop.app.work()
  const few = await add('仅剩少量', { rule: { kind: 'lowStock', value: 10 } })
  await expect.poll(() => labelsOf(shop)).toEqual({ 少: [few] })
})

test('a product never has more than ten labels', async () => {
  const { shop, add } = await openDesk()
  const hands: number[] = []
  for (let index = 0; index < 10; index++) hands.push(await add(`标${index}`))
  await add('新品', { rule: { kind: 'new', value: 7 } })
  const id = await labelProduct(shop, '多', { labelIds: hands })
  await run(shop)
  const [row] = await shop.ctx.db.select().from(products).where(eq(products.id, id))
  expect(row?.labelIds).toEqual(hands)
})

test('labels assigned by staff come before those of rules up to ten in all, and the product can be saved again', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const keeper = await shop.signIn({ can: all })
  const add = async (name: string, more = {}) =>
    (await keeper.call(productLabel.save, { body: { name, color: '#ff4d4f', ...more } })).body.id
  const rule = await add('新品', { rule: { kind: 'new', value: 7 } })
  const hands: number[] = []
  for (let index = 0; index < 10; index++) hands.push(await add(`标${index}`))
  const { id } = await makeProduct(staff, productDraft(cateId, { labelIds: hands.slice(0, 1) }))
  await run(shop)
  const ruled = await readProduct(staff, id)
  expect(ruled.labelIds).toEqual([...hands.slice(0, 1), rule])
  await staff.call(product.update, { body: { ...formOf(ruled), labelIds: hands } })
  const full = await readProduct(staff, id)
  expect(full.labelIds).toEqual(hands)
  expect((await staff.call(product.update, { body: formOf(full) })).status).toBe(200)
})
