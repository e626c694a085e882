import { type FreightTemplateDraft, freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { productSkus, products } from '../product/product.tables.ts'

const all = Object.values(freightTemplate)
const [BEIJING, GUANGDONG, GUANGZHOU, TIANHE, SHANGHAI, SHANGHAI_CITY, PUDONG] = [
  ...[110000, 440000, 440100, 440106, 310000, 310100, 310115],
] as const
const DONGCHENG = 110101

/** The template of the examples. */
const draft: FreightTemplateDraft = {
  name: '自定义运费',
  appoint: 2,
  type: 1,
  sort: 5,
  regionList: [
    { isDefault: true, areas: [], first: 1, firstPrice: 10, renewal: 1, renewalPrice: 5 },
    { areas: [[BEIJING]], first: 2, firstPrice: 8, renewal: 2, renewalPrice: 3 },
  ],
  freeList: [{ areas: [[SHANGHAI, SHANGHAI_CITY, PUDONG]], number: 5, price: 99 }],
}

async function openFreight() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = (change: Partial<FreightTemplateDraft> = {}) =>
    staff.call(freightTemplate.save, { body: { ...draft, ...change } })
  return { shop, staff, save }
}

/** A product with one SKU and this template. */
async function makeProduct({ ctx }: Shop, tempId: number, storeName = '毛巾', isDel = false) {
  const [product] = await ctx.db
    .insert(products)
    .values({ image: 'a.png', sliderImage: ['a.png'], storeName, cateIds: [1], tempId, isDel })
    .returning({ id: products.id })
  if (!product) throw new Error('the product was not stored')
  const sku = { productId: product.id, attrValue: {}, attrKey: '{}', suk: '默认', image: 'a.png' }
  const [saved] = await ctx.db
    .insert(productSkus)
    .values({ ...sku, unique: String(product.id).padStart(8, '0'), priceFen: 6000, weight: 0.4 })
    .returning({ id: productSkus.id })
  return { productId: product.id, skuId: saved?.id ?? 0 }
}

test('freight templates can be neither seen nor changed without their permissions', async () => {
  const { shop } = await openFreight()
  const stranger = await shop.signIn()
  const calls = [
    stranger.call(freightTemplate.list),
    stranger.call(freightTemplate.info, { query: { id: 1 } }),
    stranger.call(freightTemplate.save, { body: draft }),
    stranger.call(freightTemplate.update, { body: { id: 1, ...draft } }),
    stranger.call(freightTemplate.remove, { query: { id: 1 } }),
    stranger.call(freightTemplate.regions, { query: { tempId: 1 } }),
    stranger.call(freightTemplate.frees, { query: { tempId: 1 } }),
    stranger.call(freightTemplate.lacking, { query: { id: 1, type: 2 } }),
    stranger.call(freightTemplate.trial, { body: { tempId: 1, cityId: BEIJING } }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(9).fill(403))
})

test('a template with overlapping areas, inconsistent rules or unknown areas is refused', async () => {
  const { save } = await openFreight()
  const wrong: [Partial<FreightTemplateDraft>, number, string][] = [
    [{ regionList: [] }, 400, '请设置区域运费'],
    [{ regionList: draft.regionList?.slice(1) }, 400, '不包邮，最少需要一条公共区域运费数据'],
    [{ freeList: [...(draft.freeList ?? []), ...(draft.freeList ?? [])] }, 400, '「上海市 浦东新区」重复设置'],
    [
      { regionList: [...(draft.regionList ?? []), ...(draft.regionList?.slice(1) ?? [])] },
      ...([400, '「北京市」重复设置'] as const),
    ],
    [{ freeList: [{ areas: [[BEIJING, 123456]] }] }, 422, '所选地区不存在，请重新选择'],
    [{ freeList: [{ areas: [[BEIJING, GUANGZHOU]] }] }, 422, '所选地区不存在，请重新选择'],
    [{ name: ' ' }, 400, '请输入模板名称'],
  ]
  for (const [change, status, message] of wrong) expect(await save(change)).toMatchObject({ status, body: { message } })
})

test('a price with three decimals is refused, naming the row', async () => {
  const { staff } = await openFreight()
  const regionList = [{ ...draft.regionList?.[0], firstPrice: '9.999' }]
  const answer = await staff.send('POST', freightTemplate.save.path, { ...draft, regionList })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'regionList[0].firstPrice' }] } })
})

