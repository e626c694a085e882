import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bargainDraft,
  begin,
  help,
  lookAt,
  openBargain,
  openBargainShop,
  quotaOf,
  readBargain,
  readSession,
  settle,
  startIn,
  win,
} from '../../../testing/bargain.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { pass } from '../../../testing/combination.ts'
import { setSettings } from '../../../testing/pay.ts'
import type { Caller } from '../../../testing/shop.ts'

const DAY_MS = 24 * 3600_000

test('a bargain is cut by its owner and others, each once, and is won at exactly the lowest price with a unit held for it', async () => {
  const own = await openBargainShop()
  const sale = await openBargain(own)
  const { shop, keeper } = own
  const [owner, one, two] = [
    await shop.buyer({ nickname: '王小明' }),
    await shop.buyer({ nickname: '李四' }),
    await shop.buyer(),
  ]
  expect(await lookAt(owner, sale)).toMatchObject({ state: 1, session: null, helps: [], orderDeadline: null })
  const id = await begin(owner, sale)
  expect((await startIn(owner, sale)).body).toMatchObject({ status: 409, message: '您有进行中的砍价' })
  expect(await lookAt(owner, sale)).toMatchObject({
    state: 3,
    session: {
      bargainUserId: id,
      isOwn: true,
      price: 20,
      minPrice: 8,
      cutPrice: 0,
      nowPrice: 20,
      leftPrice: 12,
      percent: 0,
      leftNum: 3,
    },
  })
  expect(await lookAt(shop.visitor(), sale, id)).toMatchObject({
    state: 5,
    session: { isOwn: false, nickname: '王**明' },
  })
  const first = await help(owner, id)
  // A fifth to a half of what is free, and a fen.
  expect(first.body.cut).toBeGreaterThanOrEqual(2.4)
  expect(first.body.cut).toBeLessThanOrEqual(6.01)
  expect((await help(owner, id)).body).toMatchObject({ status: 409, message: '您已经砍过了' })
  expect((await lookAt(owner, sale)).session).toMatchObject({ hasHelped: true })
  expect(await lookAt(one, sale, id)).toMatchObject({ state: 5, session: { hasHelped: false } })
  const second = await help(one, id)
  expect(second.body).toMatchObject({ finished: false })
  expect((await lookAt(one, sale, id)).state).toBe(6)
  expect(await quotaOf(own, sale)).toEqual([10, 0, 0])
  const last = await help(two, id)
  expect(last.body).toMatchObject({ finished: true, cutPrice: 12, leftPrice: 0, percent: 100 })
  expect(Math.round(100 * (first.body.cut + second.body.cut + last.body.cut))).toBe(1200)
  expect(await quotaOf(own, sale)).toEqual([9, 1, 0])
  expect((await help(await shop.buyer(), id)).body).toMatchObject({ status: 409, message: '砍价已完成' })
  const won = await lookAt(owner, sale)
  expect(won).toMatchObject({
    state: 4,
    session: { nowPrice: 8, status: 3, leftNum: 0 },
    orderDeadline: expect.any(String),
  })
  expect(won.helps.map(({ nickname }) => nickname).slice(1)).toEqual(['李**', '王**明'])
  expect((await owner.call(frontBargain.record)).body).toMatchObject({
    total: 1,
    list: [{ bargainUserId: id, state: 4 }],
  })
  expect((await one.call(frontBargain.record)).body.total).toBe(0)
  expect((await one.call(frontBargain.helps, { query: { bargainUserId: id } })).body.total).toBe(3)
  expect((await shop.visitor().call(frontBargain.header)).body).toMatchObject({
    total: 1,
    successList: [{ nickname: '王**明', title: '毛巾砍价', price: 8 }],
  })
  expect(JSON.stringify(won)).not.toContain('"uid"')
  // What staff read of it.
  const { body: listed } = await keeper.call(bargainSession.list, { query: { keywords: '小明', status: 3 } })
  expect(listed.list).toMatchObject([
    { id, nickname: '王小明', nowPrice: 8, cutNum: 3, leftNum: 0, statusName: '已成功', orderNo: '' },
  ])
  expect((await keeper.call(bargainSession.list, { query: { status: 1 } })).body.total).toBe(0)
  expect((await keeper.call(bargainSession.info, { query: { id } })).body).toEqual(listed.list[0])
  expect((await keeper.call(bargainSession.info, { query: { id: id + 99 } })).status).toBe(404)
  const { body: helps } = await keeper.call(bargainSession.helps, { params: { id } })
  // The last helper came before the session was started; a later one would be new.
  expect(helps.map(({ isNew }) => isNew)).toEqual([false, false, false])
  expect(helps.map(({ id: seq, uid }) => [seq, uid])).toEqual([
    [3, two.userId],
    [2, one.userId],
    [1, owner.userId],
  ])
  expect(await readBargain(own, sale.id)).toMatchObject({
    countPeopleAll: 1,
    countPeopleHelp: 3,
    countPeopleSuccess: 1,
  })
  expect((await keeper.call(activity.watch, { query: { id: sale.id } })).body).toMatchObject({
    reserved: 1,
    sessionCount: 1,
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('fifty cuts at once come to as many as the bargain has, none of anybody twice, and the price ends at the lowest', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, { peopleNum: 20, bargainMinPrice: 0.1, bargainMaxPrice: 2 })
  const id = await begin(await shop.buyer(), sale)
  const helpers = await Promise.all(Array.from({ length: 25 }, () => shop.buyer()))
  // Each of them calls twice.
  const answers = await Promise.all([...helpers, ...helpers].map((caller) => help(caller, id)))
  const done = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200).map(({ status }) => status)
  expect(new Set(refused)).toEqual(new Set([409]))
  expect(done).toHaveLength(20)
  expect(done.filter(({ body }) => body.finished)).toHaveLength(1)
  const { rows } = await shop.ctx.db.execute<{ uids: number; low: number; high: number; sum: number }>(sql`
    select count(distinct uid)::int as uids, min(cut_fen)::int as low, max(cut_fen)::int as high, sum(cut_fen)::int as sum
    from bargain_help where session_id = ${id}`)
  expect(rows[0]).toMatchObject({ uids: 20, sum: 1200 })
  expect(rows[0]?.low).toBeGreaterThanOrEqual(10)
  expect(rows[0]?.high).toBeLessThanOrEqual(200)
  expect(await readSession(shop, id)).toMatchObject({ status: 3, isHeld: true, cutFen: 1200, cutCount: 20 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('of two bargains at their last cut for the last unit one is won, and nobody cuts for nothing', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, {
    peopleNum: 2,
    attrValue: [{ skuId: own.skuId, price: 20, minPrice: 8, quota: 1 }],
  })
  const owners = [await shop.buyer(), await shop.buyer()]
  const ids: number[] = []
  for (const owner of owners) {
    const id = await begin(owner, sale)
    expect((await help(owner, id)).status).toBe(200)
    ids.push(id)
  }
  const [one, two] = [await shop.buyer(), await shop.buyer()]
  const [first = 0, second = 0] = ids
  const answers = await Promise.all([help(one, first), help(two, second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '砍价商品已抢光' })
  const lost = answers[0]?.status === 200 ? second : first
  expect(await readSession(shop, lost)).toMatchObject({ status: 1, cutCount: 1 })
  const loser = owners[ids.indexOf(lost)] as Caller
  expect((await lookAt(loser, sale)).state).toBe(11)
  expect((await startIn(await shop.buyer(), sale)).body).toMatchObject({ status: 409, message: '砍价商品已售罄' })
  // A help that was refused counts for nothing.
  const helper = lost === first ? one : two
  const { rows } = await shop.ctx.db.execute(sql`select from bargain_helper where uid = ${helper.userId}`)
  expect(rows).toEqual([])
  await own.keeper.call(activity.quota, { body: { id: sale.id, skuId: own.skuId, quota: 2 } })
  expect((await help(helper, lost)).body).toMatchObject({ finished: true })
  expect(await quotaOf(own, sale)).toEqual([0, 2, 0])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a buyer starts and helps no more often than the bargain allows, given up ones included', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, { num: 2, bargainNum: 1, peopleNum: 5 })
  const buyer = await shop.buyer()
  const id = await begin(buyer, sale)
  expect((await buyer.call(frontBargain.cancel, { body: { bargainId: sale.id } })).status).toBe(200)
  expect((await buyer.call(frontBargain.cancel, { body: { bargainId: sale.id } })).body).toMatchObject({
    status: 404,
    message: '砍价记录不存在',
  })
  expect(await readSession(shop, id)).toMatchObject({ status: 2, isCancelled: true })
  expect((await help(buyer, id)).body).toMatchObject({ status: 422, message: '砍价已取消' })
  const second = await begin(buyer, sale)
  await buyer.call(frontBargain.cancel, { body: { bargainId: sale.id } })
  expect((await startIn(buyer, sale)).body).toMatchObject({
    status: 422,
    code: 'LIMIT_REACHED',
    message: '您的参与次数已达上限',
  })
  expect((await lookAt(buyer, sale)).state).toBe(2)
  expect((await lookAt(buyer, sale, second)).state).toBe(2)
  // Twenty starts at once are one.
  const eager = await shop.buyer()
  const started = await Promise.all(Array.from({ length: 20 }, () => startIn(eager, sale)))
  expect(started.filter(({ status }) => status === 200)).toHaveLength(1)
  const [others, more] = [await shop.buyer(), await shop.buyer()]
  const [theirs, another] = [await begin(others, sale), await begin(more, sale)]
  expect((await help(buyer, theirs)).status).toBe(200)
  expect((await lookAt(buyer, sale, another)).state).toBe(7)
  expect((await help(buyer, another)).body).toMatchObject({
    status: 422,
    code: 'LIMIT_REACHED',
    message: '您的帮砍次数已达上限',
  })
  // The own ones do not count.
  expect((await help(more, another)).status).toBe(200)
  expect((await help(more, theirs)).status).toBe(200)
  expect((await help(buyer, 99_999)).body).toMatchObject({ status: 404, message: '砍价记录不存在' })
  expect((await startIn(buyer, { id: 99_999, activitySkuId: 0 })).body).toMatchObject({
    status: 404,
    message: '砍价商品不存在',
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a buyer cuts ten times a minute, and thirty come from one address', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const buyer = await shop.buyer()
  const answers: number[] = []
  for (let n = 0; n < 11; n++) answers.push((await help(buyer, 99_999)).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 404), 429])
  // Many buyers behind one address.
  const told: number[] = []
  for (let n = 0; n < 31; n++) {
    const { token } = await shop.buyer()
    const answer = await shop.app.fastify.inject({
      method: 'POST',
      url: frontBargain.help.path,
      remoteAddress: '198.51.100.7',
      headers: { authorization: `Bearer ${token}` },
      payload: { bargainUserId: 99_999 },
    })
    told.push(answer.statusCode)
  }
  expect(told).toEqual([...Array.from({ length: 30 }, () => 404), 429])
})

test('the addresses that one subscriber of IPv6 has are one, however many accounts cut from them', async () => {
  const { shop } = await openBargainShop()
  const buyers = await Promise.all(Array.from({ length: 31 }, () => shop.buyer()))
  const answers = await Promise.all(
    buyers.map(({ token }, n) =>
      shop.app.fastify.inject({
        method: 'POST',
        url: frontBargain.help.path,
        remoteAddress: `2001:db8:1:1::${n.toString(16)}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { bargainUserId: 99_999 },
      }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429])
})

test('what the range of a cut and the first cut are when a session begins holds for it, whatever is edited', async () => {
  const own = await openBargainShop()
  const { shop, keeper } = own
  const sale = await openBargain(own, { peopleNum: 4, bargainMinPrice: 2, bargainMaxPrice: 4 })
  const [owner, ...helpers] = await Promise.all(Array.from({ length: 4 }, () => shop.buyer()))
  if (!owner) throw new Error('no owner')
  const id = await begin(owner, sale)
  expect((await help(owner, id)).body.cut).toBeLessThanOrEqual(4)
  await keeper.call(bargain.useStatus, { body: { id: sale.id, status: false } })
  const edited = await keeper.call(bargain.update, {
    body: {
      ...bargainDraft(own, {
        peopleNum: 2,
        bargainNum: 1,
        status: false,
        attrValue: [{ skuId: own.skuId, price: 18, minPrice: 1, quota: 5 }],
      }),
      id: sale.id,
    },
  })
  expect(edited.status).toBe(200)
  await setSettings(shop, { bargain_first_cut_min: 99, bargain_first_cut_max: 99 })
  const cuts: number[] = []
  for (const helper of helpers) {
    const { status, body } = await help(helper, id)
    expect(status).toBe(200)
    cuts.push(body.cut)
  }
  expect(Math.min(...cuts)).toBeGreaterThanOrEqual(2)
  expect(Math.max(...cuts)).toBeLessThanOrEqual(4)
  expect(await lookAt(owner, sale, id)).toMatchObject({
    state: 4,
    session: { price: 20, minPrice: 8, nowPrice: 8, peopleNum: 4 },
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a session ends at its time to the second whether the job ran or not, and goes on while its activity is closed', async () => {
  const own = await openBargainShop()
  const { shop, keeper } = own
  const sale = await openBargain(own, { peopleNum: 5 })
  const owner = await shop.buyer()
  const id = await begin(owner, sale)
  await keeper.call(bargain.useStatus, { body: { id: sale.id, status: false } })
  expect((await startIn(await shop.buyer(), sale)).body).toMatchObject({ status: 422, message: '砍价商品已下架' })
  expect((await help(owner, id)).status).toBe(200)
  expect((await shop.visitor().call(frontBargain.detail, { params: { id: sale.id } })).status).toBe(404)
  const { rows } = await shop.ctx.db.execute<{ left: number }>(
    sql`select extract(epoch from stop_at - ${shop.ctx.now()}::timestamptz) * 1000 as left from bargain_session where id = ${id}`,
  )
  await pass(shop, Number(rows[0]?.left) - 2000)
  expect((await help(await shop.buyer(), id)).status).toBe(200)
  await pass(shop, 3000)
  expect((await help(await shop.buyer(), id)).body).toMatchObject({ status: 422, message: '砍价活动已结束' })
  expect(await readSession(shop, id)).toMatchObject({ status: 1 })
  expect(await settle(shop)).toBe(1)
  expect(await settle(shop)).toBe(0)
  expect(await readSession(shop, id)).toMatchObject({ status: 2, isCancelled: false })
  expect((await lookAt(owner, sale, id)).state).toBe(4)
})

test('a won session that is not ordered in time ends, and its unit is for sale again', async () => {
  const own = await openBargainShop()
  const { shop } = own
  await setSettings(shop, { bargain_grace_hours: 72 })
  const sale = await openBargain(own, { peopleNum: 2 })
  const { id, buyer } = await win(own, sale)
  await pass(shop, 3 * DAY_MS - 60_000)
  expect(await settle(shop)).toBe(0)
  expect((await lookAt(buyer, sale)).state).toBe(4)
  await pass(shop, 61_000)
  expect(await settle(shop)).toBe(1)
  expect(await readSession(shop, id)).toMatchObject({ status: 2, isHeld: false })
  const keeper = own.keeper
  expect(await quotaOf({ keeper }, sale)).toEqual([10, 0, 0])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a product off the shelf, and one for members, is not bargained for', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, { peopleNum: 5 })
  const owner = await shop.buyer()
  const id = await begin(owner, sale)
  await shop.ctx.db.execute(sql`update product set is_show = false where id = ${own.productId}`)
  expect((await help(owner, id)).body).toMatchObject({ status: 422, message: '砍价商品已下架' })
  expect((await startIn(await shop.buyer(), sale)).body).toMatchObject({ status: 422, message: '砍价商品已下架' })
  await shop.ctx.db.execute(sql`update product set is_show = true, visibility = 2 where id = ${own.productId}`)
  expect((await startIn(await shop.buyer(), sale)).body).toMatchObject({ status: 422, message: '该商品仅会员可购买' })
})

test('buyers find the bargains that run, hot ones first on the home page', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, { rule: '<p onclick="x()">每人一刀</p>', isHot: true })
  await begin(await shop.buyer(), sale)
  const visitor = shop.visitor()
  const card = {
    id: sale.id,
    price: 20,
    minPrice: 8,
    productPrice: 20,
    peopleNum: 3,
    quota: 10,
    quotaShow: 10,
    percent: 0,
    countPeopleAll: 1,
  }
  expect((await visitor.call(frontBargain.index)).body.productList).toMatchObject([card])
  expect((await visitor.call(frontBargain.list)).body).toMatchObject({ total: 1, list: [card] })
  expect((await visitor.call(frontBargain.detail, { params: { id: sale.id } })).body).toMatchObject({
    activity: { ...card, num: 3, bargainNum: 5, rule: '<p>每人一刀</p>', phase: 'running' },
    attrValue: [{ id: sale.activitySkuId, price: 20 }],
    productState: 'normal',
  })
  expect((await visitor.call(frontBargain.detail, { params: { id: 99_999 } })).body).toMatchObject({
    status: 404,
    message: '砍价商品不存在',
  })
})
