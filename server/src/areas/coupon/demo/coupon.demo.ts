import { type CouponDraft, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import type { CouponSource } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { saveCodes } from '../code/coupon-code.service.ts'
import { revokeCopies } from '../copy/coupon-copy.service.ts'
import { grantCoupon } from '../copy/coupon-grant.service.ts'
import { sendCoupon } from '../copy/coupon-send.service.ts'
import { saveCoupon, useCoupon } from '../coupon/coupon.service.ts'

const DAY_MS = 24 * 3600_000
/** The coupons were made so many days ago. */
const DAYS = 88
/** So many customers have copies. */
const HOLDERS = 120
/** They are about so many products. */
const PRODUCTS = 10

type Customer = { id: number; since: string }
type Stage = { tx: Ctx; customers: Customer[]; products: number[]; categories: number[] }
/** Who has a copy: a number of customers, each so many days after the coupon was made. */
type Holders = { source: CouponSource; when: (n: number) => number | undefined }
type Sample = { draft: CouponDraft; holders?: Holders; closed?: true }

/**
 * Fills a demo shop without coupons with some of every type, scope and phase, and with the copies that customers took and were
 * given since, through the services, with the clock moved. Which of them are spent is up to the orders, which come later.
 */
export async function fillCouponDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from coupon limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const stage = await prepareStage(tx)
    if (stage.customers.length < HOLDERS || stage.products.length < PRODUCTS || !stage.categories.length) return
    for (const sample of samplesOf(stage)) await addOne(stage, sample)
    await makeCodes(tx)
    await sendSome(stage)
    await revokeSome(tx)
  })
}

async function prepareStage(tx: Ctx): Promise<Stage> {
  const customers = await tx.db.execute<Customer>(
    sql`select id, created_at as since from shop_user where status order by id limit ${HOLDERS}`,
  )
  const products = await tx.db.execute<{ id: number }>(
    sql`select id from product where is_show and not is_recycle and not is_del order by id limit ${PRODUCTS}`,
  )
  const categories = await tx.db.execute<{ id: number }>(
    sql`select id from category where type = 1 and pid = 0 and status order by sort desc, id limit 2`,
  )
  const ids = (found: { id: number }[]) => found.map(({ id }) => id)
  return { tx, customers: customers.rows, products: ids(products.rows), categories: ids(categories.rows) }
}

/** Eight coupons in every phase, and one that was closed. */
function samplesOf({ tx, products, categories }: Stage): Sample[] {
  const day = (days: number) => toWireTime(new Date(tx.now().getTime() + days * DAY_MS))
  const every = (step: number, days: (n: number) => number) => (n: number) => (n % step ? undefined : days(n))
  const limited = (total: number) => ({ isLimited: true, total, status: true })
  return [
    {
      draft: { name: '新人见面礼', money: 10, minPrice: 59, type: 2, day: 30, sort: 90, status: true },
      holders: { source: 'new', when: (n) => 1 + ((n * 7) % 80) },
    },
    {
      draft: { name: '全场满199减20', money: 20, minPrice: 199, day: 90, sort: 80, ...limited(60) },
      holders: { source: 'receive', when: (n) => (n < 57 ? 2 + n : undefined) },
    },
    {
      draft: {
        name: '品类满88减8',
        money: 8,
        minPrice: 88,
        useType: 3,
        scopeIds: categories,
        day: 60,
        sort: 70,
        limitPerUser: 3,
        status: true,
      },
      holders: { source: 'receive', when: every(2, (n) => 10 + ((n * 5) % 75)) },
    },
    {
      draft: {
        name: '下单有礼',
        money: 5,
        type: 3,
        day: 30,
        sort: 60,
        limitPerUser: 99,
        remark: '随商品赠送',
        status: true,
      },
    },
    {
      draft: { name: '会员兑换券', money: 30, minPrice: 100, type: 4, day: 180, sort: 50, status: true },
      holders: { source: 'code', when: every(10, (n) => 20 + (n % 60)) },
    },
    {
      draft: {
        name: '周年庆爆品券',
        money: 15,
        minPrice: 50,
        useType: 2,
        scopeIds: products.slice(0, 4),
        day: 45,
        sort: 40,
        ...limited(40),
      },
      holders: { source: 'receive', when: (n) => (n % 3 === 1 ? 30 + (n % 20) : undefined) },
    },
    {
      draft: {
        name: '换季清仓券',
        money: 12,
        useType: 2,
        scopeIds: products.slice(4, 10),
        sort: 30,
        status: true,
        isReceiveLimited: true,
        receiveStartTime: day(-60),
        receiveEndTime: day(-20),
        isFixedTime: true,
        useStartTime: day(-60),
        useEndTime: day(15),
      },
      holders: { source: 'receive', when: every(4, (n) => 30 + (n % 30)) },
    },
    {
      draft: {
        name: '年货节满299减50',
        money: 50,
        minPrice: 299,
        useType: 3,
        scopeIds: categories.slice(0, 1),
        isReceiveLimited: true,
        receiveStartTime: day(5),
        receiveEndTime: day(25),
        day: 15,
        sort: 20,
        status: true,
      },
    },
    {
      draft: { name: '早鸟无门槛券', money: 3, day: 20, sort: 10, status: true },
      holders: { source: 'receive', when: every(6, (n) => 5 + (n % 10)) },
      closed: true,
    },
  ]
}

