import { frontRecharge } from '@zhanggui/contract/finance/front-recharge.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { payAtProvider, ring } from '../pay.ts'
import { PACKAGE } from '../recharge.ts'
import type { Caller } from '../shop.ts'
import type { Said, Seen, World } from './money-world.ts'

/**
 * What could be done as things stand, with all that is left to chance drawn: undefined where nothing of the kind fits. What it returns
 * is done at the same time as others.
 */
export type Plan = (world: World, seen: Seen) => (() => Promise<Said | Said[]>) | undefined

export const tossed = ({ random }: World, chance: number) => random() < chance
export const between = ({ random }: World, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

/** Some of a sum, often all of it, at times more. */
export function fenUpTo(world: World, fen: number): number {
  const percent = tossed(world, 0.4) ? 100 : between(world, 1, 110)
  return Math.max(1, Math.floor((fen * percent) / 100))
}

/** How often a gateway says at once that money came. */
export const timesTold = (world: World): number => (tossed(world, 0.25) ? 0 : between(world, 1, 2))

/** One of some; more often the last, so that several at once work on the same. */
export function pick<Item>(world: World, from: readonly Item[]): Item | undefined {
  return tossed(world, 0.5) ? from.at(-1) : from[Math.floor(world.random() * from.length)]
}

/** Somebody who may sign in. */
export const pickPerson = (
  world: World,
  { people }: Seen,
  fits: (person: Seen['people'][number]) => boolean = () => true,
) =>
  pick(
    world,
    people.filter((person) => person.status && fits(person)),
  )

export function personOf({ people }: Pick<World, 'people'>, uid: number): Caller {
  const person = people.get(uid)
  if (!person) throw new Error(`nobody is ${uid}`)
  return person
}

/** Pays what is due by a number, from the balance or by the gateway, which may say so twice at once, or not yet. */
export async function payBy(
  world: World,
  buyer: Caller,
  orderNo: string,
  way: 'yue' | 'weixin',
  times = 1,
): Promise<Said[]> {
  const begun = await buyer.call(frontPay.pay, { body: { orderNo, payType: way, channel: 'h5' } })
  if (begun.status !== 200 || way === 'yue' || !times) return [begun]
  return [begun, ...(await arrive(world, begun.body.outTradeNo, times))]
}

/** The money of an attempt comes to the provider, which says so. */
export async function arrive({ shop }: World, outTradeNo: string, times = 1): Promise<Said[]> {
  await payAtProvider(shop, outTradeNo)
  const { rows } = await shop.ctx.db.execute<{ amount: number }>(
    sql`select paid_fen::int as amount from sim_payment where out_trade_no = ${outTradeNo} and state = 1`,
  )
  const [paid] = rows
  if (!paid) return []
  return Promise.all(Array.from({ length: times }, () => ring(shop, { outTradeNo, amount: paid.amount })))
}

/** Somebody recharges: the package with its gift, or another sum. */
export async function rechargeBy(world: World, buyer: Caller, price: number, times: number): Promise<Said[]> {
  const isPackage = price * 100 === PACKAGE.price
  const body = { price, payType: 'weixin', channel: 'h5', ...(isPackage && { packageId: PACKAGE.id }) } as const
  const begun = await buyer.call(frontRecharge.create, { body })
  if (begun.status !== 200 || !times) return [begun]
  return [begun, ...(await arrive(world, begun.body.outTradeNo, times))]
}
