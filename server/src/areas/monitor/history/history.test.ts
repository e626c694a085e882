import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import type { HistoryObject } from '@zhanggui/contract/history-objects.ts'
import { notice } from '@zhanggui/contract/message/notice.ts'
import { audit as auditRoutes } from '@zhanggui/contract/monitor/audit.ts'
import { type HistoryEntry, history } from '@zhanggui/contract/monitor/history.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { expect, test } from 'vitest'
import { audit, objectChanged } from '../../../platform/data/audit.ts'
import { calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { pushLive } from '../../../platform/work/live.ts'
import { storeCoupon } from '../../../testing/coupon-copy.ts'
import { openPage } from '../../../testing/process/page-socket.ts'
import {
  formOf,
  makeCategory,
  makeProduct,
  openProductShop,
  productDraft,
  productPermissions,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { insertRegions } from '../../setting/region/region.seed.ts'

type Object = Parameters<typeof paramsOf>[0]
const paramsOf = (object: HistoryObject, id: number | string) => ({ object, id: String(id) })

async function historyOf(caller: Caller, object: Object, id: number | string, query = {}): Promise<HistoryEntry[]> {
  const { status, body } = await caller.call(history.list, { params: paramsOf(object, id), query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.list as HistoryEntry[]
}

const linesOf = ({ changes }: HistoryEntry) => changes.map(({ label, before, after }) => [label, before, after])

test('the history of a product says who changed which field from what to what, in words, the newest first', async () => {
  const { staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId, { storeName: '毛巾' }))
  await staff.call(product.update, { body: { ...formOf(made), storeName: '浴巾', limitType: 1, limitNum: 3 } })
  const [last, first] = await historyOf(staff, 'product', made.id)
  expect(last).toMatchObject({ way: 'console', action: 'update', restorable: true })
  expect(linesOf(last as HistoryEntry)).toEqual(
    expect.arrayContaining([
      ['商品名称', '毛巾', '浴巾'],
      ['限购方式', '不限购', '单次限购'],
      ['限购数量', 0, 3],
    ]),
  )
  expect(first).toMatchObject({ action: 'create', changes: [], restorable: false })
})

test('a SKU has its own price in the history, and only that price is restored; its stock never is', async () => {
  const { staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, variantDraft(cateId))
  const [one, other] = made.attrValue
  const priced = (id: number | undefined, price: number) => {
    const form = formOf(made)
    return {
      ...form,
      version: undefined,
      attrValue: form.attrValue.map((sku) => (sku.id === id ? { ...sku, price } : sku)),
    }
  }
  await staff.call(product.update, { body: priced(one?.id, 77) })
  const [entry] = await historyOf(staff, 'product', made.id)
  const change = entry?.changes[0]
  expect(entry?.changes).toHaveLength(1)
  expect(change).toMatchObject({ before: one?.price, after: 77, reason: '', path: `attrValue.${one?.id}.price` })
  const added = { id: made.id, attrValueList: [{ id: one?.id ?? 0, addStock: 5 }] }
  await staff.call(productStock.add, { body: added })
  const now = await readProduct(staff, made.id)
  const params = paramsOf('product', made.id)
  const wish = { entry: entry?.id ?? 0, field: change?.path ?? '' }
  const preview = await staff.call(history.preview, { params, query: wish })
  expect(preview.body.changes).toMatchObject([{ before: 77, after: one?.price }])
  const done = await staff.call(history.restore, { params, body: { ...wish, version: now.version } })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  const after = await readProduct(staff, made.id)
  expect(after.attrValue.map(({ price, stock }) => [price, stock])).toEqual([
    [one?.price, (one?.stock ?? 0) + 5],
    ...made.attrValue.slice(1).map(({ price, stock }) => [price, stock]),
  ])
  expect(other).toBeDefined()
  const [restored, stocked] = await historyOf(staff, 'product', made.id)
  expect(restored).toMatchObject({ way: 'restore', action: 'restore' })
  expect(restored?.restoredFrom).toMatch(/^\d{4}-.*修改之前$/)
  expect(stocked?.changes.every(({ reason }) => /库存/.test(reason))).toBe(true)
})

test('the whole product goes back to what it was before an entry, by one edit', async () => {
  const { staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, variantDraft(cateId, { storeName: '甲', storeInfo: '一' }))
  const save = async (change: object) => {
    const form = formOf(await readProduct(staff, made.id))
    expect((await staff.call(product.update, { body: { ...form, ...change } })).status).toBe(200)
  }
  await save({ storeName: '乙', attrValue: formOf(made).attrValue.slice(1) })
  await save({ storeInfo: '二' })
  await save({ storeName: '丙' })
  const entries = await historyOf(staff, 'product', made.id)
  const params = paramsOf('product', made.id)
  const wish = { entry: entries[2]?.id ?? 0 }
  const { version } = await readProduct(staff, made.id)
  const done = await staff.call(history.restore, { params, body: { ...wish, version } })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  const after = await readProduct(staff, made.id)
  expect(after).toMatchObject({ storeName: '甲', storeInfo: '一' })
  expect(after.attrValue.map(({ id }) => id)).toEqual(made.attrValue.map(({ id }) => id))
  const again = await staff.call(history.restore, { params, body: { ...wish, version: after.version } })
  expect(again).toMatchObject({ status: 422, body: { message: '现在的内容与当时相同，不需要恢复' } })
})

test('staff who may not see costs read and restore none, and costs are kept as they are', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId))
  const [sku] = formOf(made).attrValue
  await staff.call(product.update, {
    body: { ...formOf(made), attrValue: [{ ...sku, price: 25, cost: 9 }] } as ReturnType<typeof formOf>,
  })
  expect(JSON.stringify(await historyOf(staff, 'product', made.id))).toContain('成本价')
  const clerk = await shop.signIn({
    permissions: productPermissions.filter((each) => each !== 'admin:product:cost:view'),
  })
  const [entry] = await historyOf(clerk, 'product', made.id)
  expect(entry?.changes.map(({ path }) => path)).toEqual([`attrValue.${sku?.id}.price`])
  const params = paramsOf('product', made.id)
  const seen = await clerk.call(history.preview, { params, query: { entry: entry?.id ?? 0 } })
  expect(JSON.stringify(seen.body)).not.toContain('成本')
  const { version } = seen.body
  const cost = { entry: entry?.id ?? 0, field: `attrValue.${sku?.id}.cost`, version }
  expect((await clerk.call(history.restore, { params, body: cost })).status).toBe(422)
  expect((await clerk.call(history.restore, { params, body: { entry: entry?.id ?? 0, version } })).status).toBe(200)
  expect((await readProduct(staff, made.id)).attrValue).toMatchObject([{ price: 19.9, cost: 9 }])
})

