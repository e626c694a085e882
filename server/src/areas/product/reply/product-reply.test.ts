import { notification } from '@zhanggui/contract/message/notification.ts'
import { productReply, type ReplyDraft } from '@zhanggui/contract/product/product-reply.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { makeProduct, openProductShop, productDraft, variantDraft } from '../../../testing/product.ts'
import type { Shop } from '../../../testing/shop.ts'
import { notifications } from '../../message/notice/notification.tables.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { products } from '../product/product.tables.ts'
import { type BuyerReply, createReplies, recountVirtual } from './product-reply.service.ts'

const avatar = 'https://m.example/face.jpg'

async function openDesk() {
  const { shop, staff: owner, cateId } = await openProductShop()
  const towel = await makeProduct(owner, productDraft(cateId))
  const staff = await shop.signIn({ can: Object.values(productReply) })
  const draft = (change: Partial<ReplyDraft> = {}): ReplyDraft => ({
    productId: towel.id,
    nickname: '阿茶',
    avatar,
    comment: '柔软',
    productScore: 5,
    serviceScore: 5,
    ...change,
  })
  const save = (change: Partial<ReplyDraft> = {}) => staff.call(productReply.save, { body: draft(change) })
  const list = async (query: object = {}) => (await staff.call(productReply.list, { query })).body.list
  const info = async (id: number) => (await staff.call(productReply.info, { params: { id } })).body
  const bought = (change: Partial<BuyerReply> = {}): BuyerReply => ({
    uid: 7,
    oid: 9,
    productId: towel.id,
    unique: 'abcd1234',
    sku: '默认',
    replyType: 'product',
    productScore: 4,
    serviceScore: 5,
    comment: '收到了',
    pics: [],
    nickname: '王女士',
    avatar: '',
    ...change,
  })
  const say = async (...given: Partial<BuyerReply>[]) =>
    inTransaction(shop.ctx, (tx) => createReplies(tx, given.map(bought)))
  const sayOne = async (change: Partial<BuyerReply> = {}) => (await say(change))[0] ?? 0
  return { shop, owner, staff, cateId, towel, draft, save, list, info, say, sayOne }
}

async function countsOf({ ctx }: Shop, id: number) {
  const { replyCount, goodCount, mediumCount, poorCount, starAvg } = products
  const [row] = await ctx.db
    .select({ replyCount, goodCount, mediumCount, poorCount, starAvg })
    .from(products)
    .where(eq(products.id, id))
  return Object.values(row ?? {})
}

test('accounts that see their stores alone read replies without whose they are and of which order', async () => {
  const { shop, list, say } = await openDesk()
  await say({})
  const clerk = await shop.signIn({ can: [productReply.list], dataScope: '本门店', storeIds: [1] })
  expect(await list()).toMatchObject([{ uid: 7, oid: 9, nickname: '王女士' }])
  const seen = await clerk.call(productReply.list, { query: {} })
  expect(seen.body.list).toMatchObject([{ uid: 0, oid: 0, nickname: '王**士', comment: '收到了' }])
})

test('a fictitious reply with missing or invalid fields is refused', async () => {
  const { staff, draft } = await openDesk()
  for (const [change, message] of [
    [{ productId: undefined }, '请选择商品'],
    [{ nickname: ' ' }, '请填写用户名称'],
    [{ avatar: undefined }, '请选择用户头像'],
    [{ avatar: '' }, '请选择用户头像'],
    [{ avatar: 'javascript:alert(1)' }, '用户头像地址不正确'],
    [{ comment: '' }, '请填写评价内容'],
    [{ comment: '好'.repeat(513) }, '评价文字不能超过512个字符，请缩短'],
    [{ productScore: 6 }, '商品分数为1-5'],
    [{ productScore: undefined }, '商品分数为1-5'],
    [{ serviceScore: 0 }, '服务分数为1-5'],
    [{ pics: Array.from({ length: 10 }, () => avatar) }, '评价图片最多9项'],
  ] as const) {
    const answer = await staff.send('POST', productReply.save.path, { ...draft(), ...change })
    expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, body: { message } })
  }
})

