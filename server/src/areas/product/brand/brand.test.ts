import { brand } from '@zhanggui/contract/product/brand.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openProductShop, productDraft } from '../../../testing/product.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { products } from '../product/product.tables.ts'
import { brands } from './brand.tables.ts'

const all = Object.values(brand)

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = (name: string, more: object = {}) => staff.call(brand.save, { body: { name, ...more } })
  return { shop, staff, save }
}

const brandProduct = async ({ ctx }: Shop, storeName: string, brandId: number, isDel = false) => {
  const row = { storeName, brandId, isDel, image: '', sliderImage: [], tempId: 1, cateIds: [] }
  const [saved] = await ctx.db.insert(products).values(row).returning({ id: products.id })
  return saved?.id ?? 0
}

crudLaws(brand, {
  a: 'a brand',
  what: '品牌',
  taken: ['品牌已存在', 'name'],
  draft: (name) => ({ name }),
})

test('a brand with missing or invalid fields is refused', async () => {
  const { staff } = await openDesk()
  for (const [body, message] of [
    [{}, '请输入品牌名称'],
    [{ name: '长'.repeat(33) }, '品牌名称不能超过32个字符，请缩短'],
    [{ name: '海', sort: -1 }, '排序不能小于0'],
  ] as const) {
    const answer = await staff.send('POST', '/admin/store/brand/save', body)
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { message } })
  }
})

test('brands are listed in order, with the first letter of their name and their number of products', async () => {
  const { shop, staff, save } = await openDesk()
  const { id } = (await save('华为', { sort: 1 })).body
  await save('Nike', { sort: 9, isShow: false })
  await save('361度')
  await brandProduct(shop, '手机', id)
  await brandProduct(shop, '旧款', id, true)
  const { body } = await staff.call(brand.list, { query: {} })
  expect(body.list.map(({ name, initial, productCount }) => [name, initial, productCount])).toEqual([
    ['Nike', 'N', 0],
    ['华为', 'H', 1],
    ['361度', '#', 0],
  ])
  const shown = await staff.call(brand.list, { query: { isShow: true, keywords: '华' } })
  expect(shown.body.list.map(({ name }) => name)).toEqual(['华为'])
  await staff.call(brand.update, { body: { id, name: '小米' } })
  expect((await staff.call(brand.info, { params: { id } })).body).toMatchObject({ initial: 'X', sort: 1, version: 1 })
})

test('a brand cannot be deleted while it has products that are not completely deleted', async () => {
  const { shop, staff, save } = await openDesk()
  const { id } = (await save('华为')).body
  const phone = await brandProduct(shop, '手机', id)
  await brandProduct(shop, '旧款', id, true)
  const remove = () => staff.call(brand.remove, { params: { id } })
  expect(await remove()).toMatchObject({
    status: 422,
    body: { code: 'IN_USE', uses: [{ type: 'product', id: phone, name: '手机' }] },
  })
  await shop.ctx.db.update(products).set({ isDel: true }).where(eq(products.id, phone))
  expect((await remove()).body).toEqual({})
})

test('when a brand is deleted and given to a product at the same time, only one of the two succeeds', async () => {
  const { shop, staff: seller, cateId } = await openProductShop()
  const staff = await shop.signIn({ can: all })
  for (let round = 0; round < 5; round++) {
    const { id } = (await staff.call(brand.save, { body: { name: `牌${round}` } })).body
    const [given, removed] = await Promise.all([
      seller.call(product.save, { body: productDraft(cateId, { brandId: id }) }),
      staff.call(brand.remove, { params: { id } }),
    ])
    expect([given.status, removed.status].sort()).toEqual([200, 422])
    expect(await shop.ctx.db.$count(brands, eq(brands.id, id))).toBe(given.status === 200 ? 1 : 0)
  }
})