test('only staff who may read the object see its history, and only those who may edit it restore', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId))
  await staff.call(product.update, { body: { ...formOf(made), storeName: '浴巾' } })
  const [entry] = await historyOf(staff, 'product', made.id)
  const params = paramsOf('product', made.id)
  const wish = { entry: entry?.id ?? 0, version: made.version + 1 }
  const [stranger, reader] = [await shop.signIn(), await shop.signIn({ can: [product.info] })]
  expect((await stranger.call(history.list, { params })).status).toBe(403)
  expect((await stranger.call(history.restore, { params, body: wish })).status).toBe(403)
  expect((await historyOf(reader, 'product', made.id))[0]).toMatchObject({
    restorable: false,
    changes: [{ reason: '没有编辑权限，只能查看' }],
  })
  expect((await reader.call(history.restore, { params, body: wish })).status).toBe(403)
  for (const id of ['999999', 'x', '0'])
    expect((await staff.call(history.list, { params: paramsOf('product', id) })).status, id).toBe(404)
  const unknown = { ...wish, entry: 999_999_999 }
  expect((await staff.call(history.restore, { params, body: unknown })).status).toBe(404)
  const other = await makeProduct(staff, productDraft(cateId))
  expect((await staff.call(history.restore, { params: paramsOf('product', other.id), body: wish })).status).toBe(404)
})

