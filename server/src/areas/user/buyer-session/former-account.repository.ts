import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { endedIdentities, formerAccounts } from './former-account.tables.ts'

/** Keeps the digests of an account that ends. */
export async function keep({ db, now }: Ctx, uid: number, digests: readonly string[]): Promise<void> {
  const endedAt = now()
  if (digests.length)
    await db
      .insert(endedIdentities)
      .values(digests.map((digest) => ({ digest, uid, endedAt })))
      .onConflictDoNothing()
}

/**
 * Notes the ended accounts with one of the digests, and those before them, as an account's own.
 * @returns whether any was not known as such
 */
export async function link({ db }: Ctx, uid: number, digests: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into former_account (uid, former_uid)
    select ${uid}::bigint, found.uid from (
      select uid from ended_identity where digest = any(${sql.param([...digests])}::text[])
      union select former_uid from former_account where uid in (
        select uid from ended_identity where digest = any(${sql.param([...digests])}::text[]))
    ) as found where found.uid <> ${uid}::bigint
    on conflict do nothing`)
  return (rowCount ?? 0) > 0
}

/** Those of the digests that ended accounts have. */
export async function findKnown({ db }: Ctx, digests: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ digest: string }>(
    sql`select distinct digest from ended_identity where digest = any(${sql.param([...digests])}::text[])`,
  )
  return new Set(rows.map(({ digest }) => digest))
}

/** Whether a customer had an account before. */
export async function has({ db }: Ctx, uid: number): Promise<boolean> {
  return (await db.$count(formerAccounts, eq(formerAccounts.uid, uid))) > 0
}