/** Makes a coupon and gives its copies, the earliest first. */
async function addOne(stage: Stage, { draft, holders, closed }: Sample): Promise<void> {
  const { tx, customers, products } = stage
  const made = new Date(tx.now().getTime() - DAYS * DAY_MS)
  const at = (moment: Date) => withContext(tx, { now: () => moment })
  const { id: couponId } = await saveCoupon(calling(at(made), coupon.save), draft)
  if (draft.type === 3) await attach(tx, couponId, products.slice(0, 2))
  const takings = customers.flatMap(({ id, since }, n) => {
    const days = holders?.when(n)
    if (days === undefined) return []
    const moment = Math.max(made.getTime() + days * DAY_MS + n * 60_000, new Date(since).getTime())
    return [{ uid: id, moment: Math.min(moment, tx.now().getTime()) }]
  })
  for (const { uid, moment } of takings.sort((a, b) => a.moment - b.moment))
    await grantCoupon(at(new Date(moment)), { couponId, uids: [uid], source: holders?.source ?? 'receive' })
  if (closed)
    await useCoupon(calling(at(new Date(made.getTime() + 20 * DAY_MS)), coupon.useStatus), {
      id: couponId,
      status: false,
    })
}

async function attach(tx: Ctx, couponId: number, productIds: readonly number[]): Promise<void> {
  for (const productId of productIds)
    await tx.db.execute(sql`
      insert into product_coupon (product_id, coupon_id, position) values (${productId}, ${couponId}, 0)`)
}

/** Two hundred codes, which a task makes as soon as there is a worker, and one that is printed on leaflets. */
async function makeCodes(tx: Ctx): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number }>(sql`select id from coupon where type = 4`)
  const couponId = rows[0]?.id ?? 0
  const then = calling(tx, couponCode.save)
  await saveCodes(then, { couponId, batchName: '门店周年庆', kind: 'unique', count: 200 })
  await saveCodes(then, { couponId, batchName: '会员日传单', kind: 'shared', code: 'HUIYUAN2026', mostUses: 100 })
}

/** What staff sent: a thank-you weeks ago, and one that makes good a delay, some days ago. */
async function sendSome({ tx, customers }: Stage): Promise<void> {
  const sends = [
    { days: 35, remark: '老客回馈', step: 3 },
    { days: 4, remark: '仓库延迟发货', step: 12 },
  ]
  const { rows } = await tx.db.execute<{ id: number }>(sql`select id from coupon where name = '品类满88减8'`)
  const couponId = rows[0]?.id ?? 0
  for (const { days, remark, step } of sends) {
    const then = withContext(tx, { now: () => new Date(tx.now().getTime() - days * DAY_MS) })
    const uid = customers.filter((_, n) => n % step === 1).map(({ id }) => id)
    await sendCoupon(calling(then, couponCopy.receive), { couponId, uid, remark })
  }
}

async function revokeSome(tx: Ctx): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number }>(sql`
    select id from coupon_user where status = 0 and end_time > ${tx.now()}::timestamptz and source = 'send' order by id limit 3`)
  const ids = rows.map(({ id }) => id)
  if (ids.length) await revokeCopies(calling(tx, couponCopy.revoke), { ids, reason: '客服误发，收回' })
}
