import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../http/context.ts'

/** The sequence begins anew after so many. */
export const NUMBERS = 1_000_000
/** Has no divisor in common with a million, so that successive numbers differ widely and none comes twice in a round. */
const STEP = 387_420_489

/**
 * Draws a number for a document: the moment in Shanghai and six digits. More than a million within a second would repeat, so
 * its column has a unique index, and a refused number is drawn again.
 * @param prefix a letter for the kind; '' for orders
 */
export async function nextNo(tx: Ctx, prefix: string): Promise<string> {
  const { rows } = await tx.db.execute<{ drawn: number }>(sql`select nextval('document_number') as drawn`)
  return numberOf(prefix, tx.now(), rows[0]?.drawn ?? 0)
}

/** The number that a value of the sequence stands for, for a statement that draws it itself. */
export function numberOf(prefix: string, at: Date, drawn: number): string {
  const digits = String((drawn * STEP) % NUMBERS).padStart(6, '0')
  return `${prefix}${toWireTime(at).replace(/\D/g, '')}${digits}`
}