test('a fictitious reply needs an existing product and SKU, and a time after the product was added and not in the future', async () => {
  const { shop, staff, owner, cateId, towel, draft, save } = await openDesk()
  const refusal = async (change: Partial<ReplyDraft>) => {
    const { status, body } = await staff.send('POST', productReply.save.path, draft(change))
    return [status, body.message]
  }
  const later = new Date(shop.clock.now().getTime() + 60_000)
  expect(await refusal({ createTime: toWireTime(later) })).toEqual([400, '评价时间不能晚于现在'])
  expect(await refusal({ createTime: '2020-01-01 00:00:00' })).toEqual([400, '评价时间不能早于商品添加时间'])
  expect(await refusal({ createTime: '2026-02-30 00:00:00' })).toEqual([400, '评价时间格式不正确'])
  expect(await refusal({ sku: '红,M' })).toEqual([422, '商品没有规格「红,M」，请重新选择'])
  expect(await refusal({ productId: 99_999 })).toEqual([422, '商品不存在或已被删除，请重新选择'])
  const shirt = await makeProduct(owner, variantDraft(cateId))
  const { body } = await save({ productId: shirt.id, sku: '红,M', createTime: toWireTime(shop.clock.now()) })
  const found = await staff.call(productReply.info, { params: body })
  expect(found.body).toMatchObject({ sku: '红,M', unique: shirt.attrValue[0]?.unique, productId: shirt.id })
  expect(towel.id).not.toBe(shirt.id)
})

test('fictitious replies cannot be added while the settings do not allow them', async () => {
  const { shop, save, list } = await openDesk()
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { reply_virtual_enabled: false }))
  expect(await save()).toMatchObject({ status: 428, body: { code: 'SWITCHED_OFF', message: '虚拟评论功能未启用' } })
  expect(await list()).toEqual([])
})

test('a fictitious reply is marked as such, and counted only if the settings say so', async () => {
  const { shop, staff, towel, save, info, sayOne } = await openDesk()
  const { body } = await save({ productScore: 1, serviceScore: 2 })
  expect(await info(body.id)).toMatchObject({ uid: 0, oid: 0, isVirtual: true, level: 'poor', star: 1, auditStatus: 1 })
  expect(await countsOf(shop, towel.id)).toEqual([0, 0, 0, 0, 0])
  await sayOne()
  expect(await countsOf(shop, towel.id)).toEqual([1, 1, 0, 0, 4])
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { reply_virtual_counts: true }))
  await recountVirtual(shop.ctx, new AbortController().signal)
  expect(await countsOf(shop, towel.id)).toEqual([2, 1, 0, 1, 2.5])
  await staff.call(productReply.remove, { params: { id: body.id } })
  expect(await countsOf(shop, towel.id)).toEqual([1, 1, 0, 0, 4])
})

test('once the settings count fictitious replies, products are recounted in the background', async () => {
  const { shop, towel, save } = await openDesk()
  await save()
  await shop.app.work()
  const admin = await shop.signInAdmin()
  const body = { values: { reply_virtual_counts: true } }
  expect((await admin.call(setting.save, { params: { group: 'shop' }, body })).status).toBe(200)
  await expect.poll(() => countsOf(shop, towel.id)).toEqual([1, 1, 0, 0, 5])
})

test("a buyer's words cannot be changed, only their visibility", async () => {
  const { shop, staff, towel, info, sayOne } = await openDesk()
  const id = await sayOne()
  const change = (body: object) => staff.send('POST', productReply.update.path, { id, ...body })
  for (const written of [
    { comment: '很好' },
    { productScore: 5 },
    { nickname: '某' },
    { pics: [avatar] },
    { sku: '蓝' },
  ])
    expect(await change(written)).toMatchObject({ status: 422, body: { message: '买家评价内容不可修改' } })
  expect((await change({ isShow: false })).body).toEqual({ id, version: 1 })
  expect(await info(id)).toMatchObject({ comment: '收到了', productScore: 4, isShow: false, version: 1 })
  expect(await countsOf(shop, towel.id)).toEqual([0, 0, 0, 0, 0])
})