test('the second of two simultaneous restorations is refused and names the author of the first', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId))
  await staff.call(product.update, { body: { ...formOf(made), storeName: '浴巾' } })
  const [entry] = await historyOf(staff, 'product', made.id)
  const other = await shop.signIn({ permissions: productPermissions })
  const params = paramsOf('product', made.id)
  const body = { entry: entry?.id ?? 0, field: 'storeName', version: made.version + 1 }
  const answers = await Promise.all([staff, other].map((caller) => caller.call(history.restore, { params, body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = await other.call(product.update, { body: { ...formOf(made), storeName: '丙' } })
  expect(late.status).toBe(409)
  await staff.call(product.update, { body: { ...formOf(await readProduct(staff, made.id)), storeName: '丁' } })
  const refused = await other.call(history.restore, { params, body })
  expect(refused).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
  expect((refused.body as { message?: string }).message).toMatch(/^数据已被.+修改，请刷新后重试$/)
})

test('an open form learns who changed its object since its version, in words and as values', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId, { storeName: '毛巾' }))
  const params = paramsOf('product', made.id)
  // The trail does not say which version this led to; it is older than the form.
  expect((await staff.call(product.putOnShelf, { params: { id: made.id } })).status).toBe(200)
  const since = (caller: Caller, version: number) => caller.call(history.since, { params, query: { version } })
  const { version } = await readProduct(staff, made.id)
  expect((await since(staff, version)).body).toEqual({ version, acts: [], changes: [], fields: [] })
  const save = async (change: object) => {
    const form = formOf(await readProduct(staff, made.id))
    expect((await staff.call(product.update, { body: { ...form, ...change } })).status).toBe(200)
  }
  await save({ storeName: '浴巾' })
  await save({ storeName: '大浴巾', limitType: 1, limitNum: 3 })
  const { body } = await since(staff, version)
  expect(body.version).toBe(version + 2)
  expect(body.acts).toHaveLength(2)
  expect(body.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: '商品名称', before: '毛巾', after: '大浴巾' }),
      expect.objectContaining({ label: '限购方式', before: '不限购', after: '单次限购' }),
    ]),
  )
  expect(body.fields).toContainEqual({ name: 'limitType', label: '限购方式', before: 0, after: 1 })
  const later = (await since(staff, version + 1)).body
  expect(later.acts).toHaveLength(1)
  expect(later.changes).toContainEqual(expect.objectContaining({ label: '商品名称', before: '浴巾' }))
  expect((await since(await shop.signIn(), version)).status).toBe(403)
})

test('pages of those who may read an object are hinted that it changed, and no others', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId))
  const [reader, stranger] = [await shop.signIn({ can: [product.info] }), await shop.signIn()]
  const [page, other] = [await openPage(shop.app, reader), await openPage(shop.app, stranger)]
  await staff.call(product.update, { body: { ...formOf(made), storeName: '浴巾' } })
  expect(await page.next('changed')).toMatchObject({ data: { object: 'product', id: String(made.id) } })
  await pushLive(shop.ctx, 'all', 'over', {})
  await other.next('over')
  expect(other.frames.map(({ type }) => type)).not.toContain('changed')
})

test('what changes many objects one by one hints few of them, and what runs in the background none', async () => {
  const { ctx } = await openShop()
  const heard: string[] = []
  ctx.platform.bus.subscribe(objectChanged.name, (payload) => heard.push(payload))
  const at = ctx.now()
  const own = withContext(ctx, { now: () => at })
  const change = (id: number, by = own) =>
    inTransaction(by, (tx) =>
      audit(tx, { objectType: 'coupon', objectId: id, before: { name: '甲' }, after: { name: '乙' } }),
    )
  await change(0)
  expect(heard).toEqual([])
  const calls = calling(own, product.update)
  for (let id = 1; id <= 30; id++) await change(id, calls)
  expect(heard).toHaveLength(20)
  await change(31, withContext(calls, { now: () => new Date(at.getTime() + 1000) }))
  expect(heard).toHaveLength(21)
})