test('a template is read as it was saved; amounts may be decimal texts', async () => {
  const { staff, save } = await openFreight()
  const { body: saved } = await save({ undelivery: true, noDeliveryList: [{ areas: [[GUANGDONG, GUANGZHOU]] }] })
  const { body } = await staff.call(freightTemplate.info, { query: { id: saved.id } })
  expect(body).toEqual({
    id: saved.id,
    version: 0,
    name: '自定义运费',
    appoint: 2,
    type: 1,
    sort: 5,
    undelivery: true,
    regionList: [
      { isDefault: true, areas: [], first: 1, firstPrice: 10, renewal: 1, renewalPrice: 5 },
      { isDefault: false, areas: [[BEIJING]], first: 2, firstPrice: 8, renewal: 2, renewalPrice: 3 },
    ],
    freeList: [{ areas: [[SHANGHAI, SHANGHAI_CITY, PUDONG]], number: 5, price: 99, freeMode: 'or' }],
    noDeliveryList: [{ areas: [[GUANGDONG, GUANGZHOU]] }],
  })
  const regions = await staff.call(freightTemplate.regions, { query: { tempId: saved.id } })
  expect(regions.body).toEqual(body.regionList)
  const frees = await staff.call(freightTemplate.frees, { query: { tempId: saved.id } })
  expect(frees.body).toEqual(body.freeList)
  const texts = [{ ...draft.regionList?.[0], firstPrice: '9.90' }]
  const answer = await staff.send('POST', freightTemplate.save.path, { ...draft, name: '文本', regionList: texts })
  expect(answer.status).toBe(200)
})

test('every shop has a template 全国包邮 with the id 1 that cannot be deleted', async () => {
  const { staff, save } = await openFreight()
  const { body } = await staff.call(freightTemplate.list)
  expect(body.list).toMatchObject([{ id: 1, name: '全国包邮', appoint: 0, usedCount: 0 }])
  const answer = await staff.call(freightTemplate.remove, { query: { id: 1 } })
  expect(answer).toMatchObject({ status: 422, body: { message: '默认的「全国包邮」模板不能删除' } })
  expect((await save()).body.id).toBe(2)
})

test('templates are ordered by sort, then newest first, and are found by name', async () => {
  const { staff, save } = await openFreight()
  await save({ name: '甲', sort: 1 })
  await save({ name: '乙', sort: 9 })
  await save({ name: '丙', sort: 9 })
  const names = async (keywords?: string) =>
    (await staff.call(freightTemplate.list, { query: { keywords } })).body.list.map(({ name }) => name)
  expect(await names()).toEqual(['丙', '乙', '甲', '全国包邮'])
  expect(await names('乙')).toEqual(['乙'])
  expect(await names('%')).toEqual([])
})

