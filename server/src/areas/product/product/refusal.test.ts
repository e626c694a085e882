import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addComponent, componentDraft, openComponentShop } from '../../../testing/component.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { formOf, makeProduct, productDraft, readProduct } from '../../../testing/product.ts'
import { type CallInput, openShop } from '../../../testing/shop.ts'
import { hostileRequests, liftRateLimits } from '../../../testing/walk/hostile.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { SEE_COST } from './product-describe.service.ts'

const objects = {
  attachment,
  brand,
  category,
  componentProduct,
  freightTemplate,
  paramTemplate,
  product,
  productCopy,
  productExport,
  productImport,
  productLabel,
  productReply,
  productRule,
  productStock,
}
const routes: Route[] = Object.values(objects).flatMap((object) => Object.values(object))
const granted = [...routes.flatMap(({ permission }) => permission).filter((each) => each !== 'auth'), SEE_COST]
/** Routes that no business rule refuses: they take no input, or return nothing when nothing is found. */
const neverRefused: string[] = [
  ...[productStock.mismatches, productImport.template, freightTemplate.regions, freightTemplate.frees],
  ...[freightTemplate.lacking, componentProduct.listCategories],
].map(({ name }) => name)

/** Beyond every id and every page. */
const gone = 999_999
const far = { page: 1001, limit: 100 }

