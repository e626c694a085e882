import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { Accepted } from './accepted.ts'
import { type Ctx, type Db, withContext } from './context.ts'
import { errorBody, isRefusal, toHttpError } from './error-body.ts'
import { HttpError } from './errors.ts'
import { idempotencyKeys } from './idempotency.tables.ts'

const KEPT_MS = 24 * 3600_000
/** After this time a call without an effect counts as dead, and a repeat runs instead. */
export const LEASE_MS = 60_000

/** Refusals that the caller ends without changing the input: by signing in, proving their identity or waiting. */
const PASSING = [401, 423, 428, 429]

/** A call as its idempotency key sees it. */
export type KeyedCall = {
  /** As {@link keyOwner} names it. */
  owner: string
  key: string
  method: string
  path: string
  input: unknown
  /** Serialises an answer with this status. Throws if it does not fit the route. */
  write(status: number, answer: unknown): string
}

/** The result of a call with a key: what its handler returned, or the stored answer. */
export type Outcome =
  | { isStored: false; answer: unknown }
  | { isStored: true; status: number; body: unknown; isReplayed: boolean; retryAfter?: number | undefined }

/** Whose keys a call may use: an API key counts as a different caller than the user who made it. Undefined for nobody. */
export function keyOwner({ caller, shopper }: Ctx): string | undefined {
  if (shopper) return `buyer:${shopper.uid}`
  if (!caller) return undefined
  return caller.key ? `key:${caller.key.id}` : `admin:${caller.userId}`
}

type Row = typeof idempotencyKeys.$inferSelect
type Stored = { status: number; body: unknown }

/**
 * Runs the work once per caller, method, path and key; a repeat within 24 hours gets the stored answer. The
 * work runs as it would without a key: before its commit, each transaction marks the key and stores its callback's result
 * as the answer if that fits the route (decision 0019). Refusals are stored as answers too, unless the same call may succeed
 * a moment later; internal errors are not.
 * @throws 400 for a malformed key, 409 while the first call is running or if it ended without an answer, 422 for the same
 *   key with another input
 */
export async function once(ctx: Ctx, call: KeyedCall, work: (ctx: Ctx) => Promise<unknown>): Promise<Outcome> {
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(call.key))
    throw new HttpError(400, 'BAD_REQUEST', 'Idempotency-Key 须为16到64位字母、数字、下划线或短横线')
  const claim = await claimKey(ctx, call)
  if (claim.status !== null) return { isStored: true, status: claim.status, body: claim.body, isReplayed: true }
  const mine = and(isCall(claim), eq(idempotencyKeys.claim, claim.claim))
  /** @throws 409 when the lease expired and another call took the key */
  const store = async (db: Db, change: Partial<Row>) => {
    const stored = await db.update(idempotencyKeys).set(change).where(mine).returning({ key: idempotencyKeys.key })
    if (!stored.length) throw inProgress()
  }
  const commits: (string | undefined)[] = []
  const mark = async (db: Db, result?: unknown) => {
    const text = attempt(() => call.write(statusOf(result), bodyOf(result)))
    const answer =
      text === undefined ? { status: null, body: null } : { status: statusOf(result), body: JSON.parse(text) }
    await store(db, { hasEffect: true, ...answer })
    return () => {
      commits.push(text)
    }
  }
  const keyed = withContext(ctx, {
    db: ctx.platform.committing((db) => mark(db)),
    atCommit: (tx, result) => mark(tx.db, result),
  })
  /** The handler has answered: a database that is unreachable now must not hide that. */
  const settle = (stored: Stored) =>
    store(ctx.platform.db, stored).catch((error: unknown) => {
      if (error instanceof HttpError) throw error
      ctx.log.error({ err: error }, 'an answer was not stored with its idempotency key')
    })
  try {
    const answer = await work(keyed)
    const text = call.write(statusOf(answer), bodyOf(answer))
    const isKnown = commits.length === 1 && commits[0] === text
    if (!isKnown) await settle({ status: statusOf(answer), body: JSON.parse(text) })
    return { isStored: false, answer }
  } catch (error) {
    const { status, retryAfter } = toHttpError(error)
    const isPassing = PASSING.includes(status) && !commits.length
    if (isRefusal(error) && !isPassing) {
      const body = errorBody(error, ctx.origin.requestId, ctx.now())
      await settle({ status: body.status, body })
      return { isStored: true, status: body.status, body, isReplayed: false, retryAfter }
    }
    // An unexpected error after a commit may hide a success; after an expected one the state is what the service intends.
    const isOver = error instanceof HttpError ? mine : and(mine, eq(idempotencyKeys.hasEffect, false))
    await ctx.platform.db
      .delete(idempotencyKeys)
      .where(isOver)
      .catch((cause: unknown) => ctx.log.error({ err: cause }, 'an idempotency key was not released'))
    throw error
  }
}

/**
 * Claims the key in a single statement.
 * @returns the claim, or the answer of the call that holds the key
 * @throws 409, 422
 */
async function claimKey(ctx: Ctx, { owner, key, method, path, input }: KeyedCall): Promise<Row> {
  const { db } = ctx.platform
  const now = ctx.now()
  const row: Row = {
    actor: owner,
    method,
    path,
    key,
    bodyHash: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
    claim: randomUUID(),
    leasedUntil: new Date(now.getTime() + LEASE_MS),
    hasEffect: false,
    status: null,
    body: null,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  }
  const fresh = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (fresh.length) return row
  const [known] = await db.select().from(idempotencyKeys).where(isCall(row))
  // The other call has just failed and released the key.
  if (!known) throw inProgress()
  if (known.expiresAt > now) {
    if (known.bodyHash !== row.bodyHash)
      throw new HttpError(422, 'IDEMPOTENCY_MISMATCH', '该请求编号已用于另一次提交，请刷新页面后重试')
    if (known.status !== null) return known
    if (known.leasedUntil > now) throw inProgress()
    if (known.hasEffect)
      throw new HttpError(409, 'IDEMPOTENCY_UNKNOWN', '上次提交已生效，但结果未能返回，请刷新页面查看')
  }
  const unchanged = [eq(idempotencyKeys.claim, known.claim), eq(idempotencyKeys.hasEffect, known.hasEffect)]
  const taken = await db
    .update(idempotencyKeys)
    .set(row)
    .where(and(isCall(row), ...unchanged))
    .returning({ key: idempotencyKeys.key })
  if (!taken.length) throw inProgress()
  return row
}

function isCall({ actor, method, path, key }: Row) {
  const { actor: a, method: m, path: p, key: k } = idempotencyKeys
  return and(eq(a, actor), eq(m, method), eq(p, path), eq(k, key))
}

function inProgress(): HttpError {
  return new HttpError(409, 'IDEMPOTENCY_IN_PROGRESS', '相同的请求正在处理，请稍候')
}

function statusOf(answer: unknown): number {
  return answer instanceof Accepted ? 202 : 200
}

function bodyOf(answer: unknown): unknown {
  return answer instanceof Accepted ? answer.body : answer
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
