import type { QuoteCoupon } from '@zhanggui/domain/promotion/coupon.ts'
import { and, eq, sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { copyJson, type ReadCopy, toQuoteCoupon } from '../../coupon/copy/coupon-copy.parts.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { type BasketRead, basketColumns, readingGoods } from './quote.parts.ts'

const { placeholder } = sql

const readParts = preparedSql<BasketRead>('basket_read', () => {
  const [uid, skuIds] = [sql`${placeholder('uid')}::bigint`, sql`${placeholder('skuIds')}::jsonb`]
  const [delivered, cityId] = [sql`${placeholder('delivered')}::boolean`, sql`${placeholder('cityId')}::int`]
  const couponUserId = sql`${placeholder('couponUserId')}::bigint`
  return sql`with ${readingGoods({ skuIds })} select ${basketColumns({ uid, delivered, cityId, couponUserId })}`
})

/** Reads all that the price of a basket depends on, at one moment. */
export async function readBasket(
  { db }: Ctx,
  values: {
    uid: number
    skuIds: readonly number[]
    delivered: boolean
    cityId: number | undefined
    couponUserId: number | undefined
  },
): Promise<BasketRead> {
  const [row] = await readParts(db, {
    ...values,
    skuIds: JSON.stringify(values.skuIds),
    cityId: values.cityId ?? null,
    couponUserId: values.couponUserId ?? null,
  })
  if (!row) throw new Error('a basket was not read')
  return row
}

/** How many copies of a customer are ranked at most. */
const HELD_LIMIT = 100

/** The copies of a customer that are neither used nor over at a time, those that end first first; at most 100. */
export async function readHeld({ db, now }: Ctx, uid: number, at: Date = now()): Promise<QuoteCoupon[]> {
  // The last second counts as a whole.
  const { rows } = await db.execute<{ copy: ReadCopy }>(sql`
    select ${copyJson} as copy from coupon_user
    where uid = ${uid} and status = 0 and end_time >= date_trunc('second', ${at}::timestamptz)
    order by end_time, id limit ${HELD_LIMIT}`)
  return rows.map(({ copy }) => toQuoteCoupon(copy))
}

/** A level that is shown, as quotes judge it. */
export async function findLevel({ db }: Ctx, id: number) {
  const { name, discount } = userLevels
  const [row] = await db
    .select({ id: userLevels.id, name, discount })
    .from(userLevels)
    .where(and(eq(userLevels.id, id), eq(userLevels.isShow, true)))
  return row
}