test('business refusals of catalogue routes never have the status of a missing permission or sign-in', async () => {
  const { shop, staff: owner, main, cateId } = await openComponentShop()
  await liftRateLimits(shop)
  const staff = await shop.signIn({ permissions: granted })
  const asked = new Set<string>()
  async function refused<Spec extends Route>(status: number, route: Spec, input: CallInput<Spec> = {}) {
    asked.add(route.name)
    const answer = await staff.call(route, input)
    const message = expect.stringMatching(/\p{Script=Han}/u)
    expect.soft({ route: route.name, ...answer }).toMatchObject({ route: route.name, status, body: { message } })
  }
  async function refusedFile(status: number, route: Route, content: string, fields: Record<string, string> = {}) {
    asked.add(route.name)
    const answer = await upload(staff, route, { 'a.csv': Buffer.from(content) }, fields)
    expect
      .soft({ route: route.name, status: answer.status, body: answer.body })
      .toMatchObject({ route: route.name, status })
  }
  const params = { id: gone }
  const one = { params: { id: main.id } }

  const form = formOf(main)
  const coded = productDraft(cateId, { attrValue: [{ price: 0, skuNo: 'A-1' }] })
  const free = await makeProduct(owner, coded)
  const binned = await makeProduct(owner, productDraft(cateId))
  await owner.call(product.remove, { params: { id: binned.id } })
  await refused(400, product.list, { query: { type: 1, ...far } })
  await refused(400, product.pick, { query: far })
  await refused(400, product.tabs, { query: { keywords: '长'.repeat(51) } })
  await refused(422, product.save, { body: productDraft(gone) })
  await refused(409, product.save, { body: coded })
  await refused(400, product.save, { body: productDraft(cateId, { specType: true }) })
  await refused(409, product.update, { body: { ...form, version: 99 } })
  await refused(409, product.update, { body: formOf(await readProduct(owner, binned.id)) })
  await refused(422, product.update, {
    body: { ...form, attrValue: form.attrValue.map((sku) => ({ ...sku, isShow: false })) },
  })
  await refused(404, product.info, { params })
  await refused(409, product.remove, { ...one, query: { type: 'delete' } })
  await refused(409, product.restore, one)
  await refused(422, product.putOnShelf, { params: { id: free.id } })
  await refused(409, product.takeOffShelf, { params: { id: binned.id } })
  await refused(400, product.listByIds, { params: { ids: Array.from({ length: 201 }, (_, index) => index + 1) } })
  await refused(404, product.duplicate, { params })
  await refused(409, product.quickEdit, { body: { id: binned.id, field: 'sort', value: 1 } })
  await refused(400, product.batch, { body: { action: 'up' } })
  await refused(400, product.keepDraft, { body: { key: 'x', body: {} } })
  await refused(400, product.draft, { query: { key: 'x' } })
  await refused(400, product.removeDraft, { query: { key: 'x' } })
  await refused(404, product.qrcode, { params })
  await refused(422, productStock.add, { body: { id: main.id, attrValueList: [{ id: gone, addStock: 1 }] } })
  const less = [{ id: main.attrValue[0]?.id ?? 0, mode: 'add' as const, quantity: -99 }]
  await refused(409, productStock.adjust, { body: { id: main.id, items: less, reason: 'stocktake' } })
  await refused(400, productStock.ledger, { query: far })
  await refused(400, productStock.prices, { query: far })
  await refused(422, productStock.download, { query: { refId: '没有的单据' } })

  await refused(400, category.pick, { query: { type: 9 as 1 } })
  await refused(400, category.tree, { query: { type: 9 as 1 } })
  await refused(400, category.list, { query: far })
  await refused(400, category.listIds, { query: { ids: [] } })
  await refused(404, category.info, { query: { id: gone } })
  await refused(409, category.save, { body: { name: '家纺' } })
  await refused(422, category.update, { body: { id: cateId, name: '家纺', pid: cateId } })
  await refused(404, category.updateStatus, { params })
  await refused(422, category.sort, { body: { moves: [{ id: cateId, pid: cateId, sort: 1 }] } })
  await refused(422, category.remove, { query: { id: cateId } })

  const named = { name: '甲' }
  const coloured = { ...named, color: '#ff0000' }
  const listed = { ...named, params: [{ name: '产地', value: '杭州' }] }
  const ruled = { ruleName: '甲', ruleValue: [{ value: '颜色', detail: ['红'] }] }
  const { body: made } = await staff.call(brand.save, { body: named })
  await makeProduct(owner, productDraft(cateId, { brandId: made.id }))
  await staff.call(productLabel.save, { body: coloured })
  await staff.call(paramTemplate.save, { body: listed })
  await staff.call(productRule.save, { body: ruled })
  for (const { list, info, remove } of [brand, productLabel, paramTemplate]) {
    await refused(400, list, { query: far })
    await refused(404, info, { params })
    await refused(404, remove, { params })
  }
  await refused(422, brand.remove, { params: { id: made.id } })
  await refused(409, brand.save, { body: named })
  await refused(404, brand.update, { body: { id: gone, ...named } })
  await refused(409, productLabel.save, { body: coloured })
  await refused(404, productLabel.update, { body: { id: gone, ...coloured } })
  await refused(409, paramTemplate.save, { body: listed })
  await refused(404, paramTemplate.update, { body: { id: gone, ...listed } })
  await refused(400, productRule.list, { query: far })
  await refused(404, productRule.info, { params })
  await refused(409, productRule.save, { body: ruled })
  await refused(404, productRule.update, { body: { id: gone, ...ruled } })
  await refused(404, productRule.remove, { params: { id: [gone] } })

  const freight = { name: '全国包邮', appoint: 0 as const, type: 0 as const }
  await refused(400, freightTemplate.list, { query: far })
  await refused(404, freightTemplate.info, { query: { id: gone } })
  await refused(409, freightTemplate.save, { body: freight })
  await refused(404, freightTemplate.update, { body: { id: gone, ...freight } })
  await refused(422, freightTemplate.remove, { query: { id: 1 } })
  await refused(422, freightTemplate.trial, { body: { tempId: 1, cityId: gone } })

  const reply = {
    productId: main.id,
    nickname: '客',
    avatar: 'https://m.example/a.jpg',
    comment: '好',
    ...({ productScore: 5, serviceScore: 5 } as const),
  }
  await refused(400, productReply.list, { query: far })
  await refused(404, productReply.info, { params })
  await refused(422, productReply.save, { body: { ...reply, productId: gone } })
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { reply_virtual_enabled: false }))
  await refused(428, productReply.save, { body: reply })
  await refused(404, productReply.update, { body: { id: gone, isShow: false } })
  await refused(404, productReply.comment, { body: { ids: [gone], merchantReplyContent: '谢谢' } })
  await refused(400, productReply.moderate, { body: { ids: [], isShow: false } })
  await refused(404, productReply.remove, { params })

  await refused(400, attachment.list, { query: far })
  await refused(404, attachment.info, { params })
  await refused(404, attachment.save, { body: { fileId: gone } })
  await refused(404, attachment.update, { body: { id: gone, name: '甲' } })
  await refused(422, attachment.move, { body: { groupId: gone, ids: [gone] } })
  await refused(404, attachment.remove, { params: { ids: [gone] } })
  await refused(404, attachment.restore, { body: { ids: [gone] } })

  await refused(422, productCopy.copy, { body: { url: 'http://127.0.0.1/' } })
  await refused(422, productCopy.import, { body: { url: 'http://127.0.0.1/' } })
  await refused(400, productCopy.parse, { body: { text: '[]' } })
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { system_product_copy_type: 2 }))
  await refused(422, productCopy.config)
  await refused(422, productExport.download, { query: { type: 3, keywords: '没有' } })
  await refusedFile(400, productImport.upload, 'a,b\n1,2')
  const { body: sheet } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from('商品ID,售价\n999999,1') })
  await refused(422, productImport.confirm, { body: { importId: sheet.id, policy: 'all' } })
  await refused(404, productImport.confirm, { body: { importId: gone, policy: 'skip' } })
  await refused(400, productImport.list, { query: far })
  await refused(404, productImport.info, { params })
  await refused(400, productImport.missing, { query: { id: gone, ...far } })
  await refused(404, productImport.retryPictures, { params })
  await refused(404, productImport.file, { params })
  await refused(404, productImport.errors, { params })

  const added = await addComponent(owner, componentDraft(main))
  const { primaryProductId: _, ...change } = componentDraft(main)
  await refused(400, componentProduct.listDrafts, { query: far })
  await refused(400, componentProduct.list, { query: far })
  await refused(404, componentProduct.getDraft, { params })
  await refused(404, componentProduct.get, { params })
  await refused(409, componentProduct.add, { body: componentDraft(main) })
  await refused(404, componentProduct.update, { body: { ...change, productId: gone } })
  await refused(409, componentProduct.putOnShelf, { params: { id: added.productId } })
  await refused(404, componentProduct.takeOffShelf, { params })
  await refused(404, componentProduct.remove, { params })
  await refused(404, componentProduct.withdraw, { params })
  await refused(400, componentProduct.uploadPicture, { body: {} })
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { wx_shop_mode: 'off' }))
  await refused(428, componentProduct.update, { body: { ...change, productId: added.productId } })

  expect(routes.map(({ name }) => name).filter((name) => !asked.has(name) && !neverRefused.includes(name))).toEqual([])
})

test('neither do their answers to nonsense', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const { token } = await shop.signIn({ permissions: granted })
  for (const route of routes)
    for (const request of fc.sample(hostileRequests(route), { numRuns: 5, seed: 27 })) {
      const { method, url, payload } = request
      const answer = await shop.app.fastify.inject({
        method: method as 'GET',
        url,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
        ...(payload !== undefined && { payload }),
      })
      expect([401, 403], `${route.name} ${url}`).not.toContain(answer.statusCode)
      expect(answer.statusCode, `${route.name} ${url}`).toBeLessThan(500)
    }
})
