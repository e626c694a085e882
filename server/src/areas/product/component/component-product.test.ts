import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  addComponent,
  componentDraft,
  componentPermissions,
  countAll,
  openComponentShop,
  PICTURE,
  readComponent,
  STRICT_CATEGORY,
  say,
} from '../../../testing/component.ts'
import { formOf, makeProduct, readProduct, variantDraft } from '../../../testing/product.ts'
import type { Shop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { handleShopEvent } from './component-event.service.ts'
import { reconcileComponents } from './component-reconcile.service.ts'
import { delistQueued } from './component-shelf.service.ts'
import { auditSimulated } from './shop-simulator.service.ts'

const SECOND_MS = 1000

/** Runs the simulated audit of a product's n-th submission. */
const audit = (shop: Shop, productId: number, submission = 1) =>
  auditSimulated(shop.ctx, { outProductId: String(productId), submission })

describe('adding to the WeChat shop', () => {
  test('is refused while the shop is switched off or when the product is incomplete, and leaves nothing', async () => {
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

  test('the same product many times at once succeeds once', async () => {
    const { shop, staff, main } = await openComponentShop()
    const body = componentDraft(main)
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.call(componentProduct.add, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '该商品已添加到小店' })
    expect(await countAll(shop)).toEqual({ products: 1, drafts: 1, skus: 4 })
  })
})

describe('beyond the limits of the settings', () => {
  const { signal } = new AbortController()
  const HOUR_MS = 3600 * SECOND_MS

  /** A shop that has used its only submission of this hour, with two more queued. */
  async function openBusy() {
    const opened = await openComponentShop()
    const { shop, staff, main, cateId } = opened
    await inTransaction(shop.ctx, (tx) => writeSettings(tx, { wx_shop_hour_limit: 1 }))
    const live = await addComponent(staff, componentDraft(main))
    await audit(shop, live.productId)
    const other = await makeProduct(staff, variantDraft(cateId, { storeName: '毛巾', isShow: true }))
    const added = await addComponent(staff, componentDraft(other, { title: '排队的毛巾' }))
    shop.clock.advance(SECOND_MS)
    const { primaryProductId: _, ...form } = componentDraft(main, { title: '排队的新标题' })
    const { body: changed } = await staff.call(componentProduct.update, {
      body: { ...form, productId: live.productId },
    })
    // Sessions expire before the limits allow another submission.
    const reader = async () => shop.signIn({ permissions: componentPermissions })
    const state = async (draft: typeof added) => (await readComponent(await reader(), draft)).draft
    return { ...opened, other, added, changed, reader, state, reconcile: () => reconcileComponents(shop.ctx, signal) }
  }

  test('a submission is accepted, shown as queued, and sent once the limits allow it, the oldest first', async () => {
    const { shop, staff, added, changed, reader, state, reconcile } = await openBusy()
    expect([added, changed]).toMatchObject([
      { editStatus: 1, syncState: 'queued', version: 0 },
      { editStatus: 1, syncState: 'queued' },
    ])
    const waits = { editStatus: 1, syncState: 'queued', syncError: expect.stringContaining('提交次数已达上限，预计') }
    await reconcile()
    expect(await state(added)).toMatchObject(waits)
    expect(await state(changed)).toMatchObject(waits)
    expect((await readComponent(staff, changed)).online).toMatchObject({ title: '纯棉T恤 男女同款', status: 5 })
    shop.clock.advance(2 * HOUR_MS)
    await Promise.all([reconcile(), reconcile()])
    expect(await state(added)).toMatchObject({ editStatus: 2, syncState: 'ok', syncError: '', version: 0 })
    expect(await state(changed)).toMatchObject(waits)
    shop.clock.advance(2 * HOUR_MS)
    await reconcile()
    expect(await state(changed)).toMatchObject({ editStatus: 2, syncState: 'ok' })
    await audit(shop, added.productId)
    await audit(shop, changed.productId, 2)
    const titles = (await (await reader()).call(componentProduct.list)).body.list.map(({ title }) => title)
    expect(titles).toEqual(['排队的毛巾', '排队的新标题'])
  })

  test('a queued one can be edited or deleted, and is kept with the reason when its product is gone by then', async () => {
    const { shop, staff, other, added, changed, state, reconcile } = await openBusy()
    const { primaryProductId: _, ...form } = componentDraft(other, { title: '再改一次的毛巾' })
    const body = { ...form, productId: added.productId, version: added.version }
    expect((await staff.call(componentProduct.update, { body })).body).toMatchObject({ syncState: 'queued' })
    expect(await say(staff.call(componentProduct.remove, { params: { id: changed.productId } }))).toEqual([
      200,
      undefined,
    ])
    await staff.call(product.remove, { params: { id: other.id } })
    shop.clock.advance(2 * HOUR_MS)
    await reconcile()
    expect(await state(added)).toMatchObject({ title: '再改一次的毛巾', syncState: 'failed', syncError: '商品已删除' })
    const { rows } = await shop.ctx.db.execute(sql`select submission from component_simulated_spu`)
    expect(rows).toEqual([])
  })
})

describe('in simulator mode', () => {
  test('an added product is in audit, and on sale once it passes', async () => {
    const { shop, staff, main } = await openComponentShop()
    const answer = await staff.call(componentProduct.add, { body: componentDraft(main) })
    expect(answer).toMatchObject({ status: 200, body: { version: 0, editStatus: 2 } })
    expect(await trailOf(shop, answer)).toEqual(['create'])
    const added = answer.body
    expect((await staff.call(componentProduct.list)).body.total).toBe(0)
    const before = await readComponent(staff, added)
    expect(before.draft).toMatchObject({
      productId: added.productId,
      primaryProductId: main.id,
      editStatus: 2,
      syncState: 'ok',
      stock: 20,
      brandId: 2_100_000_000,
      unitName: '条',
      specType: true,
      thirdCatName: '毛巾浴巾',
      path: `/pages/goods_details/index?id=${added.productId}&type=video`,
      auditTime: null,
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

  test('an update during the audit withdraws it first, and the live content stays until the new one passes', async () => {
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

  test('a repeated event changes nothing, nor does one about an earlier submission', async () => {
    const { shop, staff, main } = await openComponentShop()
    const added = await addComponent(staff, componentDraft(main))
    const event = (key: string, passes: boolean, at = shop.clock.now()) =>
      handleShopEvent(shop.ctx, {
        key,
        at,
        event: 'open_product_spu_audit',
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

describe('a product of the WeChat shop', () => {
  async function openLive() {
    const opened = await openComponentShop()
    const added = await addComponent(opened.staff, componentDraft(opened.main))
    await audit(opened.shop, added.productId)
    const params = { id: added.productId }
    const status = async () => (await readComponent(opened.staff, added)).online.status
    return { ...opened, added, params, status }
  }

  test('is listed and delisted only in the right states, and deleted once', async () => {
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

  test('shows why WeChat took it down, and staff are notified', async () => {
    const { shop, staff, added, status } = await openLive()
    const event = (to: number) =>
      handleShopEvent(shop.ctx, {
        key: `down ${to}`,
        at: shop.clock.now(),
        event: 'open_product_spu_status_update',
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

  test('is taken off with its main product, and does not come back with it', async () => {
    const { shop, staff, main, added, status } = await openLive()
    await staff.call(product.takeOffShelf, { params: { id: main.id } })
    await shop.app.work()
    await expect.poll(status).toBe(11)
    await delistQueued(shop.ctx, added.productId)
    expect(await status()).toBe(11)
    await staff.call(product.putOnShelf, { params: { id: main.id } })
    expect(await status()).toBe(11)
  })

  test('prevents the deletion of its freight template until another one replaces it', async () => {
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

  test('prevents the removal of its SKUs and the complete deletion of its main product', async () => {
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