test('a fictitious reply can be rewritten and moved; of two changes at once one succeeds', async () => {
  const { shop, staff, owner, cateId, towel, save, info } = await openDesk()
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { reply_virtual_counts: true }))
  const shirt = await makeProduct(owner, variantDraft(cateId))
  const { body } = await save()
  const judged = await staff.send('POST', productReply.update.path, { id: body.id, auditStatus: 2 })
  expect(judged).toMatchObject({ status: 422, body: { message: '虚拟评论无需审核' } })
  const change = {
    id: body.id,
    version: 0,
    productId: shirt.id,
    sku: '蓝,L',
    comment: '合身',
    productScore: 3,
  } as const
  const answers = await Promise.all([1, 2].map(() => staff.call(productReply.update, { body: change })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'VERSION_CONFLICT' })
  const now = { productId: shirt.id, sku: '蓝,L', comment: '合身', nickname: '阿茶', level: 'good', star: 4, avatar }
  expect(await info(body.id)).toMatchObject(now)
  expect(await countsOf(shop, towel.id)).toEqual([0, 0, 0, 0, 0])
  expect(await countsOf(shop, shirt.id)).toEqual([1, 1, 0, 0, 4])
})

test('replies are answered all together or not at all; answering again replaces the answer', async () => {
  const { staff, save, info, sayOne } = await openDesk()
  const [real, made] = [await sayOne(), (await save()).body.id]
  const comment = (ids: number[], merchantReplyContent: string) =>
    staff.send('POST', productReply.comment.path, { ids, merchantReplyContent })
  expect(await comment([real], ' ')).toMatchObject({ status: 400, body: { message: '请填写评论内容' } })
  expect(await comment([], '谢谢')).toMatchObject({ status: 400, body: { message: '请选择评论' } })
  expect((await comment([real], '谢'.repeat(301))).status).toBe(400)
  expect((await comment([real, 99_999], '谢谢')).status).toBe(404)
  expect((await info(real)).isReply).toBe(false)
  expect((await comment([real, made], '谢谢')).body).toEqual({})
  expect((await comment([real], '多谢光临')).status).toBe(200)
  const answered = { isReply: true, merchantReplyContent: '多谢光临', replyBy: expect.any(String) }
  expect(await info(real)).toMatchObject(answered)
  expect(await info(made)).toMatchObject({ merchantReplyContent: '谢谢' })
})

test('replies are shown, hidden and audited together; those that cannot be are reported', async () => {
  const { shop, staff, towel, save, list, say } = await openDesk()
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { reply_audit_mode: 1 }))
  const [first = 0, second = 0] = await say({}, { productScore: 2, serviceScore: 3 })
  const made = (await save()).body.id
  expect((await list({ auditStatus: 0 })).map(({ id }) => id)).toEqual([second, first])
  expect(await countsOf(shop, towel.id)).toEqual([0, 0, 0, 0, 0])
  expect((await staff.send('POST', productReply.moderate.path, { ids: [first] })).status).toBe(400)
  const pass = await staff.call(productReply.moderate, { body: { ids: [first, second], auditStatus: 1 } })
  expect(pass.body).toEqual({ total: 2, success: 2, failed: 0, errors: [] })
  expect(await countsOf(shop, towel.id)).toEqual([2, 1, 1, 0, 3])
  const refuse = await staff.call(productReply.moderate, { body: { ids: [first, made, 99_999], auditStatus: 2 } })
  expect(refuse.body).toMatchObject({ total: 3, success: 1, failed: 2 })
  expect(refuse.body.errors.map(({ id, message }) => [id, message])).toEqual([
    [made, '虚拟评论无需审核'],
    [99_999, '商品评论不存在或已被删除'],
  ])
  await staff.call(productReply.moderate, { body: { ids: [second], isShow: false } })
  expect(await countsOf(shop, towel.id)).toEqual([0, 0, 0, 0, 0])
})

