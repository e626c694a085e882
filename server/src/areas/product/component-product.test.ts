import { componentProduct } from '@zhanggui/contract/component-product.ts'
import { freightTemplate } from '@zhanggui/contract/freight-template.ts'
import { product } from '@zhanggui/contract/product.ts'
import { productStock } from '@zhanggui/contract/product-stock.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/context.ts'
import {
  addComponent,
  componentDraft,
  openComponentShop,
  openWechatShop,
  PICTURE,
  readComponent,
  STRICT_CATEGORY,
} from '../../testing/component.ts'
import { makeForm } from '../../testing/multipart.ts'
import { formOf, readProduct } from '../../testing/product.ts'
import type { Caller, Shop } from '../../testing/shop.ts'
import { trailOf } from '../../testing/trail.ts'
import { paint } from '../../testing/upload-samples.ts'
import { writeSettings } from '../system/setting.service.ts'
import { handleShopEvent } from './component-event.service.ts'
import { reconcileComponents, refreshCategories } from './component-reconcile.service.ts'
import { delistQueued, notePushes, pushNews } from './component-shelf.service.ts'
import { auditSimulated } from './shop-simulator.service.ts'

const signal = new AbortController().signal
const SECOND_MS = 1000

/** The simulated audit of a product's n-th submission. */
const audit = (shop: Shop, productId: number, submission = 1) =>
  auditSimulated(shop.ctx, { outProductId: String(productId), submission })

const say = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  return [status, (body as { message?: string }).message]
}

async function countAll({ ctx }: Shop) {
  const { rows } = await ctx.db.execute(sql`
    select (select count(*) from component_product)::int as products, (select count(*) from component_draft)::int as drafts,
      (select count(*) from component_sku)::int as skus`)
  return rows[0]
}

describe('10.2 adding to the WeChat shop', () => {
  test('is refused while the shop is switched off, for whatever the product lacks, and leaves nothing', async () => {
    const { shop, staff, main, cateId } = await openComponentShop()
    const add = (change = {}) => say(staff.call(componentProduct.add, { body: componentDraft(main, change) }))
    await inTransaction(shop.ctx, (tx) => writeSettings(tx, { wx_shop_mode: 'off' }))
    expect(await add()).toEqual([428, '请先完成微信小店配置'])
    expect((await staff.call(componentProduct.list)).status).toBe(200)
    expect((await staff.call(componentProduct.listCategories)).body).toEqual([])
    await inTransaction(shop.ctx, (tx) => writeSettings(tx, { wx_shop_mode: 'auto' }))
    expect(await add({ title: '短' })).toEqual([400, expect.stringContaining('商品标题')])
    expect(await add({ attrValue: [] })).toEqual([400, '请至少选择一个商品规格'])
    expect(await add({ headImg: [] })).toEqual([400, '请上传商品轮播图'])
    expect(await add({ thirdCatId: 99 })).toEqual([422, '微信商品类目不存在，请重新选择'])
    expect(await add({ thirdCatId: STRICT_CATEGORY })).toEqual([422, '该类目必须上传商品资质图片，请上传！'])
    expect(await add({ tempId: 99 })).toEqual([422, '运费模板不存在，请重新选择'])
    expect(await add({ primaryProductId: 9999 })).toEqual([404, '商品不存在或已被删除'])
    const [sku] = componentDraft(main).attrValue
    if (!sku) throw new Error('no SKU')
    const other = { ...sku, image: 'https://m.example/never.jpg' }
    expect(await add({ attrValue: [other] })).toEqual([422, '规格「红,M」的图片尚未上传到微信，请重新上传'])
    expect(await add({ attrValue: [sku, sku] })).toEqual([400, '规格「红,M」重复'])
    expect(await add({ attrValue: [{ ...sku, id: 9999 }] })).toEqual([422, expect.stringContaining('商品规格不存在')])
    await staff.call(product.remove, { params: { id: main.id } })
    expect(await add()).toEqual([409, '商品已删除'])
    expect(cateId).toBeGreaterThan(0)
    expect(await countAll(shop)).toEqual({ products: 0, drafts: 0, skus: 0 })
  })

  test('of one product many times at once happens once', async () => {
    const { shop, staff, main } = await openComponentShop()
    const body = componentDraft(main)
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.call(componentProduct.add, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '该商品已添加到小店' })
    expect(await countAll(shop)).toEqual({ products: 1, drafts: 1, skus: 4 })
  })

  test('beyond the limits of the settings waits for the next slot', async () => {
    const { shop, staff, main } = await openComponentShop()
    await inTransaction(shop.ctx, (tx) => writeSettings(tx, { wx_shop_hour_limit: 1 }))
    const added = await addComponent(staff, componentDraft(main))
    await audit(shop, added.productId)
    const { primaryProductId: _, ...form } = componentDraft(main)
    const refused = await staff.call(componentProduct.update, { body: { ...form, productId: added.productId } })
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', message: expect.stringContaining('提交次数已达上限') },
    })
  })
})

