import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/http/context.ts'
import { randomFrom } from '../../platform/security/random.ts'
import { addressIdOf, buy, findUnbalanced, sell } from '../../testing/checkout.ts'
import { giveCopy } from '../../testing/coupon-copy.ts'
import { findUnequalCard, findUnequalPapers, findUnequalSheets } from '../../testing/figures.ts'
import { pass } from '../../testing/passing.ts'
import { openPayShop, payAtProvider, ring, setSettings } from '../../testing/pay.ts'
import { buyInSale, openWholeDay } from '../../testing/seckill.ts'
import type { Answer, Caller, CallInput, Shop } from '../../testing/shop.ts'
import { storeDraft } from '../../testing/store.ts'
import { makeCustomer } from '../../testing/user.ts'
import { liftRateLimits } from '../../testing/walk/hostile.ts'
import { promotionBudgets } from '../coupon/budget/budget.tables.ts'
import { sendRefund } from '../payment/refund/refund-send.service.ts'
import { addBalance, changePoints } from '../user/ledger/ledger.service.ts'
import { setSuperior } from '../user/spread/spread.service.ts'
import { settleDeadlines } from './after-sales/after-sales-deadline.service.ts'
import { thawCommissions } from './order-commission/order-commission.service.ts'
import { expireEdits } from './order-edit/order-edit-expiry.service.ts'
import { completeDue, receiveDue, thawPoints } from './shipment/receipt.service.ts'

/** How many walks; the acceptance asks for at least 500 acts, which 40 walks are. */
const WALKS = Number(process.env.WALKS ?? 24)
const STEPS = 14
const SEED = Number(process.env.WALK_SEED ?? 20_261_123)
const DAY_MS = 24 * 3600_000

type World = {
  shop: Shop
  staff: Caller
  buyer: Caller
  skuIds: number[]
  random: () => number
  orderNo: string
}
type Act = (world: World, info: OrderInfo) => Promise<Answer<unknown> | undefined>

const pick = <Item>({ random }: World, from: readonly Item[]): Item | undefined =>
  from[Math.floor(random() * from.length)]
const between = ({ random }: World, least: number, most: number) => least + Math.floor(random() * (most - least + 1))

/** Some lines, with a number that may be more than there is. */
function someLines(world: World, { lines }: OrderInfo) {
  const chosen = lines.filter(() => world.random() < 0.6)
  return (chosen.length ? chosen : lines.slice(0, 1)).map(({ id, num }) => ({
    lineId: id,
    num: between(world, 1, num),
  }))
}

