import { frontRecharge, type RechargeForm } from '@zhanggui/contract/finance/front-recharge.ts'
import { type RechargeRefundForm, recharge } from '@zhanggui/contract/finance/recharge.ts'
import { sql } from 'drizzle-orm'
import { sendRefund } from '../areas/payment/refund/refund-send.service.ts'
import { addBalance, takeBalance } from '../areas/user/ledger/ledger.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import { payAtProvider, ring, setSettings } from './pay.ts'
import { type Caller, openShop, type Refused, type Shop } from './shop.ts'
import { balancesOf } from './user.ts'

/** A shop where a buyer can recharge: 100 yuan bring 10 more. */
export type RechargeShop = { shop: Shop; buyer: Caller }

export const PACKAGE = { id: 7, price: 100_00, giveMoney: 10_00 }

export async function openRechargeShop(): Promise<RechargeShop> {
  const shop = await openShop()
  await setSettings(shop, { recharge_packages: [PACKAGE], pay_sim_refund: 'sync' })
  return { shop, buyer: await shop.buyer() }
}

/** Begins a recharge of the package, unless told otherwise. */
export async function beginRecharge({ buyer }: RechargeShop, form: Partial<RechargeForm> = {}) {
  const usual = {
    ...(form.price === undefined && { packageId: PACKAGE.id }),
    price: 100,
    payType: 'weixin',
    channel: 'h5',
  } as const
  const { status, body } = await buyer.call(frontRecharge.create, { body: { ...usual, ...form } })
  return { status, body: body as typeof body & Refused }
}

/** A recharge that is paid. Returns its row's id and number, and the payment's number. */
export async function recharged(own: RechargeShop, form: Partial<RechargeForm> = {}) {
  const { body } = await beginRecharge(own, form)
  const { rechargeNo, outTradeNo } = body
  const paid = await payAtProvider(own.shop, outTradeNo)
  if (!paid || (await ring(own.shop, paid)).status !== 200) throw new Error(JSON.stringify(body))
  const { rows } = await own.shop.ctx.db.execute<{ id: string }>(
    sql`select id from user_recharge where recharge_no = ${rechargeNo}`,
  )
  return { id: Number(rows[0]?.id), rechargeNo, outTradeNo }
}

/** Asks for money of a recharge to go back. */
export async function askBack(staff: Caller, body: Partial<RechargeRefundForm> & { id: number }) {
  const { status, body: said } = await staff.call(recharge.refund, { body: { type: 2, ...body } })
  return { status, body: said as typeof said & Refused }
}

/** Has the gateway try what is on its way. */
export async function sendBack({ shop }: RechargeShop): Promise<void> {
  const { rows } = await shop.ctx.db.execute<{ id: string }>(sql`select id from refund where state = 0 order by id`)
  for (const { id } of rows) await sendRefund(shop.ctx, Number(id))
}

export const moneyOf = async ({ shop, buyer }: RechargeShop) =>
  Number((await balancesOf(shop.ctx, buyer.userId))?.money)

/** The buyer spends from the balance. */
export const spend = ({ shop, buyer }: RechargeShop, numberFen: number) =>
  inTransaction(shop.ctx, (tx) => takeBalance(tx, { uid: buyer.userId, type: 'system_sub', numberFen }))

export const give = ({ shop, buyer }: RechargeShop, numberFen: number) =>
  inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen }))
