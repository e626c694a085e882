import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that ask what a person has had of the shop, not what an account has.

/** An account with those its owner ended before, as an array: what is limited for each buyer counts for all of them. */
export const accountsOf = (uid: SQL): SQL =>
  sql`array(select ${uid} union all select former_uid from former_account where former_account.uid = ${uid})`

/** The accounts that a person has had since they ended one of these, as a query of their numbers: they pay what that one owes. */
export const heirsOf = (uids: SQL): SQL => sql`(select uid from former_account where former_uid = any(${uids}))`
