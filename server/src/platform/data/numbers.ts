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
  return keyedNumberOf(tx, prefix, tx.now(), rows[0]?.drawn ?? 0)
}

/**
 * The number that a value of the sequence stands for, for a statement that draws it itself. Its digits are shuffled by the shop's
 * key, so that nobody who has two numbers can reckon how many were drawn between them; still none comes twice in a round.
 */
export function keyedNumberOf({ platform }: Pick<Ctx, 'platform'>, prefix: string, at: Date, drawn: number): string {
  return write(
    prefix,
    at,
    shuffle(drawn % NUMBERS, (text) => platform.secrets.digest(text)),
  )
}

/** The same without the shop's key, for bulk data. */
export function numberOf(prefix: string, at: Date, drawn: number): string {
  return write(prefix, at, (drawn * STEP) % NUMBERS)
}

function write(prefix: string, at: Date, digits: number): string {
  return `${prefix}${toWireTime(at).replace(/\D/g, '')}${String(digits).padStart(6, '0')}`
}

/** The root of {@link NUMBERS}: a number is two halves of three digits. */
const HALF = 1000
const ROUNDS = 6

/** A Feistel network over the two halves: each value below a million comes from exactly one other. */
function shuffle(value: number, digest: (text: string) => string): number {
  let [left, right] = [Math.floor(value / HALF), value % HALF]
  for (let round = 0; round < ROUNDS; round++) {
    const mixed = Buffer.from(digest(`number:${round}:${right}`), 'base64url').readUInt32BE(0)
    const next = (left + mixed) % HALF
    left = right
    right = next
  }
  return left * HALF + right
}
