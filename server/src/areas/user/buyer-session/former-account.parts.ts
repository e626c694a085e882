import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that ask what a person has had of the shop, not what an account has.

/** An account with those its owner ended before, as an array: what is limited for each buyer counts for all of them. */
export const accountsOf = (uid: SQL): SQL =>
  sql`array(select ${uid} union all select former_uid from former_account where former_account.uid = ${uid})`
