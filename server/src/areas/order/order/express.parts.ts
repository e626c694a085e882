import { type SQL, sql } from 'drizzle-orm'

// Parts of the statements that look for parcels.

/**
 * Whether `express_no` is a number, whatever digits of a phone stand behind it.
 * @param bare the number as `bareNumber` reads it, or what the statement knows it by
 */
export function isNumbered(bare: string | SQL): SQL {
  const number = sql`${bare}::text`
  return sql`(express_no <> '' and (express_no = ${number} or express_no between ${number} || ':0000' and ${number} || ':9999')
    and split_part(express_no, ':', 1) = ${number})`
}