describe('§15.24 in simulator mode', () => {
  test('a product that is added is in audit, and on sale once it passed', async () => {
    const { shop, staff, main } = await openComponentShop()
    const answer = await staff.call(componentProduct.add, { body: componentDraft(main) })
    expect(answer).toMatchObject({ status: 200, body: { version: 0, editStatus: 2 } })
    expect(await trailOf(shop, answer)).toEqual(['create'])
    const added = answer.body
    expect((await staff.call(componentProduct.list)).body.total).toBe(0)
    const before = await readComponent(staff, added)
    expect(before.draft).toMatchObject({
      ...{ productId: added.productId, primaryProductId: main.id, editStatus: 2, syncState: 'ok', stock: 20 },
      ...{ brandId: 2_100_000_000, unitName: '条', specType: true, thirdCatName: '毛巾浴巾' },
      ...{ path: `/pages/goods_details/index?id=${added.productId}&type=video`, auditTime: null },
      catInfo: { firstCatId: 1208, secondCatName: '家纺', productQualificationType: 0 },
    })
    expect(before.draft.componentProductId).not.toBe('')
    expect(before.draft.attrValue).toHaveLength(4)
    expect(before.online).toMatchObject({ status: 0, skuList: [] })
    await audit(shop, added.productId)
    const after = await readComponent(staff, added)
    expect(after.draft).toMatchObject({ editStatus: 4, auditReason: '' })
    expect(after.online).toMatchObject({ status: 5, title: '纯棉T恤 男女同款' })
    expect(after.online.skuList).toHaveLength(4)
    expect(after.online.skuList[0]).toMatchObject({ suk: '红,M', salePrice: 59, stock: 5, thumbImg: PICTURE })
    const { body } = await staff.call(componentProduct.list, { query: { proId: main.id, search: 't恤', status: 5 } })
    expect(body.list).toMatchObject([{ id: added.productId, editStatus: 4, thirdCatName: '毛巾浴巾', stock: 20 }])
    const drafts = await staff.call(componentProduct.listDrafts, { query: { proId: main.id, editStatus: 4 } })
    expect(drafts.body.list).toMatchObject([{ id: added.id, productId: added.productId }])
    expect((await staff.call(componentProduct.listDrafts, { query: { editStatus: 2 } })).body.total).toBe(0)
  })

  test('a title with 拒绝 is refused with a reason, and the next one passes', async () => {
    const { shop, staff, main } = await openComponentShop()
    const added = await addComponent(staff, componentDraft(main, { title: '拒绝这件' }))
    await audit(shop, added.productId)
    const { draft, online } = await readComponent(staff, added)
    expect(draft).toMatchObject({ editStatus: 3, auditReason: '商品标题不符合平台规范' })
    expect(online).toMatchObject({ status: 0, skuList: [] })
    const { primaryProductId: _, ...form } = componentDraft(main)
    const again = await staff.call(componentProduct.update, { body: { ...form, productId: added.productId } })
    expect(again).toMatchObject({ status: 200, body: { editStatus: 2 } })
    await audit(shop, added.productId, 2)
    expect((await readComponent(staff, added)).online.status).toBe(5)
  })

  test('an update while in audit withdraws it first, and what is live stays until the new one passes', async () => {
    const { shop, staff, main } = await openComponentShop()
    const added = await addComponent(staff, componentDraft(main))
    const { primaryProductId: _, ...form } = componentDraft(main, { title: '换了标题的T恤' })
    const change = { ...form, productId: added.productId }
    const stale = await staff.call(componentProduct.update, { body: { ...change, version: 7 } })
    expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
    const [first] = form.attrValue
    const body = { ...change, version: added.version, attrValue: first ? [first] : [] }
    const updated = await staff.call(componentProduct.update, { body })
    expect(updated).toMatchObject({ status: 200, body: { id: added.id, editStatus: 2 } })
    expect(await trailOf(shop, updated)).toEqual(['withdraw', 'update'])
    await audit(shop, added.productId, 1)
    expect((await readComponent(staff, added)).draft.editStatus).toBe(2)
    await audit(shop, added.productId, 2)
    const { online } = await readComponent(staff, added)
    expect(online).toMatchObject({ title: '换了标题的T恤', status: 5 })
    expect(online.skuList.map(({ suk }) => suk)).toEqual(['红,M'])
  })

  test('the same event twice changes nothing, nor does one about an earlier submission', async () => {
    const { shop, staff, main } = await openComponentShop()
    const added = await addComponent(staff, componentDraft(main))
    const event = (key: string, passes: boolean, at = shop.clock.now()) =>
      handleShopEvent(shop.ctx, {
        ...{ key, at, event: 'open_product_spu_audit' },
        data: { out_product_id: added.productId, status: passes ? 4 : 3, spu_status: 5, reject_reason: '不行' },
      })
    await event('old', false, new Date(shop.clock.now().getTime() - 10 * SECOND_MS))
    expect((await readComponent(staff, added)).draft.editStatus).toBe(2)
    const answers = await Promise.all([1, 2, 3].map(() => event('a', true)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    const passed = await readComponent(staff, added)
    expect(passed.draft.editStatus).toBe(4)
    expect(await event('a', false)).toBe(false)
    await event('b', false)
    expect(await readComponent(staff, added)).toEqual(passed)
  })

  test('an audit is withdrawn once', async () => {
    const { staff, main } = await openComponentShop()
    const added = await addComponent(staff, componentDraft(main))
    const withdraw = () => staff.call(componentProduct.withdraw, { params: { id: added.id } })
    expect(await withdraw()).toMatchObject({ status: 200, body: { id: added.id, version: 1 } })
    expect((await readComponent(staff, added)).draft.editStatus).toBe(1)
    expect(await say(withdraw())).toEqual([409, '商品不在审核中，无需撤回'])
    expect((await staff.call(componentProduct.withdraw, { params: { id: 999 } })).status).toBe(404)
  })
})

describe('10.2 a product of the WeChat shop', () => {
  async function openLive() {
    const opened = await openComponentShop()
    const added = await addComponent(opened.staff, componentDraft(opened.main))
    await audit(opened.shop, added.productId)
    const params = { id: added.productId }
    const status = async () => (await readComponent(opened.staff, added)).online.status
    return { ...opened, added, params, status }
  }

  test('is listed and delisted only from the states for it, and deleted once', async () => {
    const { staff, added, params, status } = await openLive()
    const up = () => say(staff.call(componentProduct.putOnShelf, { params }))
    const down = () => say(staff.call(componentProduct.takeOffShelf, { params }))
    expect(await up()).toEqual([409, '商品只有在自主下架状态，才能上架'])
    expect(await down()).toEqual([200, undefined])
    expect(await down()).toEqual([409, '商品只有在初始值/上架状态，才能下架'])
    expect(await up()).toEqual([200, undefined])
    expect(await status()).toBe(5)
    const remove = () => say(staff.call(componentProduct.remove, { params }))
    expect(await remove()).toEqual([200, undefined])
    expect(await remove()).toEqual([409, '商品已删除'])
    expect(await up()).toEqual([409, '商品已删除'])
    expect(await say(staff.call(componentProduct.withdraw, { params: { id: added.id } }))).toEqual([409, '商品已删除'])
    expect((await staff.call(componentProduct.listDrafts)).body.total).toBe(0)
    expect((await staff.call(componentProduct.remove, { params: { id: 999 } })).status).toBe(404)
  })

  test('that WeChat takes down says why, and staff are told', async () => {
    const { shop, staff, added, status } = await openLive()
    const event = (to: number) =>
      handleShopEvent(shop.ctx, {
        ...{ key: `down ${to}`, at: shop.clock.now(), event: 'open_product_spu_status_update' },
        data: { out_product_id: String(added.productId), status: to, reason: '涉嫌违规' },
      })
    await event(13)
    expect((await readComponent(staff, added)).online).toMatchObject({ status: 13, statusReason: '涉嫌违规' })
    const { rows } = await shop.ctx.db.execute(
      sql`select title, content from notification where event = 'component.takedown' and user_id = ${staff.userId}`,
    )
    expect(rows).toEqual([{ title: '小店商品「纯棉T恤 男女同款」违规下架/风控系统下架', content: '涉嫌违规' }])
    await event(99)
    expect(await status()).toBe(99)
  })

  test('leaves the shop with its main product, and does not come back with it', async () => {
    const { shop, staff, main, added, status } = await openLive()
    await staff.call(product.takeOffShelf, { params: { id: main.id } })
    await shop.app.work()
    await expect.poll(status, { timeout: 20_000 }).toBe(11)
    await delistQueued(shop.ctx, added.productId)
    expect(await status()).toBe(11)
    await staff.call(product.putOnShelf, { params: { id: main.id } })
    expect(await status()).toBe(11)
  })

  test('keeps its freight template from being deleted, until another one takes its place', async () => {
    const { shop, staff, main, added } = await openLive()
    const admin = await shop.signInAdmin()
    const { body: template } = await admin.call(freightTemplate.save, {
      body: {
        name: '小店专用',
        appoint: 2,
        type: 1,
        regionList: [{ isDefault: true, areas: [], first: 1, firstPrice: 5, renewal: 1, renewalPrice: 1 }],
      },
    })
    const { primaryProductId: _, ...form } = componentDraft(main, { tempId: template.id })
    await staff.call(componentProduct.update, { body: { ...form, productId: added.productId } })
    expect(await admin.call(freightTemplate.remove, { query: { id: template.id } })).toMatchObject({
      status: 422,
      body: { code: 'IN_USE', uses: [{ type: 'component', id: added.productId }] },
    })
    expect((await admin.call(freightTemplate.remove, { query: { id: template.id, replaceWith: 1 } })).status).toBe(200)
    expect((await readComponent(staff, added)).draft.tempId).toBe(1)
  })

  test('keeps its SKUs from being removed, and its main product from being deleted for good', async () => {
    const { shop, staff, main, params } = await openLive()
    const form = formOf(await readProduct(staff, main.id))
    const less = { ...form, attrValue: form.attrValue.slice(1) }
    expect(await staff.call(product.update, { body: less })).toMatchObject({
      status: 422,
      body: {
        code: 'IN_USE',
        message: '规格「红,M」已在小店中使用',
        uses: [{ type: 'component', id: params.id }],
      },
    })
    await staff.call(product.remove, { params: { id: main.id } })
    const destroy = () => say(staff.call(product.remove, { params: { id: main.id }, query: { type: 'delete' } }))
    expect(await destroy()).toEqual([422, '请先删除小店商品'])
    await staff.call(componentProduct.remove, { params })
    expect(await destroy()).toEqual([200, undefined])
    expect(await countAll(shop)).toMatchObject({ products: 1 })
  })
})

describe('10.4 with the transaction component', () => {
  test('what is sent is what WeChat asks for, with a token that is fetched once and anew when it is stale', async () => {
    const { staff, fake, draft, main } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', [{ errcode: -1, errmsg: 'system error' }])
    const added = await addComponent(staff, draft({ descInfo: '<p onclick="x()">好</p>' }))
    const [, sent] = fake.callsOf('/shop/spu/add')
    expect(sent).toMatchObject({
      ...{
        out_product_id: String(added.productId),
        title: '纯棉T恤 男女同款',
        third_cat_id: 111,
        brand_id: 2_100_000_000,
      },
      ...{ head_img: [PICTURE], qualification_pics: [], desc_info: { desc: '<p>好</p>', imgs: [] } },
    })
    const [sku] = (sent?.skus ?? []) as Record<string, unknown>[]
    expect(sku).toMatchObject({
      ...{
        out_product_id: String(added.productId),
        thumb_img: PICTURE,
        sale_price: 5900,
        market_price: 0,
        stock_num: 5,
      },
      sku_attrs: [
        { attr_key: '颜色', attr_value: '红' },
        { attr_key: '尺码', attr_value: 'M' },
      ],
    })
    expect((await readComponent(staff, added)).draft.componentProductId).toBe(`9${added.productId}`)
    expect(fake.tokens).toBe(1)
    fake.token = 'token-2'
    expect((await staff.call(componentProduct.withdraw, { params: { id: added.id } })).status).toBe(200)
    expect(fake.tokens).toBe(2)
    expect(main.attrValue).toHaveLength(4)
  })

  test('a refused add leaves nothing, a refused update keeps the draft, both say what WeChat said', async () => {
    const { shop, staff, fake, draft, audit: audited } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', [{ errcode: 1_040_003, errmsg: 'title invalid' }])
    const refused = await staff.call(componentProduct.add, { body: draft() })
    const words = { code: 'UPSTREAM_REFUSED', message: '微信拒绝了请求：title invalid（1040003）' }
    expect(refused).toMatchObject({ status: 422, body: words })
    expect(await countAll(shop)).toEqual({ products: 0, drafts: 0, skus: 0 })
    const added = await addComponent(staff, draft())
    expect(await audited(added.productId, true)).toBe(true)
    fake.tricks.set('/shop/spu/update', [{ errcode: 1_040_003, errmsg: 'title invalid' }])
    const { primaryProductId: _, ...form } = draft({ title: '新的标题' })
    const change = { ...form, productId: added.productId }
    expect(await staff.call(componentProduct.update, { body: change })).toMatchObject({ status: 422, body: words })
    const { draft: kept, online } = await readComponent(staff, added)
    expect(kept).toMatchObject({ title: '新的标题', editStatus: 1, syncState: 'failed', syncError: words.message })
    expect(online).toMatchObject({ title: '纯棉T恤 男女同款', status: 5 })
    expect(await staff.call(componentProduct.update, { body: change })).toMatchObject({
      status: 200,
      body: { editStatus: 2 },
    })
    fake.tricks.set('/shop/spu/del_audit', [{ errcode: 1_040_009, errmsg: 'cannot' }])
    expect(await say(staff.call(componentProduct.update, { body: change }))).toEqual([422, '商品审核中，撤回审核失败!'])
  })

  test('without a connection nothing stays and the answer is 502', async () => {
    const { shop, staff, fake, draft } = await openWechatShop()
    await staff.call(componentProduct.listCategories)
    fake.close()
    expect(await staff.call(componentProduct.add, { body: draft() })).toMatchObject({
      status: 502,
      body: { code: 'UPSTREAM', message: expect.stringContaining('微信小店') },
    })
    expect(await countAll(shop)).toEqual({ products: 0, drafts: 0, skus: 0 })
  })

  test('§15.24 a submission whose answer is lost is settled by the reconcile job', async () => {
    const { shop, staff, fake, draft } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', ['lost'])
    const added = await addComponent(staff, draft())
    expect(added.editStatus).toBe(1)
    expect((await readComponent(staff, added)).draft).toMatchObject({ syncState: 'unknown', componentProductId: '' })
    expect(await reconcileComponents(shop.ctx, signal)).toBe(1)
    expect((await readComponent(staff, added)).draft).toMatchObject({
      ...{ syncState: 'ok', editStatus: 2, componentProductId: `9${added.productId}` },
    })
    expect(await reconcileComponents(shop.ctx, signal)).toBe(0)
    shop.clock.advance(31 * 60 * SECOND_MS)
    const { version } = (await readComponent(staff, added)).draft
    expect(await reconcileComponents(shop.ctx, signal)).toBe(1)
    expect((await readComponent(staff, added)).draft).toMatchObject({ editStatus: 2, version })
    const spu = fake.spus.get(String(added.productId))
    Object.assign(spu ?? {}, { editStatus: 4, status: 5 })
    expect(await reconcileComponents(shop.ctx, signal)).toBe(1)
    const { draft: passed, online } = await readComponent(staff, added)
    expect(passed.editStatus).toBe(4)
    expect(online).toMatchObject({ status: 5 })
  })

  test('one that WeChat never got is submitted again by staff', async () => {
    const { shop, staff, fake, draft } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', ['ignored'])
    const added = await addComponent(staff, draft())
    await reconcileComponents(shop.ctx, signal)
    expect((await readComponent(staff, added)).draft).toMatchObject({
      ...{ syncState: 'failed', syncError: '微信没有收到，请重新提交', editStatus: 1 },
    })
    const { primaryProductId: _, ...form } = draft()
    const again = await staff.call(componentProduct.update, { body: { ...form, productId: added.productId } })
    expect(again).toMatchObject({ status: 200, body: { editStatus: 2 } })
    expect(fake.callsOf('/shop/spu/update')).toEqual([])
    expect(fake.callsOf('/shop/spu/add')).toHaveLength(2)
  })

  test('stock is told without an audit, and prices that were left equal to the main ones', async () => {
    const { shop, staff, fake, draft, main, audit: audited } = await openWechatShop()
    const [follows, own] = draft().attrValue
    if (!follows || !own) throw new Error('no SKUs')
    const added = await addComponent(staff, draft({ attrValue: [follows, { ...own, price: 66 }] }))
    await audited(added.productId, true)
    const skuIds = [follows.id, own.id]
    const form = formOf(await readProduct(staff, main.id))
    await staff.call(product.update, {
      body: { ...form, attrValue: form.attrValue.map((sku) => ({ ...sku, price: 49 })) },
    })
    await staff.call(productStock.add, {
      body: { id: main.id, attrValueList: skuIds.map((id) => ({ id, addStock: 2 })) },
    })
    await inTransaction(shop.ctx, (tx) => notePushes(tx, skuIds))
    await inTransaction(shop.ctx, (tx) => notePushes(tx, skuIds))
    fake.tricks.set('/shop/spu/update_without_audit', [{ errcode: 1, errmsg: 'no' }])
    await expect(pushNews(shop.ctx, added.productId)).rejects.toThrow('no')
    await pushNews(shop.ctx, added.productId)
    await pushNews(shop.ctx, added.productId)
    const [, told, ...more] = fake.callsOf('/shop/spu/update_without_audit')
    expect(more).toEqual([])
    expect(told?.skus).toMatchObject([
      { sale_price: 4900, stock_num: 7 },
      { sale_price: 6600, stock_num: 7 },
    ])
    const { online } = await readComponent(staff, added)
    expect(online.skuList.map(({ salePrice }) => salePrice)).toEqual([49, 66])
  })
})

describe('10.3 categories and pictures', () => {
  test('categories come as a tree, are fetched once a day and when asked to', async () => {
    const { shop, staff, fake } = await openWechatShop()
    const list = async (refresh?: boolean) =>
      (await staff.call(componentProduct.listCategories, { query: { refresh } })).body
    const [first] = await list()
    expect(first).toMatchObject({ value: 1, label: '家居', children: [{ value: 11, label: '家纺' }] })
    expect(first?.children[0]?.children[1]).toMatchObject({
      value: 112,
      label: '婴儿毛巾',
      productQualificationType: 1,
    })
    await list()
    expect(fake.callsOf('/shop/cat/get')).toHaveLength(1)
    await list(true)
    shop.clock.advance(25 * 3600 * SECOND_MS)
    const again = await shop.signIn({ can: [componentProduct.listCategories] })
    await again.call(componentProduct.listCategories)
    expect(fake.callsOf('/shop/cat/get')).toHaveLength(3)
    expect(await refreshCategories(shop.ctx)).toBe(2)
  })

  const picture = '/admin/pay/component/shop/img/upload'
  async function send(staff: Caller, content: Buffer, name = 'media') {
    const { payload, headers } = makeForm([
      { name: 'respType', value: '1' },
      { name, fileName: 'a.png', content },
    ])
    return staff.send('POST', picture, payload, headers)
  }

  test('a picture is sent once, equal ones are answered from what is known', async () => {
    const { staff, fake } = await openWechatShop()
    const content = await paint().png().toBuffer()
    const first = await send(staff, content)
    expect(first).toMatchObject({ status: 200, body: { tempUrl: expect.stringContaining('https://mmecimage.cn/p/') } })
    expect((await send(staff, content)).body).toEqual(first.body)
    expect(fake.callsOf('/shop/img/upload')).toHaveLength(1)
  })

  test('no picture, one that is none, and one of more than 2 MB are refused', async () => {
    const { staff, fake } = await openWechatShop()
    expect((await staff.call(componentProduct.uploadPicture, { body: {} })).status).toBe(400)
    expect((await send(staff, Buffer.from('no picture'))).status).toBe(415)
    expect((await send(staff, await paint().png().toBuffer(), 'file')).status).toBe(400)
    const noise = Buffer.alloc(2 * 1024 * 1024 + 1, 1)
    const png = await paint().png().toBuffer()
    expect((await send(staff, Buffer.concat([png, noise]))).status).toBe(413)
    const far = await staff.call(componentProduct.uploadPicture, { body: { imgUrl: `${fake.endpoint}/a.jpg` } })
    expect(far.status).toBe(422)
    expect(fake.callsOf('/shop/img/upload')).toEqual([])
  })
})