test('a preview names categories and brands, and says which are deleted: alone they are refused, of the whole the rest goes back', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const admin = await shop.signInAdmin()
  const other = await makeCategory(staff, '床品')
  const brandId = (await admin.call(brand.save, { body: { name: '拾布' } })).body.id
  const made = await makeProduct(staff, productDraft(cateId, { brandId }))
  const form = { ...formOf(made), cateIds: [other], brandId: 0, storeName: '浴巾' }
  expect((await staff.call(product.update, { body: form })).status).toBe(200)
  const params = paramsOf('product', made.id)
  const [{ id: entry } = { id: 0 }] = await historyOf(staff, 'product', made.id)
  const preview = async (field?: string) =>
    (await staff.call(history.preview, { params, query: { entry, ...(field && { field }) } })).body
  const of = async (field: string) => (await preview(field)).changes.map(({ before, after }) => [before, after])
  expect(await of('brandId')).toEqual([['', '拾布']])
  expect(await of('cateIds')).toEqual([[['床品'], ['家纺']]])
  expect((await admin.call(category.remove, { query: { id: cateId } })).status).toBe(200)
  const refusal = `当时选的 ${cateId} 已被删除，不能改回`
  expect(await preview('cateIds')).toMatchObject({ message: refusal })
  const restore = async (field: string) => {
    const { version } = await readProduct(staff, made.id)
    return staff.call(history.restore, { params, body: { entry, field, version } })
  }
  expect(await restore('cateIds')).toMatchObject({ status: 422, body: { message: refusal } })
  expect(await restore('brandId')).toMatchObject({ status: 200 })
  expect(await readProduct(staff, made.id)).toMatchObject({ cateIds: [other], brandId, storeName: '浴巾' })
  const kept = [{ label: '商品分类', reason: `当时选的 ${cateId} 已被删除` }]
  expect(await preview()).toMatchObject({ changes: [{ before: '浴巾', after: made.storeName }], kept })
  const { version } = await readProduct(staff, made.id)
  const whole = await staff.call(history.restore, { params, body: { entry, version } })
  expect(whole).toMatchObject({ status: 200, body: { kept } })
  expect(await readProduct(staff, made.id)).toMatchObject({ cateIds: [other], storeName: made.storeName })
})

test('of a coupon, what may only grow stays when the rest goes back', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const { id } = (await admin.call(coupon.save, { body: { name: '十元券', money: 10, day: 7 } })).body
  await admin.call(coupon.update, { body: { id, name: '周年券', limitPerUser: 3 } })
  const [{ id: entry } = { id: 0 }] = await historyOf(admin, 'coupon', id)
  const params = paramsOf('coupon', id)
  const { version } = (await admin.call(history.preview, { params, query: { entry } })).body
  const done = await admin.call(history.restore, { params, body: { entry, version } })
  expect(done).toMatchObject({ status: 200, body: { kept: [{ reason: '每人限领数量只能增加，不能改回' }] } })
  const after = (await admin.call(coupon.info, { body: { id } })).body.coupon
  expect(after).toMatchObject({ name: '十元券', limitPerUser: 3 })
})

test('a choice that is only marked as deleted is not restored either', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const admin = await shop.signInAdmin()
  const gift = await storeCoupon(shop.ctx, { name: '回头券', type: 3 })
  const made = await makeProduct(staff, productDraft(cateId, { couponIds: [gift], storeName: '毛巾' }))
  expect((await readProduct(staff, made.id)).couponIds).toEqual([gift])
  await staff.call(product.update, { body: { ...formOf(made), couponIds: [], storeName: '浴巾' } })
  expect((await admin.call(coupon.remove, { body: { id: gift } })).status).toBe(200)
  const [{ id: entry } = { id: 0 }] = await historyOf(staff, 'product', made.id)
  const params = paramsOf('product', made.id)
  const alone = await staff.call(history.preview, { params, query: { entry, field: 'couponIds' } })
  expect(alone).toMatchObject({ status: 422, body: { message: '当时选的 回头券 已被删除，不能改回' } })
  const { version } = await readProduct(staff, made.id)
  const whole = await staff.call(history.restore, { params, body: { entry, version } })
  expect(whole).toMatchObject({ status: 200, body: { kept: [{ reason: '当时选的 回头券 已被删除' }] } })
  expect(await readProduct(staff, made.id)).toMatchObject({ couponIds: [], storeName: '毛巾' })
})

