import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  addComponent,
  componentDraft,
  countAll,
  openWechatShop,
  PICTURE,
  readComponent,
  say,
} from '../../../testing/component.ts'
import { makeForm } from '../../../testing/files/multipart.ts'
import { paint } from '../../../testing/files/upload-samples.ts'
import { formOf, makeProduct, readProduct, variantDraft } from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { reconcileComponents, refreshCategories } from './component-reconcile.service.ts'
import { notePushes, pushNews } from './component-shelf.service.ts'

const signal = new AbortController().signal
const SECOND_MS = 1000

describe('with the transaction component', () => {
  test("requests have WeChat's format, with a token that is fetched once and again when it is stale", async () => {
    const { staff, fake, draft, main } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', [{ errcode: -1, errmsg: 'system error' }])
    const added = await addComponent(staff, draft({ descInfo: '<p onclick="x()">好</p>' }))
    const [, sent] = fake.callsOf('/shop/spu/add')
    expect(sent).toMatchObject({
      out_product_id: String(added.productId),
      title: '纯棉T恤 男女同款',
      third_cat_id: 111,
      brand_id: 2_100_000_000,
      head_img: [PICTURE],
      qualification_pics: [],
      desc_info: { desc: '<p>好</p>', imgs: [] },
    })
    const [sku] = (sent?.skus ?? []) as Record<string, unknown>[]
    expect(sku).toMatchObject({
      out_product_id: String(added.productId),
      thumb_img: PICTURE,
      sale_price: 5900,
      market_price: 0,
      stock_num: 5,
      sku_attrs: [
        { attr_key: '颜色', attr_value: '红' },
        { attr_key: '尺码', attr_value: 'M' },
      ],
    })
    expect((await readComponent(staff, added)).draft.componentProductId).toBe(`9${added.productId}`)
    expect(fake.tokens).toBe(1)
    fake.endTokens()
    expect((await staff.call(componentProduct.withdraw, { params: { id: added.id } })).status).toBe(200)
    expect(fake.tokens).toBe(2)
    expect(main.attrValue).toHaveLength(4)
  })

  test("a refused add leaves nothing, a refused update keeps the draft, and both show WeChat's message", async () => {
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

  test('without a connection nothing is kept and the answer is 502', async () => {
    const { shop, staff, fake, draft } = await openWechatShop()
    await staff.call(componentProduct.listCategories)
    fake.close()
    expect(await staff.call(componentProduct.add, { body: draft() })).toMatchObject({
      status: 502,
      body: { code: 'UPSTREAM', message: expect.stringContaining('微信小店') },
    })
    expect(await countAll(shop)).toEqual({ products: 0, drafts: 0, skus: 0 })
  })

  test('a submission whose answer is lost is settled by the reconcile job', async () => {
    const { shop, staff, fake, draft } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', ['lost'])
    const added = await addComponent(staff, draft())
    expect(added.editStatus).toBe(1)
    expect((await readComponent(staff, added)).draft).toMatchObject({ syncState: 'unknown', componentProductId: '' })
    expect(await reconcileComponents(shop.ctx, signal)).toBe(1)
    expect((await readComponent(staff, added)).draft).toMatchObject({
      syncState: 'ok',
      editStatus: 2,
      componentProductId: `9${added.productId}`,
    })
    expect(await reconcileComponents(shop.ctx, signal)).toBe(0)
    shop.clock.advance(31 * 60 * SECOND_MS)
    const { version } = (await readComponent(staff, added)).draft
    expect(await reconcileComponents(shop.ctx, signal)).toBe(1)
    expect((await readComponent(staff, added)).draft).toMatchObject({ editStatus: 2, version })
    const spu = fake.shop.spus.get(String(added.productId))
    Object.assign(spu ?? {}, { editStatus: 4, status: 5 })
    expect(await reconcileComponents(shop.ctx, signal)).toBe(1)
    const { draft: passed, online } = await readComponent(staff, added)
    expect(passed.editStatus).toBe(4)
    expect(online).toMatchObject({ status: 5 })
  })

  test('a submission that WeChat never received is submitted again by staff', async () => {
    const { shop, staff, fake, draft } = await openWechatShop()
    fake.tricks.set('/shop/spu/add', ['ignored'])
    const added = await addComponent(staff, draft())
    await reconcileComponents(shop.ctx, signal)
    expect((await readComponent(staff, added)).draft).toMatchObject({
      syncState: 'failed',
      syncError: '微信没有收到，请重新提交',
      editStatus: 1,
    })
    const { primaryProductId: _, ...form } = draft()
    const again = await staff.call(componentProduct.update, { body: { ...form, productId: added.productId } })
    expect(again).toMatchObject({ status: 200, body: { editStatus: 2 } })
    expect(fake.callsOf('/shop/spu/update')).toEqual([])
    expect(fake.callsOf('/shop/spu/add')).toHaveLength(2)
  })

  test('a queued submission stays queued without a connection, and is kept with the reason when WeChat refuses it', async () => {
    const { shop, staff, fake, draft, audit: audited, cateId } = await openWechatShop()
    const set = (values: Parameters<typeof writeSettings>[1]) =>
      inTransaction(shop.ctx, (tx) => writeSettings(tx, values))
    await set({ wx_shop_hour_limit: 1 })
    const live = await addComponent(staff, draft())
    await audited(live.productId, true)
    const other = await makeProduct(staff, variantDraft(cateId, { storeName: '毛巾', isShow: true }))
    const added = await addComponent(staff, componentDraft(other, { thirdCatId: 111 }))
    const state = async () => {
      const reader = await shop.signIn({ can: [componentProduct.getDraft] })
      return (await reader.call(componentProduct.getDraft, { params: { id: added.id } })).body
    }
    fake.tricks.set('/shop/spu/add', [{ errcode: 1_040_003, errmsg: 'title invalid' }])
    for (const [address, expected] of [
      ['http://127.0.0.1:9', { syncState: 'queued', syncError: expect.stringContaining('微信小店') }],
      [fake.endpoint, { syncState: 'failed', syncError: '微信拒绝了请求：title invalid（1040003）' }],
    ] as const) {
      await set({ wx_shop_base_url: address })
      shop.clock.advance(2 * 3600 * SECOND_MS)
      await reconcileComponents(shop.ctx, signal)
      expect(await state()).toMatchObject({ editStatus: 1, ...expected })
    }
  })

  test('stock is pushed without an audit, and so are prices that follow the main product', async () => {
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
    const [, pushed, ...more] = fake.callsOf('/shop/spu/update_without_audit')
    expect(more).toEqual([])
    expect(pushed?.skus).toMatchObject([
      { sale_price: 4900, stock_num: 7 },
      { sale_price: 6600, stock_num: 7 },
    ])
    const { online } = await readComponent(staff, added)
    expect(online.skuList.map(({ salePrice }) => salePrice)).toEqual([49, 66])
  })
})

describe('categories and pictures', () => {
  test('categories are returned as a tree and fetched once a day and on request', async () => {
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

  test('a picture is uploaded once; equal pictures get the stored answer', async () => {
    const { staff, fake } = await openWechatShop()
    const content = await paint().png().toBuffer()
    const first = await send(staff, content)
    expect(first).toMatchObject({ status: 200, body: { tempUrl: expect.stringContaining('https://mmecimage.cn/p/') } })
    expect((await send(staff, content)).body).toEqual(first.body)
    expect(fake.callsOf('/shop/img/upload')).toHaveLength(1)
  })

  test('a missing picture, a file that is not a picture, and one above 2 MB are refused', async () => {
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
