import type { Route } from '@zhanggui/contract/routes.ts'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Cookies } from './cookies.ts'

/** The database, or a transaction on it. */
export type Db = PgDatabase<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>

/** Which rows an actor may see (docs/access.md, Data scope). */
export type Scope = {
  /** Everything; the other limits do not apply. */
  all: boolean
  /** The departments the actor sees, with their users. */
  deptIds: readonly number[]
  /** The stores the actor sees; undefined for all. */
  storeIds: readonly number[] | undefined
}

/** As whom a session looks at the console, and why that is over, if it is. */
export type Seeing = { kind: 'role' | 'user'; id: number; name: string; since: Date; ended?: string }

/** The caller. */
export type Actor = {
  userId: number
  username: string
  name: string
  /** `key-<id>` for an API key. */
  sessionId: string
  /** The API key that acts for the user who made it, with its own permissions. */
  key?: { id: number; name: string; perMinute: number }
  roles: readonly string[]
  /** The highest level of the user's roles; smaller is higher. */
  level: number
  permissions: ReadonlySet<string>
  scope: Scope
  /** Increases whenever this user's roles, grants or menus change. */
  permVersion: number
  /** When the user last proved their identity. */
  reauthAt: Date
  /** What the user must do before anything else, with its message: PASSWORD_CHANGE_REQUIRED. */
  duty: { code: string; message: string } | undefined
  /** Set while the caller looks at the console as a role or a member of staff, whose level, permissions and scope these are. */
  seeing?: Seeing
}

/** The ways into the shop that buyers have. */
export type BuyerChannel = 'wechat' | 'routine' | 'h5' | 'app'

/** The buyer who calls. */
export type Buyer = {
  /** The customer's id. */
  uid: number
  /** The nickname, for logs and ledgers. */
  name: string
  sessionId: string
  /** How the session was opened. */
  channel: BuyerChannel
}

/** Where the call came from. */
export type Origin = {
  requestId: string
  ip: string
  userAgent: string
  /** The channel that a buyer's client says it is: `routine`, `wechat`, `h5`. */
  channel?: string | undefined
  /** What is asked for is looked at already, as its document brought it or its window was left for a while: no further view of it. */
  isAgain?: boolean
  /** The token as sent, unchecked. Never logged. */
  token: string | undefined
  /** The route that was called; undefined for work outside any call. */
  route?: Route | undefined
  /** The call's idempotency key, where it sent one: what is booked with it is booked once, however late it is repeated. */
  key?: string | undefined
  /** Set while an object is put back to what it was: which, and to which moment, in words. */
  restores?: { object: string; id: string; from: string }
  /** Set while the call of somebody may wait for a second person: what is stored of it then. */
  asking?: { route: Route; input: object; reason: string }
  /** Set while a stored call is done: what a second person agreed to, and who that is. */
  approved?: { id: number; by: string; kind: string; amountFen: number; pinned: string }
  /** The call's cookies; undefined for work outside any call. */
  cookies?: Cookies | undefined
}

/**
 * What one process has for all its calls. Each part of the platform adds its own member, by declaration merging, so that this
 * file imports none of them.
 */
export interface Platform {
  config: Config
  /**
   * The database outside of any transaction, on connections of its own: for what must outlive a refusal, such as a counted
   * failure, or is asked in the middle of a transaction. Single statements only.
   */
  db: Db
  /** The database's address, for a connection of one's own. */
  databaseUrl: string
}

/** First argument of services and repositories. */
export type Ctx = {
  db: Db
  /** The caller. Throws when nobody is signed in, which only happens in `public` routes and jobs. */
  readonly actor: Actor
  /** The calling member of staff, or undefined; always undefined for buyers, so that no code for staff runs for them. */
  readonly caller: Actor | undefined
  /** The calling buyer. Throws when no buyer is signed in, which only happens outside `buyer` routes. */
  readonly buyer: Buyer
  /** The calling buyer, or undefined. */
  readonly shopper: Buyer | undefined
  /** The only clock. */
  now: () => Date
  log: FastifyBaseLogger
  origin: Origin
  platform: Platform
  /** Work still to do in the transaction, right before it commits; undefined outside a transaction. */
  readonly beforeCommit?: ((tx: Ctx) => Promise<void>)[] | undefined
  /** What follows the commit, and does not throw; undefined outside a transaction. */
  readonly afterCommit?: (() => void)[] | undefined
  /**
   * Runs in each of the call's transactions before the commit, with the work's result; throwing rolls back. The function it
   * returns is called after the commit.
   */
  readonly atCommit?: ((tx: Ctx, result: unknown) => Promise<() => void>) | undefined
}