const acts: Record<string, Act> = {
  payFromBalance: ({ buyer, orderNo }) =>
    buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } }),
  async payByGateway({ shop, buyer, orderNo }) {
    const begun = await buyer.call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel: 'h5' } })
    if (begun.status !== 200) return begun
    const taken = await payAtProvider(shop, begun.body.outTradeNo)
    if (taken) await ring(shop, taken)
    return begun
  },
  payLater: ({ buyer, orderNo }) => buyer.call(frontPay.pay, { body: { orderNo, payType: 'offline', channel: 'h5' } }),
  takeMoney: ({ staff, orderNo }) => staff.call(order.paid, { body: { orderNo, reason: '转账已到' } }),
  takeDifference: ({ staff, orderNo }) => staff.call(orderEdit.paid, { body: { orderNo, reason: '转账已到' } }),
  reprice: (world, { payPrice }) =>
    world.staff.call(order.updatePrice, {
      body: { orderNo: world.orderNo, payPrice: Math.max(0.01, Math.round(payPrice * between(world, 50, 120)) / 100) },
    }),
  cancel: ({ buyer, orderNo }) => buyer.call(frontOrder.cancel, { body: { orderNo } }),
  close: (world) =>
    world.staff.call(order.close, {
      body: { orderNo: world.orderNo, reason: '买家拒收', ...(world.random() < 0.5 && { restock: true }) } as never,
    }),
  hold: ({ staff, orderNo }) => staff.call(orderNote.hold, { body: { orderNo, reason: '等客户回话' } }),
  unhold: ({ staff, orderNo }) => staff.call(orderNote.unhold, { body: { orderNo } }),
  ship: (world, info) => {
    const chance = world.random()
    const lines = chance < 0.55 ? undefined : chance < 0.9 ? someLines(world, info) : []
    const expressNumber = `SF${between(world, 1_000_000_000, 9_999_999_999)}`
    return world.staff.call(shipment.send, {
      body: {
        orderNo: world.orderNo,
        deliveryType: 'express',
        expressCode: 'SF',
        expressNumber,
        ...(lines && { lines }),
      },
    })
  },
  async withdraw(world, { shipments }) {
    const parcel = pick(world, shipments)
    return parcel && world.staff.call(shipment.withdraw, { body: { deliveryNo: parcel.deliveryNo } })
  },
  receive: ({ buyer, orderNo }) => buyer.call(frontShipment.take, { body: { orderNo } }),
  async verify({ shop, staff, orderNo }) {
    const { rows } = await shop.ctx.db.execute<{ code: string }>(
      sql`select verify_code as code from store_order where order_no = ${orderNo}`,
    )
    const [{ code = '' } = {}] = rows
    return code ? staff.call(pickup.verify, { params: { vCode: code }, body: { collected: true } }) : undefined
  },
  refundUnits: (world, info) => {
    const method = pick(world, ['origin', 'balance', 'offline'] as const)
    return refundOf(world, { lines: someLines(world, info), restock: world.random() < 0.4, ...(method && { method }) })
  },
  refundSome: (world, { payPrice }) =>
    refundOf(world, { amount: Math.max(0.01, Math.round(payPrice * between(world, 1, 130)) / 100) }),
  refundLess: (world, info) =>
    refundOf(world, {
      lines: someLines(world, info),
      amount: between(world, 1, 3000) / 100,
      postage: between(world, 0, 3),
    }),
  refundAll: (world, { payPrice, refundPrice }) =>
    refundOf(world, { amount: Math.round((payPrice - refundPrice) * 100) / 100 }),
  again: async (world, { refunds }) => {
    const failed = pick(world, refunds)
    if (!failed) return undefined
    const method = pick(world, [undefined, 'balance', 'offline'] as const)
    return world.staff.call(refund.again, {
      body: { refundNo: failed.refundNo, voucher: '收据 1', ...(method && { method }) },
    })
  },
  apply: (world, info) =>
    world.buyer.call(frontAfterSales.apply, {
      body: {
        orderNo: world.orderNo,
        serviceType: world.random() < (info.sentNum ? 0.3 : 0.8) ? 0 : 1,
        reason: '与描述不符',
        lines: someLines(world, info),
      },
    }),
  revoke: (world, { cases }) => ofCase(cases, (id) => world.buyer.call(frontAfterSales.revoke, { body: { id } })),
  sendBack: (world, { cases }) =>
    ofCase(cases, (id) =>
      world.buyer.call(frontAfterSales.sendBack, {
        body: { id, expressCode: 'SF', expressNo: 'SF9988776655' } as never,
      }),
    ),
  refuse: ({ staff, orderNo }) => staff.call(afterSales.refuse, { body: { orderNo, reason: '与约定不符' } }),
  approve: (world, { cases }) =>
    ofCase(cases, (id) =>
      world.staff.call(afterSales.check, {
        body: { id, pass: true, consignee: '仓库', phone: '13800138000', address: '上海市徐汇区漕溪路 1 号' } as never,
      }),
    ),
  takeReturn: (world, { cases }) =>
    ofCase(cases, (id) =>
      world.staff.call(afterSales.receive, { body: { id, received: 1, restock: world.random() < 0.7 } as never }),
    ),
  makeMoney: (world, { cases }) =>
    ofCase(cases, (id) => world.staff.call(afterSales.pay, { body: { id, voucher: '收据 1' } as never })),
  edit: (world, info) => {
    const line = pick(world, info.lines)
    const add =
      world.random() < 0.6 ? [{ skuId: pick(world, world.skuIds) ?? 0, num: between(world, 1, 2) }] : undefined
    const change =
      line && world.random() < 0.6 ? [{ lineId: line.id, num: between(world, 0, line.num + 1) }] : undefined
    return world.staff.call(orderEdit.confirm, {
      body: {
        orderNo: world.orderNo,
        reason: '客户要求',
        voucher: '收据 1',
        ...(add && { add }),
        ...(change && { change }),
      },
    })
  },
  async gatewayFails({ shop, random }) {
    const how = random() < 0.6 ? 'fail' : random() < 0.5 ? 'sync' : 'silent'
    await setSettings(shop, { pay_sim_refund: how })
    return undefined
  },
  async jobsRun({ shop }) {
    await settleJobs(shop)
    return undefined
  },
  async ratesChange(world) {
    await setSettings(world.shop, {
      store_brokerage_ratio: between(world, 0, 60),
      store_brokerage_two: between(world, 0, 40),
      brokerage_base: world.random() < 0.5 ? 'paid' : 'unit',
    })
    return undefined
  },
  async hoursPass({ shop, random }) {
    await pass(shop, random() * 3 * DAY_MS)
    return undefined
  },
}