test('rules are told in words: who is in a segment, where a template delivers, whom a notice is for', async () => {
  const { shop } = await openProductShop()
  const admin = await shop.signInAdmin()
  await insertRegions(shop.ctx)
  const told = async (object: HistoryObject, id: number) => {
    const { body } = await admin.call(history.list, { params: { object, id: String(id) } })
    const lines = body.list[0]?.changes.map(({ label, before, after }) => [label, before, after])
    // The audit page has the same words.
    const trail = await admin.call(auditRoutes.list, { query: { objectType: object, objectId: String(id) } })
    expect(trail.body.list[0]?.diff.map(({ label, before, after }) => [label, before, after])).toEqual(lines)
    return lines
  }
  const ok = async <Answer extends { status: number; body: object }>(answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Answer['body']
  }
  const group = (await ok(admin.call(userGroup.save, { body: { groupName: '常客' } }))).id
  const segment = (await ok(admin.call(userSegment.save, { body: { name: '女', query: { sex: 2 } } }))).id
  const women = { id: segment, name: '女', query: { sex: 1, groupId: group, accessType: 0, userType: 'h5' } } as const
  await ok(admin.call(userSegment.update, { body: women }))
  expect(await told('user-segment', segment)).toEqual(
    expect.arrayContaining([
      ['性别', '女', '男'],
      ['用户分组', '', '常客'],
      ['访问情况', null, '近次访问在此期间'],
      ['用户来源', null, 'H5'],
    ]),
  )
  const draft = { name: '包邮', appoint: 0, type: 0 } as const
  const temp = (await ok(admin.call(freightTemplate.save, { body: draft }))).id
  const areas = [[310000, 310100]]
  const rules = {
    regionList: [{ isDefault: true, first: 1, firstPrice: 5, renewal: 1, renewalPrice: 1 }],
    freeList: [{ areas, number: 2, price: 99, freeMode: 'and' as const }],
  }
  await ok(admin.call(freightTemplate.update, { body: { ...draft, id: temp, appoint: 2, type: 1, ...rules } }))
  expect(await told('freight-template', temp)).toEqual(
    expect.arrayContaining([
      ['包邮方式', '全国包邮', '自定义'],
      ['计费方式', '不计费', '按件数'],
      ['包邮区域', [], [expect.stringMatching(/^送达到 \S+ \/ \S+，.*同时满足$/)]],
    ]),
  )
  const [one, two] = [
    (await ok(admin.call(dept.save, { body: { name: '客服部', pid: 0 } }))).id,
    (await ok(admin.call(dept.save, { body: { name: '仓储部', pid: 0 } }))).id,
  ]
  const work = (await ok(admin.call(post.save, { body: { name: '主管', dept: { id: one } } }))).id
  await ok(admin.call(post.update, { body: { id: work, name: '主管', dept: { id: two } } }))
  expect(await told('post', work)).toEqual([['所属部门', '客服部', '仓储部']])
  await ok(admin.call(dept.update, { body: { id: two, name: '仓储部', pid: one } }))
  expect(await told('dept', two)).toEqual([['上级部门', '顶级', '客服部']])
  const job = { jobName: '夜里清理', beanName: 'taskCleanup', cronExpression: '0 0 3 * * ?' }
  const nightly = (await ok(admin.call(scheduledJob.save, { body: job }))).id
  await ok(admin.call(scheduledJob.update, { body: { ...job, id: nightly, beanName: 'fileOrphanCleanup' } }))
  expect(await told('scheduled-job', nightly)).toEqual([
    ['执行内容', '清理任务中心的过期结果', '清理素材回收站和未使用的上传'],
  ])
  const text = { title: '盘点', content: '<p>今晚</p>' }
  const paper = (await ok(admin.call(notice.save, { body: text }))).id
  const aimed = { ...text, id: paper, level: 'warn' as const, targets: 'users' as const, targetIds: [admin.userId] }
  await ok(admin.call(notice.update, { body: aimed }))
  expect(await told('notice', paper)).toEqual(
    expect.arrayContaining([
      ['级别', '普通', '重要'],
      ['通知范围', '全部人员', '指定用户'],
      ['通知对象', [], [expect.not.stringMatching(/^\d+$|已删除/)]],
    ]),
  )
})
