import { sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type BasketRead, basketColumns } from './quote.parts.ts'

const { placeholder } = sql

const readParts = preparedSql<BasketRead>('basket_read', () => {
  const [uid, skuIds] = [sql`${placeholder('uid')}::bigint`, sql`${placeholder('skuIds')}::bigint[]`]
  const [delivered, cityId] = [sql`${placeholder('delivered')}::boolean`, sql`${placeholder('cityId')}::int`]
  return sql`select ${basketColumns({ uid, skuIds, delivered, cityId })}`
})

/** Reads all that the price of a basket depends on, at one moment. */
export async function readBasket(
  { db }: Ctx,
  values: { uid: number; skuIds: readonly number[]; delivered: boolean; cityId: number | undefined },
): Promise<BasketRead> {
  const [row] = await readParts(db, { ...values, cityId: values.cityId ?? null })
  if (!row) throw new Error('a basket was not read')
  return row
}