/** Acts that the state of an order asks for: without them the rarer ones hardly ever come to pass. */
function fittingOf({ statusStr: { key }, hold, refundStatus, refunds, cases, paid, isEdited }: OrderInfo): string[] {
  if (hold) return ['unhold']
  if (isEdited) return ['takeDifference', 'takeDifference', 'payFromBalance', 'payByGateway']
  if (refundStatus === 3) return ['jobsRun', 'jobsRun', 'gatewayFails']
  const fit = refunds.some(({ state }) => state === 2) ? ['again', 'again', 'again'] : []
  const open = cases.find(({ state, salesState }) => state < 3 && salesState === 0)
  if (open?.state === 0) return [...fit, 'approve', 'approve', 'approve', 'refuse', 'revoke']
  if (open?.state === 1 && open.serviceType) return [...fit, 'sendBack', 'sendBack', 'sendBack', 'revoke']
  if (open) return [...fit, 'takeReturn', 'makeMoney']
  if (key === 'unPaid')
    return ['payLater', 'payByGateway', 'payFromBalance', 'takeMoney', 'reprice', 'reprice', 'reprice']
  if (key === 'notShipped') return [...fit, 'ship', 'ship', 'ship', 'apply', 'hold', 'edit', 'edit', 'edit']
  if (key === 'toBeWrittenOff') return [...fit, 'verify', 'verify', 'refundAll', 'apply']
  if (key === 'toReceive') return [...fit, ...(paid ? ['apply', 'apply', 'receive', 'withdraw'] : ['takeMoney'])]
  return key === 'toReview' ? [...fit, 'apply'] : fit
}

/** More often something the order asks for, else anything at all. */
function chooseAct(world: World, info: OrderInfo): string {
  const fit = world.random() < 0.6 ? pick(world, fittingOf(info)) : undefined
  return fit ?? pick(world, Object.keys(acts)) ?? ''
}

/** What each run must have done at least once: where orders rarely come by themselves. */
const MUST_HAPPEN = [
  ...['again', 'makeMoney', 'receive', 'refuse', 'revoke', 'sendBack', 'takeReturn', 'takeMoney', 'payLater', 'unhold'],
  'takeDifference',
  ...['apply', 'approve', 'ship', 'withdraw', 'verify', 'edit', 'hold', 'refundUnits', 'refundAll', 'reprice'],
]

