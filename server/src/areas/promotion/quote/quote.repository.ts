import { sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type BasketRead, basketColumns, readingGoods } from './quote.parts.ts'

const { placeholder } = sql

const readParts = preparedSql<BasketRead>('basket_read', () => {
  const [uid, skuIds] = [sql`${placeholder('uid')}::bigint`, sql`${placeholder('skuIds')}::jsonb`]
  const [delivered, cityId] = [sql`${placeholder('delivered')}::boolean`, sql`${placeholder('cityId')}::int`]
  return sql`with ${readingGoods({ skuIds })} select ${basketColumns({ uid, delivered, cityId })}`
})

/** Reads all that the price of a basket depends on, at one moment. */
export async function readBasket(
  { db }: Ctx,
  values: { uid: number; skuIds: readonly number[]; delivered: boolean; cityId: number | undefined },
): Promise<BasketRead> {
  const [row] = await readParts(db, {
    ...values,
    skuIds: JSON.stringify(values.skuIds),
    cityId: values.cityId ?? null,
  })
  if (!row) throw new Error('a basket was not read')
  return row
}