/** Builds the context of a call. */
export function makeContext(parts: Omit<Ctx, 'actor' | 'buyer'>): Ctx {
  return {
    ...parts,
    get actor() {
      if (!this.caller) throw new Error('nobody is signed in here')
      return this.caller
    },
    get buyer() {
      if (!this.shopper) throw new Error('no buyer is signed in here')
      return this.shopper
    },
  }
}

/** Copies a context for another caller or database. */
export function withContext(ctx: Ctx, parts: Partial<Omit<Ctx, 'actor' | 'buyer'>>): Ctx {
  const { db, caller, shopper, now, log, origin, platform, atCommit } = ctx
  // Another database is another transaction, or none.
  const { beforeCommit, afterCommit } = parts.db ? {} : ctx
  return makeContext({ db, caller, shopper, now, log, origin, platform, beforeCommit, afterCommit, atCommit, ...parts })
}

/** The context of work that stands for a call of the route, such as what a demo shop is filled with. */
export function calling(ctx: Ctx, route: Route): Ctx {
  return withContext(ctx, { origin: { ...ctx.origin, route } })
}

/**
 * Leaves the current transaction, for single statements: their writes survive its rollback, and do not count as the effect
 * of the call's idempotency key.
 */
export function withoutTransaction(ctx: Ctx): Ctx {
  return withContext(ctx, { db: ctx.platform.db, atCommit: undefined })
}

/**
 * Runs the work in one transaction, which everything that gets `tx` joins. Inside a transaction it becomes a savepoint.
 * Deferred work runs right before the commit.
 * @param options.lockMs how long a statement waits for a lock, instead of the pool's limit; not for a savepoint
 */
export async function inTransaction<Result>(
  ctx: Ctx,
  work: (tx: Ctx) => Promise<Result>,
  { lockMs }: { lockMs?: number } = {},
): Promise<Result> {
  const afterCommit: (() => void)[] = []
  let failure: unknown
  const run = async (db: unknown) => {
    const beforeCommit: ((tx: Ctx) => Promise<void>)[] = []
    const tx = withContext(ctx, { db: db as Db, beforeCommit, afterCommit })
    const result = await work(tx)
    if (ctx.beforeCommit) ctx.beforeCommit.push(...beforeCommit)
    else {
      const committed = await ctx.atCommit?.(tx, result)
      if (committed) afterCommit.push(committed)
      for (const finish of beforeCommit) await finish(tx)
    }
    return result
  }
  const noting = (error: unknown) => {
    failure = error
    throw error
  }
  const result = await ctx.db
    .transaction((db) => run(db).catch(noting), lockMs === undefined ? undefined : withLockTimeout(lockMs))
    .catch((error: unknown) => {
      // On a broken connection the rollback fails too, with a less useful error.
      throw failure ?? error
    })
  if (ctx.afterCommit) ctx.afterCommit.push(...afterCommit)
  else for (const follow of afterCommit) follow()
  return result
}

/** Sent with `begin`: a statement of its own would cost each transaction one more round trip. */
function withLockTimeout(milliseconds: number) {
  const begin = `read committed; set local lock_timeout = ${Math.floor(milliseconds)}`
  return { isolationLevel: begin as 'read committed' }
}

/**
 * Makes a function that keeps rows until the end of their transaction, where one statement stores them all; outside a
 * transaction it opens one.
 */
export function gathering<Row>(store: (tx: Ctx, rows: Row[]) => Promise<unknown>) {
  const waiting = new WeakMap<object, Row[]>()
  const gather = async (ctx: Ctx, rows: readonly Row[]): Promise<void> => {
    const { beforeCommit } = ctx
    if (!beforeCommit) return inTransaction(ctx, (tx) => gather(tx, rows))
    const gathered = waiting.get(beforeCommit)
    if (gathered) {
      gathered.push(...rows)
      return
    }
    const first = [...rows]
    waiting.set(beforeCommit, first)
    beforeCommit.push(async (tx) => {
      // What another one gathers from here on is stored behind it.
      waiting.delete(beforeCommit)
      await store(tx, first)
    })
  }
  return gather
}

/** Whether the caller holds the super administrator's wildcard. */
export function isSuper(actor: Actor): boolean {
  return actor.permissions.has('*:*:*')
}

/** Whether the caller holds a permission. */
export function holds(actor: Actor, permission: string): boolean {
  return actor.permissions.has(permission) || isSuper(actor)
}
