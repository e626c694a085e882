import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from './context.ts'
import { errorBody } from './error-body.ts'
import { HttpError } from './errors.ts'
import { idempotencyKeys } from './idempotency.tables.ts'
import { Later } from './later.ts'

const KEPT_MS = 24 * 3600_000

/** A call as its idempotency key sees it. */
export type KeyedCall = { key: string; method: string; path: string; input: unknown }

/**
 * Does the work once for each key of a caller, method and path: effect and answer are stored in one transaction, a
 * repeat within 24 hours gets the stored answer (ER-50, ER-51). Refusals of the shop are answers too; faults of ours are
 * not stored.
 * @throws 400 for a key of the wrong form, 409 while the first call is still running, 422 for the same key with another
 *   input
 */
export async function once(
  ctx: Ctx,
  call: KeyedCall,
  work: (tx: Ctx) => Promise<unknown>,
): Promise<{ status: number; body: unknown; replayed: boolean }> {
  const { key, method, path } = call
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(key))
    throw new HttpError(400, 'BAD_REQUEST', 'Idempotency-Key 须为16到64位字母、数字、下划线或短横线')
  // A key is somebody else than the user who made it.
  const actor = ctx.actor.key ? -ctx.actor.key.id : ctx.actor.userId
  const bodyHash = createHash('sha256').update(JSON.stringify(call.input)).digest('hex')
  return inTransaction(ctx, async (tx) => {
    const lock = sql`select pg_try_advisory_xact_lock(hashtextextended(${[actor, method, path, key].join(' ')}, 0)) as free`
    const { rows } = await tx.db.execute<{ free: boolean }>(lock)
    if (!rows[0]?.free) throw new HttpError(409, 'IDEMPOTENCY_IN_PROGRESS', '相同的请求正在处理，请稍候')
    const known = idempotencyKeys
    const same = [eq(known.actor, actor), eq(known.method, method), eq(known.path, path), eq(known.key, key)]
    const [stored] = await tx.db
      .select()
      .from(known)
      .where(and(...same, gt(known.expiresAt, ctx.now())))
    if (stored && stored.bodyHash !== bodyHash)
      throw new HttpError(422, 'IDEMPOTENCY_MISMATCH', '该请求编号已用于另一次提交，请刷新页面后重试')
    if (stored) return { status: stored.status, body: stored.body, replayed: true }
    const { status, body } = await inTransaction(tx, work).then(
      (answer) => (answer instanceof Later ? { status: 202, body: answer.body } : { status: 200, body: answer }),
      (error: unknown) => {
        const refusal = errorBody(error, ctx.origin.requestId, ctx.now())
        if (refusal.status >= 500) throw error
        return { status: refusal.status, body: refusal }
      },
    )
    const row = { actor, method, path, key, bodyHash, status, body, expiresAt: new Date(ctx.now().getTime() + KEPT_MS) }
    await tx.db
      .insert(known)
      .values(row)
      .onConflictDoUpdate({ target: [known.actor, known.method, known.path, known.key], set: row })
    return { status, body, replayed: false }
  })
}