test('the list finds replies by its filters, newest first', async () => {
  const { owner, cateId, staff, save, list, sayOne } = await openDesk()
  const shirt = await makeProduct(owner, variantDraft(cateId))
  const old = await sayOne({ pics: [avatar] })
  const poor = await sayOne({ productId: shirt.id, productScore: 1, serviceScore: 1, comment: '掉色100%' })
  const made = (await save({ productId: shirt.id, nickname: '小满' })).body.id
  await staff.call(productReply.comment, { body: { ids: [old], merchantReplyContent: '谢谢' } })
  const ids = async (query: object) => (await list(query)).map(({ id }) => id)
  expect(await ids({})).toEqual([made, poor, old])
  expect(await ids({ isReply: 1 })).toEqual([old])
  expect(await ids({ isReply: 0 })).toEqual([made, poor])
  expect(await ids({ productSearch: 'T恤' })).toEqual([made, poor])
  expect(await ids({ productSearch: '没有的' })).toEqual([])
  expect(await ids({ productSearch: '！' })).toEqual([])
  expect(await ids({ nickname: '小' })).toEqual([made])
  expect(await ids({ level: 'poor' })).toEqual([poor])
  expect(await ids({ isVirtual: true })).toEqual([made])
  expect(await ids({ hasPic: true })).toEqual([old])
  expect(await ids({ productId: shirt.id, isVirtual: false })).toEqual([poor])
  expect(await ids({ keywords: '100%' })).toEqual([poor])
  expect(await ids({ dateLimit: 'yesterday' })).toEqual([])
  expect(await ids({ limit: 2, page: 2 })).toEqual([old])
})

test('a deleted reply disappears from the list and from the counts of its product', async () => {
  const { shop, staff, towel, list, sayOne } = await openDesk()
  const id = await sayOne()
  expect((await staff.call(productReply.remove, { params: { id } })).body).toEqual({})
  expect(await list()).toEqual([])
  expect(await countsOf(shop, towel.id)).toEqual([0, 0, 0, 0, 0])
  for (const route of [productReply.remove, productReply.info])
    expect((await staff.call(route, { params: { id } })).status).toBe(404)
  expect((await staff.call(productReply.update, { body: { id, isShow: true } })).status).toBe(404)
})

test('every one of many simultaneous replies is counted', async () => {
  const { shop, towel, sayOne } = await openDesk()
  await Promise.all(Array.from({ length: 12 }, (_, n) => sayOne({ productScore: 1 + (n % 5), serviceScore: 5 })))
  expect(await countsOf(shop, towel.id)).toEqual([12, 6, 6, 0, 3.7])
})

test('staff who answer replies are notified of a bad one, and it stays in the bell until answered', async () => {
  const { shop, staff, sayOne } = await openDesk()
  const id = await sayOne({ productScore: 1, serviceScore: 1, comment: '破了' })
  const notices = await shop.ctx.db.select().from(notifications).where(eq(notifications.userId, staff.userId))
  expect(notices).toMatchObject([{ content: '破了', title: '王女士 给了差评', objectId: String(id) }])
  const waiting = async () => (await staff.call(notification.count)).body
  expect(await waiting()).toMatchObject({ todo: { repliesToAnswer: 1 } })
  await staff.call(productReply.comment, { body: { ids: [id], merchantReplyContent: '抱歉' } })
  expect(await waiting()).toMatchObject({ todo: { repliesToAnswer: 0 } })

  // What the shop said for a buyer waits for nobody, and of what people wrote the bad comes first.
  await sayOne({ comment: '系统默认好评', isAuto: true })
  const bad = await sayOne({ productScore: 1, serviceScore: 1, comment: '又破了' })
  const good = await sayOne({ comment: '很好' })
  expect(await waiting()).toMatchObject({ todo: { repliesToAnswer: 2 } })
  const { body } = await staff.call(productReply.list, { query: { waiting: true } })
  expect(body.list.map((row) => [row.id, row.isAuto])).toEqual([
    [bad, false],
    [good, false],
  ])
})