/** An order that staff composed for the buyer, at prices of their own. */
async function sendDraft(
  { staff, buyer, skuIds, random }: Omit<World, 'orderNo'>,
  place: { storeId?: number },
): Promise<string> {
  const receiver = { realName: '王小明', phone: '13800138000' }
  const where = place.storeId
    ? { shippingType: 2 as const, ...receiver, ...place }
    : { shippingType: 1 as const, ...receiver, cityId: 110101, detail: '一号院', freight: 0.99 }
  const items = skuIds.map((skuId) => ({
    skuId,
    num: 1 + Math.floor(random() * 3),
    ...(random() < 0.5 && { price: 13.33 }),
  }))
  const off = { discountType: 1 as const, discountValue: 1.01, discountReason: '老客户' }
  const { body: saved } = await staff.call(draftOrder.save, {
    body: { uid: buyer.userId, items, ...where, ...(random() < 0.7 && off) },
  })
  const { status, body } = await staff.call(draftOrder.send, { body: { id: saved.id } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.orderNo
}

const refundOf = (
  { staff, orderNo }: World,
  body: Omit<NonNullable<CallInput<typeof refund.start>['body']>, 'orderNo' | 'reason'>,
) => staff.call(refund.start, { body: { orderNo, reason: '协商一致', voucher: '收据 1', ...body } })

async function ofCase(cases: OrderInfo['cases'], act: (id: number) => Promise<Answer<unknown>>) {
  const [latest] = cases
  return latest && act(latest.id)
}

/** Everything that an act of the walk could change but the order's own case of reading. */
async function digest({ shop, orderNo, buyer }: World): Promise<string> {
  const own = sql`(select id from store_order where order_no = ${orderNo})`
  const { rows } = await shop.ctx.db.execute<{ sum: string }>(sql`
    select md5(string_agg(told, '' order by told)) as sum from (
      select o::text as told from store_order as o where id = ${own}
      union all select l::text from order_line as l where order_id = ${own}
      union all select p::text from payment as p where state = 1 and (biz_id = ${own} or biz_type = 'edit')
      union all select r::text from refund as r where order_id = ${own}
      union all select s::text from shipment as s where order_id = ${own}
      union all select c::text from after_sales as c where order_id = ${own}
      union all select e::text from order_edit as e where order_id = ${own}
      union all select g.id::text from order_log as g where order_id = ${own}
      union all select b::text from user_brokerage_record as b where order_id = ${own}
      union all select c::text from coupon_user as c where uid = ${buyer.userId}
      union all select id::text || ':' || stock || ':' || sales from product_sku
      union all select concat_ws(':', id, quota, reserved, sold) from activity_sku
      union all select concat_ws(':', now_money_fen, integral, experience, pay_count, consume_money_fen, refund_money_fen)
        from shop_user where id = ${buyer.userId}
    ) as rows`)
  return rows[0]?.sum ?? ''
}

async function infoOf({ staff, orderNo }: World): Promise<OrderInfo> {
  const { status, body } = await staff.call(order.info, { query: { orderNo } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

const ENDS = ['cancelled', 'refunded', 'complete', 'deleted']

/** A willing shop, buyer and gateway: whatever stands in the way of the end is done. */
async function bringToEnd(world: World): Promise<string> {
  const { shop, staff, buyer, orderNo } = world
  await setSettings(shop, { pay_sim_refund: 'sync' })
  for (let turn = 0; turn < 12; turn++) {
    await settleJobs(shop)
    const info = await infoOf(world)
    const { key } = info.statusStr
    if (ENDS.includes(key)) return key
    if (info.hold) await staff.call(orderNote.unhold, { body: { orderNo } })
    if (key === 'refunding') {
      // Of several payments a part may have failed while others went back.
      const failed = info.refunds.find(({ state }) => state !== 1)
      if (failed && info.refundStatus === 3) await acts.again?.(world, { ...info, refunds: [failed] })
      for (const name of ['approve', 'sendBack', 'takeReturn', 'makeMoney'] as const)
        await acts[name]?.(world, await infoOf(world))
    } else if (info.isEdited) await pass(shop, 2 * DAY_MS)
    else if (key === 'unPaid') await acts.payByGateway?.(world, info)
    else if (key === 'toBeWrittenOff') await acts.verify?.(world, info)
    else if (key === 'notShipped')
      await staff.call(shipment.send, {
        body: { orderNo, deliveryType: 'express', expressCode: 'ZTO', expressNumber: `75${orderNo.slice(-10)}` },
      })
    else if (key === 'toReceive') {
      if (!info.paid) await acts.takeMoney?.(world, info)
      await buyer.call(frontShipment.take, { body: { orderNo } })
    } else if (key === 'toReview') await pass(shop, 20 * DAY_MS)
  }
  return (await infoOf(world)).statusStr.key
}

/** Whatever jobs would do by now. */
async function settleJobs({ ctx }: Shop): Promise<void> {
  const { signal } = new AbortController()
  const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from refund where state = 0 order by id`)
  for (const { id } of rows) await sendRefund(ctx, id)
  await settleDeadlines(ctx, signal)
  await expireEdits(ctx, signal)
  await receiveDue(ctx, signal)
  await completeDue(ctx, signal)
  await thawPoints(ctx, signal)
  await thawCommissions(ctx, signal)
}

test(`whatever is done with orders in whatever order: a refusal changes nothing, the equations hold after each act, the parts of every paper, sheet and card add up to the whole, and every order can be brought to its end`, async () => {
  const own = await openPayShop({ stock: 500 })
  const { shop, skuId } = own
  await liftRateLimits(shop)
  await setSettings(shop, {
    offline_pay_status: true,
    order_after_sale_days: 90,
    freeze_integral_day: 1,
    extract_time: 1,
    brokerage_activity: true,
    order_give_integral: 1,
    activity_allow_coupon: true,
    refund_name: '仓库',
    refund_phone: '13800138000',
    refund_address: '上海市徐汇区漕溪路 1 号',
  })
  const dear = await sell(own, { storeName: '枕套', attrValue: [{ price: 60, stock: 500 }] })
  const staff = await shop.signInAdmin()
  const { body: counter } = await staff.call(store.save, { body: storeDraft('漕溪路店') })
  const sale = await openWholeDay({ ...own, keeper: staff })
  const above = await makeCustomer(shop.ctx, { isPromoter: true })
  const promoter = await makeCustomer(shop.ctx, { isPromoter: true })
  await inTransaction(shop.ctx, (tx) => setSuperior(tx, promoter, above))
  const limit = (kind: 'activity' | 'coupon', refId: number) =>
    shop.ctx.db.insert(promotionBudgets).values({ kind, refId, budgetFen: 9_999_99 })
  await limit('activity', sale.id)
  const random = randomFrom(SEED)
  const told: string[] = []
  const seen = new Set<string>()
  for (let walk = 0; walk < WALKS; walk++) {
    const buyer = await shop.buyer()
    await addressIdOf(buyer)
    if (walk % 3) await inTransaction(shop.ctx, (tx) => setSuperior(tx, buyer.userId, promoter))
    await inTransaction(shop.ctx, async (tx) => {
      await addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: 1000_00 })
      await changePoints(tx, {
        uid: buyer.userId,
        type: 1,
        integral: 500,
        linkType: 'system',
        title: '后台积分操作',
        status: 3,
      })
    })
    const place = random() < 0.25 ? { storeId: counter.id } : {}
    const copy = walk % 2 ? await giveCopy(shop.ctx, buyer.userId) : undefined
    if (copy) await limit('coupon', copy.couponId)
    const coupon = copy ? { couponId: copy.id } : {}
    const people = { shop, staff, buyer, skuIds: [skuId, dear.skuId], random }
    const orderNo =
      walk % 4 === 3
        ? await sendDraft(people, place)
        : walk % 4 === 1
          ? await buyInSale(buyer, sale, 1 + Math.floor(random() * 4), {
              ...place,
              ...coupon,
              useIntegral: random() < 0.4,
            })
          : await buy(buyer, random() < 0.5 ? skuId : dear.skuId, 1 + Math.floor(random() * 4), {
              ...place,
              ...coupon,
              useIntegral: random() < 0.4,
            })
    const world: World = { ...people, orderNo }
    if (random() < 0.6) await acts[random() < 0.5 ? 'payByGateway' : 'payFromBalance']?.(world, await infoOf(world))
    told.length = 0
    for (let step = 0; step < STEPS; step++) {
      const info = await infoOf(world)
      const name = chooseAct(world, info)
      const before = await digest(world)
      const answer = await acts[name]?.(world, info)
      const way = () => `walk ${walk} of ${orderNo}: ${told.join(', ')}`
      told.push(`${name} ${answer?.status ?? '-'}`)
      seen.add(`${name} ${answer && answer.status < 300 ? 'done' : 'refused'}`)
      expect(answer?.status ?? 200, `${way()} ${JSON.stringify(answer?.body)}`).toBeLessThan(500)
      if (answer && answer.status >= 400) expect(await digest(world), way()).toBe(before)
      expect(await findUnbalanced(shop.ctx), way()).toEqual([])
    }
    expect(await findUnequalPapers(world, orderNo), `walk ${walk} of ${orderNo}: ${told.join(', ')}`).toEqual([])
    const end = await bringToEnd(world)
    expect(ENDS, `walk ${walk} of ${orderNo}: ${told.join(', ')}; ended as ${end}`).toContain(end)
    expect(await findUnbalanced(shop.ctx), `walk ${walk}, brought to its end`).toEqual([])
    const unequal = [...(await findUnequalPapers(world, orderNo)), ...(await findUnequalCard(world, buyer.userId))]
    expect(unequal, `walk ${walk} of ${orderNo}: ${told.join(', ')}, brought to its end`).toEqual([])
  }
  expect(await findUnequalSheets({ shop, staff })).toEqual([])
  if (process.env.WALKS) process.stdout.write(`${WALKS} walks; ${[...seen].sort().join(', ')}\n`)
  const done = [...seen].filter((each) => each.endsWith(' done')).map((each) => each.slice(0, -' done'.length))
  expect(done).toEqual(expect.arrayContaining(MUST_HAPPEN))
})