test('of two templates saved at once under one name, one is stored and the other refused', async () => {
  const { save } = await openFreight()
  const answers = await Promise.all([save(), save()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await save()).toMatchObject({ status: 409, body: { message: '模板名称已存在,请更换模板名称!' } })
})

test('a change replaces all rules; one based on an old version is refused', async () => {
  const { shop, staff, save } = await openFreight()
  const { id, version } = (await save()).body
  const regionList = draft.regionList?.slice(0, 1) ?? []
  const change = { id, version, ...draft, name: '改', regionList, freeList: [] }
  const update = () => staff.call(freightTemplate.update, { body: change })
  expect(await update()).toMatchObject({ status: 200, body: { id, version: 1 } })
  expect(await update()).toMatchObject({ status: 409, body: { current: { version: 1, name: '改' } } })
  const { body } = await staff.call(freightTemplate.info, { query: { id } })
  expect(body).toMatchObject({ name: '改', regionList: [{ isDefault: true }], freeList: [] })
  const { rows } = await shop.ctx.db.execute(sql`select 1 from freight_region where temp_id = ${id}`)
  expect(rows).toHaveLength(1)
  expect(await staff.call(freightTemplate.update, { body: { ...change, id: 99 } })).toMatchObject({ status: 404 })
  const taken = await staff.call(freightTemplate.update, { body: { ...change, version: 1, name: '全国包邮' } })
  expect(taken).toMatchObject({ status: 409, body: { message: '模板名称已存在,请更换模板名称!' } })
})

test('a template cannot be deleted until its products have another one or are completely deleted', async () => {
  const { shop, staff, save } = await openFreight()
  const [{ id }, { id: other }] = [(await save()).body, (await save({ name: '另一个' })).body]
  const { productId } = await makeProduct(shop, id)
  await makeProduct(shop, id, '删了的', true)
  const remove = (replaceWith?: number) => staff.call(freightTemplate.remove, { query: { id, replaceWith } })
  const [row] = (await staff.call(freightTemplate.list, { query: { keywords: '自定义' } })).body.list
  expect(row?.usedCount).toBe(1)
  expect(await remove()).toMatchObject({
    status: 422,
    body: {
      message: '有商品使用此运费模板，无法删除',
      code: 'IN_USE',
      uses: [{ type: 'product', id: productId, name: '毛巾' }],
    },
  })
  expect(await remove(99)).toMatchObject({ status: 422, body: { message: '改用的运费模板不存在，请刷新后重试' } })
  expect(await remove(id)).toMatchObject({ status: 422, body: { message: '请选择另一个运费模板' } })
  expect(await remove(other)).toMatchObject({ status: 200 })
  const [moved] = await shop.ctx.db.select().from(products).where(sql`id = ${productId}`)
  expect(moved).toMatchObject({ tempId: other, version: 1 })
  expect(await remove()).toMatchObject({ status: 404 })
})

test('an area that a template has a rule for cannot be deleted', async () => {
  const { shop, save } = await openFreight()
  const { id } = (await save()).body
  const admin = await shop.signInAdmin()
  const districts = (await admin.call(region.list, { query: { parentId: SHANGHAI_CITY } })).body
  const remove = (code: number) =>
    admin.call(region.remove, { query: { id: districts.find(({ cityId }) => cityId === code)?.id ?? 0 } })
  expect(await remove(PUDONG)).toMatchObject({
    status: 422,
    body: { code: 'IN_USE', uses: [{ type: 'freight-template', id, name: '自定义运费' }] },
  })
  expect((await remove(PUDONG + 1)).status).toBe(200)
})

test('of two templates replaced by each other at once, one is deleted and the other keeps the products', async () => {
  const { shop, staff, save } = await openFreight()
  const [{ id: one }, { id: two }] = [(await save()).body, (await save({ name: '另一个' })).body]
  await makeProduct(shop, one)
  await makeProduct(shop, two)
  const remove = (id: number, replaceWith: number) => staff.call(freightTemplate.remove, { query: { id, replaceWith } })
  const answers = await Promise.all([remove(one, two), remove(two, one)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const kept = answers[0].status === 200 ? two : one
  const rows = await shop.ctx.db.select({ tempId: products.tempId }).from(products)
  expect(rows).toEqual([{ tempId: kept }, { tempId: kept }])
})

test('a trial returns the delivery fee and explains it', async () => {
  const { staff, save } = await openFreight()
  const { id: tempId } = (await save()).body
  const attempt = async (cityId: number, num: number, amount = 0) =>
    (await staff.call(freightTemplate.trial, { body: { tempId, cityId, num, amount } })).body
  expect(await attempt(DONGCHENG, 5)).toEqual({
    fee: 14,
    rule: 'region',
    explain: '按该地区的运费：共 5 件，首 2 件 8.00 元；超出 3 件，每 2 件 3.00 元，计 2 次，合计 14.00 元',
  })
  expect(await attempt(TIANHE, 3)).toMatchObject({ fee: 20, rule: 'default' })
  expect(await attempt(PUDONG, 2, 120)).toMatchObject({ fee: 0, rule: 'free' })
  expect(await attempt(PUDONG, 4, 60)).toMatchObject({ fee: 25, rule: 'default' })
  const weighed = await save({
    name: '按重量',
    type: 2,
    freeList: [],
    regionList: [{ isDefault: true, first: 1, firstPrice: 10, renewal: 0.5, renewalPrice: 2 }],
  })
  const { body } = await staff.call(freightTemplate.trial, {
    body: { tempId: weighed.body.id, cityId: TIANHE, weight: 2.3 },
  })
  expect(body).toMatchObject({ fee: 16 })
})

test('a trial of SKUs takes their weights and prices from the catalogue', async () => {
  const { shop, staff, save } = await openFreight()
  const { id: tempId } = (await save()).body
  const { skuId } = await makeProduct(shop, tempId)
  const attempt = (sku: number) =>
    staff.call(freightTemplate.trial, { body: { tempId, cityId: PUDONG, items: [{ skuId: sku, num: 2 }] } })
  expect(await attempt(skuId)).toMatchObject({ status: 200, body: { fee: 0, rule: 'free' } })
  expect(await attempt(skuId + 1)).toMatchObject({ status: 422 })
})

test('staff who change the measure of a template see how many SKUs have no weight or volume', async () => {
  const { shop, staff, save } = await openFreight()
  const { id } = (await save()).body
  await makeProduct(shop, id)
  await makeProduct(shop, 1)
  const lacking = async (type: 2 | 3) => (await staff.call(freightTemplate.lacking, { query: { id, type } })).body.skus
  expect([await lacking(2), await lacking(3)]).toEqual([0, 1])
})

test('the shop-wide rule makes a trial free; areas without delivery are reported; an unknown area is refused', async () => {
  const { shop, staff, save } = await openFreight()
  const { id: tempId } = (
    await save({ undelivery: true, noDeliveryList: [{ areas: [[GUANGDONG, GUANGZHOU, TIANHE]] }] })
  ).body
  await writeSettings(shop.ctx, { store_free_postage_switch: true, store_free_postage: 9900 })
  const attempt = (cityId: number, amount: number) =>
    staff.call(freightTemplate.trial, { body: { tempId, cityId, num: 1, amount } })
  expect((await attempt(DONGCHENG, 98.99)).body).toMatchObject({ fee: 8 })
  expect((await attempt(DONGCHENG, 99)).body).toMatchObject({ fee: 0, rule: 'shop' })
  expect((await attempt(TIANHE, 99)).body).toEqual({
    fee: 0,
    rule: 'refused',
    explain: '「试算商品」不支持配送到该地区',
  })
  expect(await attempt(999_999, 1)).toMatchObject({ status: 422, body: { message: '收货地区不存在，请重新选择' } })
})

test('the audit trail records changes of templates with their rules before and after', async () => {
  const { shop, staff, save } = await openFreight()
  const { id, version } = (await save()).body
  await staff.call(freightTemplate.update, { body: { id, version, ...draft, name: '改' } })
  await staff.call(freightTemplate.remove, { query: { id } })
  const { rows } = await shop.ctx.db.execute(
    sql`select action, object_name from audit_entry where object_type = 'freight-template' order by id`,
  )
  expect(rows).toEqual([
    { action: 'create', object_name: '自定义运费' },
    { action: 'update', object_name: '改' },
    { action: 'delete', object_name: '改' },
  ])
})
