import { refund } from '@zhanggui/contract/order/refund.ts'
import { type Approval, type ApprovalQuery, approval, type ReviewForm } from '@zhanggui/contract/work/approval.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { openPayShop, type PayShop, setSettings } from '../../../testing/pay.ts'
import { all, ask, give, NEVER, one, paidByBalance, refundsOf } from '../../../testing/refund.ts'
import type { Caller, Refused } from '../../../testing/shop.ts'
import { balancesOf } from '../../../testing/user.ts'
import { approvalActs } from './approval.service.ts'
import { expireApprovals } from './approval-review.service.ts'

const reviews = [approval.list, approval.review]

const waitingOf = async (staff: Caller, query: ApprovalQuery = { state: 0 }): Promise<Approval[]> =>
  (await staff.call(approval.list, { query })).body.list
const review = async (staff: Caller, body: ReviewForm) => {
  const { status, body: said } = await staff.call(approval.review, { body })
  return { status, body: said as typeof said & Refused }
}
/** A shop in which refunds above ¥10 wait for a second person. */
async function openAskingShop() {
  const own = await openPayShop()
  const { shop } = own
  await setSettings(shop, { approval_amount: 10_00 })
  const clerk = await shop.signIn({ can: [refund.start], username: 'clerk' })
  const chief = await shop.signIn({ can: [refund.start, ...reviews], username: 'chief' })
  const second = await shop.signIn({ can: [refund.start, ...reviews], username: 'chief2' })
  const begin = async (form: Partial<Parameters<typeof ask>[1]> = {}) => {
    const order = await paidByBalance(own)
    const asked = await ask(clerk, { orderNo: order.orderNo, amount: 19.9, reason: '坏了', ...form })
    return { order, asked, id: (asked.body as unknown as { approvalId: number }).approvalId }
  }
  return { own, shop, clerk, chief, second, begin }
}
const trailOf = (own: PayShop) =>
  all<{ action: string; type: string; who: string; diff: { path: string; after: unknown }[] }>(
    own,
    sql`select action, object_type as type, actor_name as who, diff from audit_entry
      where action not in ('denied', 'login') and object_type in ('order', 'approval') order by id`,
  )

