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

/** Which rows an actor sees (AU-64). */
export type Scope = {
  /** Everything: the other limits do not count. */
  all: boolean
  /** Departments whose users and departments he sees. */
  deptIds: readonly number[]
  /** Stores he sees; undefined: every store. */
  storeIds: readonly number[] | undefined
}

/** Who is calling. */
export type Actor = {
  userId: number
  username: string
  name: string
  /** Of an API key `key-<id>`. */
  sessionId: string
  /** The API key that acts, with rights of its own, for the user who made it. */
  key?: { id: number; name: string; perMinute: number }
  roles: readonly string[]
  /** The strongest of his roles' levels; smaller is stronger. */
  level: number
  permissions: ReadonlySet<string>
  scope: Scope
  /** Rises whenever roles, grants or menus of this user change. */
  permVersion: number
  /** When he last proved who he is. */
  reauthAt: Date
  /** What must be done before anything else, with its message: PASSWORD_CHANGE_REQUIRED. */
  duty: { code: string; message: string } | undefined
}

/** Where the call came from. */
export type Origin = {
  requestId: string
  ip: string
  userAgent: string
  /** The token as sent, unchecked. Never logged. */
  token: string | undefined
  /** What was called; undefined for work that no call asked for. */
  route?: Route | undefined
  /** Those of the call; work that no call asked for has none. */
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
  /** Who calls. Throws when nobody is signed in: only `public` routes and jobs have nobody. */
  readonly actor: Actor
  /** Who calls, or undefined. */
  readonly caller: Actor | undefined
  /** The only clock. */
  now: () => Date
  log: FastifyBaseLogger
  origin: Origin
  platform: Platform
  /** What is still to be done in the transaction, right before it commits; undefined outside of one. */
  readonly beforeCommit?: ((tx: Ctx) => Promise<void>)[] | undefined
  /**
   * What the call adds to each of its transactions before the commit, given what the work returned; a throw rolls back. What
   * it returns is called after the commit.
   */
  readonly atCommit?: ((tx: Ctx, result: unknown) => Promise<() => void>) | undefined
}

/** Puts together what a call needs. */
export function makeContext(parts: Omit<Ctx, 'actor'>): Ctx {
  return {
    ...parts,
    get actor() {
      if (!this.caller) throw new Error('nobody is signed in here')
      return this.caller
    },
  }
}

/** The same context for another caller or database. */
export function withContext(ctx: Ctx, parts: Partial<Omit<Ctx, 'actor'>>): Ctx {
  const { db, caller, now, log, origin, platform, atCommit } = ctx
  // Another database is another transaction, or none.
  const beforeCommit = parts.db ? undefined : ctx.beforeCommit
  return makeContext({ db, caller, now, log, origin, platform, beforeCommit, atCommit, ...parts })
}

/**
 * The same call outside of the transaction it may be in, for single statements: what they write stays when the transaction is
 * rolled back, and does not count as the effect of the call's idempotency key.
 */
export function withoutTransaction(ctx: Ctx): Ctx {
  return withContext(ctx, { db: ctx.platform.db, atCommit: undefined })
}

/**
 * Runs the work in one transaction: everything below that is given `tx` joins it. Inside a transaction already, a
 * savepoint. What was left for the end is done right before the commit.
 */
export async function inTransaction<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  let committed: (() => void) | undefined
  let failure: unknown
  const run = async (db: unknown) => {
    const last: ((tx: Ctx) => Promise<void>)[] = []
    const tx = withContext(ctx, { db: db as Db, beforeCommit: last })
    const result = await work(tx)
    if (ctx.beforeCommit) ctx.beforeCommit.push(...last)
    else {
      committed = await ctx.atCommit?.(tx, result)
      for (const finish of last) await finish(tx)
    }
    return result
  }
  const noting = (error: unknown) => {
    failure = error
    throw error
  }
  const result = await ctx.db
    .transaction((db) => run(db).catch(noting))
    .catch((error: unknown) => {
      // Where the connection broke, the rollback fails as well, and says less.
      throw failure ?? error
    })
  committed?.()
  return result
}

/** Whether the caller holds the super administrator's wildcard. */
export function isSuper(actor: Actor): boolean {
  return actor.permissions.has('*:*:*')
}

/** Whether the caller holds a permission. */
export function holds(actor: Actor, permission: string): boolean {
  return actor.permissions.has(permission) || isSuper(actor)
}