describe('money above the limit', () => {
  test('waits for a second person and moves nothing; another may decide it, its applicant may not, and it is done once', async () => {
    const { own, shop, clerk, chief, second, begin } = await openAskingShop()
    const { order, asked, id } = await begin()
    expect(asked.status).toBe(202)
    const has = await balancesOf(shop.ctx, own.buyer.userId)
    expect(await refundsOf(own)).toEqual([])
    expect(await one(own, sql`select refund_status from store_order where id = ${order.id}`)).toEqual({
      refund_status: 0,
    })
    const again = await ask(clerk, { orderNo: order.orderNo, amount: 19.9 })
    expect([again.status, again.body.message]).toEqual([409, '该操作正在等待审批'])
    const [waiting] = await waitingOf(chief)
    expect(waiting).toMatchObject({
      id,
      kind: 'refund',
      amount: 19.9,
      objectId: String(order.id),
      reason: '坏了',
      rule: '一笔订单累计退款超过 ¥10.00',
      state: 0,
      isMine: false,
      blocked: '',
    })
    expect((await chief.call(approval.num)).body).toMatchObject({ waiting: 1, mine: 0, done: 0 })
    const unrelated = await shop.signIn({ can: reviews })
    expect((await unrelated.call(approval.num)).body, 'it does not wait for them').toMatchObject({ waiting: 0 })
    expect(await waitingOf(unrelated, { mine: false, done: false })).toEqual([])
    expect(await review(unrelated, { id, pass: true })).toMatchObject({
      status: 422,
      body: { message: '您没有这项操作的权限，要由有权限的同事审批' },
    })
    expect(await review(chief, { id, pass: false })).toMatchObject({ status: 400, body: { message: '请填写拒绝原因' } })
    expect((await review(chief, { id: id + 99, pass: true })).status).toBe(404)
    const agree = (who: Caller) => review(who, { id, pass: true, remark: '同意' })
    const both = await Promise.all([agree(chief), agree(second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refundsOf(own)).toMatchObject([{ state: 1, amount_fen: 1990 }])
    expect((await balancesOf(shop.ctx, own.buyer.userId))?.money).toBe(Number(has?.money) + 19_90)
    expect(await waitingOf(chief, { state: 1 })).toMatchObject([{ id, state: 1, message: '' }])
    const trail = await trailOf(own)
    expect(trail.map(({ action, type }) => `${type} ${action}`).sort()).toEqual([
      'approval approve',
      'approval ask',
      'order refund',
    ])
    const done = trail.find(({ type }) => type === 'order')
    expect(done?.who).toBe('clerk')
    expect(done?.diff.find(({ path }) => path === '@approved')?.after).toMatch(/chief/)
    const told = await all(own, sql`select event, user_id from notification where event like 'approval.%' order by id`)
    expect(told.filter(({ event }) => event === 'approval.asked')).not.toContainEqual(
      expect.objectContaining({ user_id: clerk.userId }),
    )
    expect(told).toContainEqual({ event: 'approval.decided', user_id: clerk.userId })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('an applicant with the right to review does not decide their own, and takes it back instead', async () => {
    const { own, shop, chief, second } = await openAskingShop()
    const order = await paidByBalance(own)
    const asked = await ask(chief, { orderNo: order.orderNo, amount: 15 })
    const { approvalId: id } = asked.body as unknown as { approvalId: number }
    expect(await review(chief, { id, pass: true })).toMatchObject({
      status: 422,
      body: { message: '不能审批自己的申请' },
    })
    expect(await waitingOf(chief, { mine: true })).toMatchObject([{ id, isMine: true, blocked: '不能审批自己的申请' }])
    expect(await waitingOf(chief, { mine: false, done: false })).toEqual([])
    expect((await second.call(approval.withdraw, { body: { id } })).status).toBe(404)
    expect((await chief.call(approval.withdraw, { body: { id } })).status).toBe(200)
    expect((await chief.call(approval.withdraw, { body: { id } })).status).toBe(409)
    expect((await trailOf(own)).map(({ action }) => action)).toEqual(['ask', 'withdraw'])
    expect(await review(second, { id, pass: true })).toMatchObject({ status: 409, body: { message: '该审批已撤回' } })
    // The object is free for another one.
    expect((await ask(chief, { orderNo: order.orderNo, amount: 15 })).status).toBe(202)
    expect(await refundsOf(own)).toEqual([])
    // Accounts of a store see none but their own.
    const local = await shop.signIn({ can: [refund.start, ...reviews], storeIds: [1], dataScope: '本门店' })
    expect(await waitingOf(local)).toEqual([])
  })

  test('expires after a day by the clock, whether the job ran or not, and may be asked for again', async () => {
    const { own, shop, clerk, chief, begin } = await openAskingShop()
    const { order, id } = await begin()
    // Sessions of staff end sooner.
    const pass = () => shop.ctx.db.execute(sql`update approval set expire_time = expire_time - interval '24 hours'`)
    await pass()
    expect(await waitingOf(chief)).toEqual([])
    expect(await waitingOf(chief, { state: 3 })).toMatchObject([{ id, state: 3 }])
    const asked = await ask(clerk, { orderNo: order.orderNo, amount: 12 })
    expect(asked.status).toBe(202)
    expect(await review(chief, { id, pass: true })).toMatchObject({ status: 409, body: { message: '审批已过期' } })
    const later = (asked.body as unknown as { approvalId: number }).approvalId
    await pass()
    expect(await review(chief, { id: later, pass: true })).toMatchObject({
      status: 409,
      body: { message: '审批已过期' },
    })
    const { id: third } = await begin()
    await pass()
    expect(await expireApprovals(shop.ctx, NEVER)).toBe(1)
    expect(await one(own, sql`select state from approval where id = ${third}`)).toEqual({ state: 3 })
    expect(await refundsOf(own)).toEqual([])
  })

  test('is judged anew: an order that changed, an applicant who lost the right, and a larger sum fail, and leave nothing', async () => {
    const { own, shop, chief, clerk, begin } = await openAskingShop()
    const { order, id } = await begin()
    const jobsBefore = await one(own, sql`select count(*)::int as n from pgboss.job where name = 'pay-refund'`)
    await setSettings(shop, { approval_amount: 100_00 })
    expect((await ask(clerk, { orderNo: order.orderNo, amount: 10 })).status).toBe(200)
    await setSettings(shop, { approval_amount: 10_00 })
    const events = await one(own, sql`select count(*)::int as n from audit_entry where object_type = 'order'`)
    expect(await review(chief, { id, pass: true })).toMatchObject({
      status: 200,
      body: { state: 5, message: '退款金额不能大于可退金额 ¥9.90' },
    })
    expect(await one(own, sql`select count(*)::int as n from audit_entry where object_type = 'order'`)).toEqual(events)
    expect(await one(own, sql`select count(*)::int as n from pgboss.job where name = 'pay-refund'`)).toEqual(jobsBefore)
    expect(await refundsOf(own)).toHaveLength(1)
    expect(await waitingOf(chief, { state: 5 })).toMatchObject([{ id, message: '退款金额不能大于可退金额 ¥9.90' }])
    // The stored sum grew: units at their defaults are worth more now.
    const grown = await begin({ amount: undefined, lines: [] } as never)
    expect(grown.asked.status).toBe(400)
    const rich = await paidByBalance(own, { num: 1 })
    const lines = [{ lineId: rich.lines[0]?.id ?? 0, num: 1 }]
    const third = await ask(clerk, { orderNo: rich.orderNo, lines })
    const thirdId = (third.body as unknown as { approvalId: number }).approvalId
    await shop.ctx.db.execute(sql`update approval set amount_fen = 1500 where id = ${thirdId}`)
    expect(await review(chief, { id: thirdId, pass: true })).toMatchObject({
      status: 200,
      body: { state: 5, message: '金额已变化，请重新申请' },
    })
    const { id: fourth } = await begin()
    await shop.ctx.db.execute(sql`update admin_user set enabled = false where id = ${clerk.userId}`)
    expect(await review(chief, { id: fourth, pass: true })).toMatchObject({
      status: 200,
      body: { state: 5, message: '申请人的账号已停用' },
    })
    expect(await refundsOf(own)).toHaveLength(1)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('keeps nothing of what a refused act had gathered for the commit: no audit, no event, no job, no row', async () => {
    const { own, shop, chief, begin } = await openAskingShop()
    shop.app.platform.hooks.add(approvalActs, {
      route: refund.again,
      run: async (tx) => {
        await audit(tx, { action: 'refund', objectType: 'order', objectId: 77 })
        await emit(tx, 'order.refunded', { orderId: 77 })
        await tx.platform.jobs.enqueue(tx, 'pay-refund', { refundId: 77 })
        await retried(tx, (inner) => give({ ...own, shop: { ...shop, ctx: inner } }, 500))
        throw new Refusal('最后一步不行')
      },
    })
    const { id } = await begin()
    await shop.ctx.db.execute(sql`update approval set route = 'refund.again' where id = ${id}`)
    const counts = () =>
      one(
        own,
        sql`select (select count(*)::int from audit_entry where object_id = '77') as trail,
          (select count(*)::int from outbox where payload->>'orderId' = '77') as events,
          (select count(*)::int from pgboss.job where data->>'refundId' = '77') as jobs,
          (select count(*)::int from user_bill) as bills`,
      )
    const before = await counts()
    expect(await review(chief, { id, pass: true })).toMatchObject({
      status: 200,
      body: { state: 5, message: '最后一步不行' },
    })
    expect(await counts()).toEqual(before)
  })

  test('is listed by what expires first while it waits, else the newest first', async () => {
    const { shop, chief, begin } = await openAskingShop()
    const [first, second] = [(await begin()).id, (await begin()).id]
    const idsOf = async (query: object) => (await chief.call(approval.list, { query })).body.list.map(({ id }) => id)
    const waiting = { mine: false, done: false }
    expect(await idsOf(waiting)).toEqual([first, second])
    await shop.ctx.db.execute(
      sql`update approval set expire_time = expire_time + interval '1 hour' where id = ${first}`,
    )
    expect(await idsOf(waiting)).toEqual([second, first])
    expect(await idsOf({})).toEqual([second, first])
  })

  test('is no matter for programs: neither the act nor its review takes an API key', async () => {
    const { own, shop } = await openAskingShop()
    await give(own, 1)
    for (const [route, body] of [
      [refund.start, { orderNo: '20261123000000000000', amount: 1, reason: '多拍' }],
      [approval.review, { id: 1, pass: true }],
    ] as const) {
      const keyed = await keyFor(shop)
      expect((await keyed(route.method, route.path, body)).status, route.name).toBe(403)
    }
  })
})

async function keyFor(shop: PayShop['shop']) {
  const { apiKey } = await import('@zhanggui/contract/staff/api-key.ts')
  const maker = await shop.signIn({
    can: Object.values(apiKey),
    permissions: ['admin:order:refund', 'admin:finance:approval:review'],
  })
  const { body } = await maker.call(apiKey.save, {
    body: { name: `ERP ${Math.random()}`, scopes: ['admin:order:refund', 'admin:finance:approval:review'] } as never,
  })
  const { key } = body as unknown as { key: string }
  return (method: string, path: string, sent: unknown) =>
    shop.visitor().send(method, path, sent, { authorization: `Bearer ${key}` })
}
