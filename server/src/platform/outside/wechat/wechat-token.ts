import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../http/context.ts'
import type { Secrets } from '../../security/secrets.ts'
import { type TokenKind, wechatTokens } from './wechat-token.tables.ts'

/** In the last five minutes of a token the next one is asked for. */
const MARGIN_MS = 300_000
/** How long a process believes its own copy. */
const COPY_MS = 60_000
/** How long the others wait for the process that asks, and how often they look. */
const WAIT_MS = 3000
const LOOK_MS = 100
/** The platform forces a new token twenty times a day, thirty seconds apart. */
const FORCED_APART_MS = 30_000
const FORCED_A_DAY = 15

/** Whose token it is. */
export type TokenOwner = { source: string; appid: string; now: () => Date; leaseMs: number }
export type Granted = { value: string; expiresAt: Date }
/** Asks WeChat; forced, the present token ends at once. */
export type AskToken = (isForced: boolean) => Promise<Granted>

/** The tokens of all accounts, shared by the processes through the database. */
export type TokenStore = {
  /**
   * A token that is good for a while yet. One process asks for a new one; the others use the old one while it is good, else wait.
   * @param failed the token that WeChat has just refused
   * @returns undefined when the process that asks has not got one in time
   */
  take(owner: TokenOwner, kind: TokenKind, ask: AskToken, failed?: string): Promise<string | undefined>
  /** Forgets the tokens of an account. */
  drop(db: Db, appid: string): Promise<void>
}

/** @param db outside of any transaction: a token that came is kept, whatever becomes of the call that needed it */
export function makeTokenStore(db: Db, secrets: Secrets): TokenStore {
  const copies = new Map<string, Granted & { readAt: number }>()
  const running = new Map<string, Promise<Granted | undefined>>()

  const open = ({ token, expiresAt }: { token: string; expiresAt: Date | string }): Granted | undefined => {
    try {
      return token ? { value: secrets.open(token), expiresAt: new Date(expiresAt) } : undefined
    } catch {
      // Sealed with a former key: as good as none.
      return undefined
    }
  }
  const read = async ({ source }: TokenOwner, kind: TokenKind) => {
    const [row] = await db.select().from(wechatTokens).where(isOf(source, kind))
    return row && open(row)
  }
  /** Takes the right to ask, and tells the token as it is now; undefined while another process has it. */
  const lease = async ({ source, appid, leaseMs }: TokenOwner, kind: TokenKind) => {
    const until = sql`now() + ${`${leaseMs} milliseconds`}::interval`
    const [row] = await db
      .insert(wechatTokens)
      .values({ source, kind, appid, expiresAt: new Date(0), lockUntil: until as never })
      .onConflictDoUpdate({
        target: [wechatTokens.source, wechatTokens.kind],
        set: { lockUntil: until },
        setWhere: sql`${wechatTokens.lockUntil} is null or ${wechatTokens.lockUntil} < now()`,
      })
      .returning({ token: wechatTokens.token, expiresAt: wechatTokens.expiresAt })
    return row
  }
  const release = ({ source }: TokenOwner, kind: TokenKind, granted?: Granted) =>
    db
      .update(wechatTokens)
      .set({
        lockUntil: null,
        ...(granted && { token: secrets.seal(granted.value), expiresAt: granted.expiresAt }),
      })
      .where(isOf(source, kind))
  /** Counts a forced token; false when the platform would refuse it. */
  const mayForce = async ({ source, now }: TokenOwner, kind: TokenKind): Promise<boolean> => {
    const at = now()
    const isToday = sql`(${wechatTokens.forcedAt} at time zone 'Asia/Shanghai')::date
      = (${at.toISOString()}::timestamptz at time zone 'Asia/Shanghai')::date`
    const counted = await db
      .update(wechatTokens)
      .set({ forcedAt: at, forcedCount: sql`case when ${isToday} then ${wechatTokens.forcedCount} + 1 else 1 end` })
      .where(
        sql`${isOf(source, kind)} and (${wechatTokens.forcedAt} is null
          or (${wechatTokens.forcedAt} <= ${new Date(at.getTime() - FORCED_APART_MS).toISOString()}::timestamptz
            and (not (${isToday}) or ${wechatTokens.forcedCount} < ${FORCED_A_DAY})))`,
      )
      .returning({ kind: wechatTokens.kind })
    return counted.length > 0
  }
  const ask = async (owner: TokenOwner, kind: TokenKind, asking: AskToken, failed?: string): Promise<Granted> => {
    try {
      let granted = await asking(false)
      // WeChat still calls the dead token the right one.
      if (granted.value === failed && (await mayForce(owner, kind))) granted = await asking(true)
      await release(owner, kind, granted)
      return granted
    } catch (error) {
      await release(owner, kind)
      throw error
    }
  }
  const load = async (owner: TokenOwner, kind: TokenKind, asking: AskToken, failed?: string) => {
    const until = performance.now() + WAIT_MS
    const lasts = (granted: Granted | undefined, ms: number) =>
      granted && granted.value !== failed && granted.expiresAt.getTime() - owner.now().getTime() > ms
    for (;;) {
      const known = await read(owner, kind)
      if (lasts(known, MARGIN_MS)) return known
      const leased = await lease(owner, kind)
      if (leased) {
        const meanwhile = open(leased)
        if (!lasts(meanwhile, MARGIN_MS)) return ask(owner, kind, asking, failed)
        await release(owner, kind)
        return meanwhile
      }
      if (lasts(known, 0)) return known
      if (performance.now() > until) return undefined
      await wait(LOOK_MS)
    }
  }
  return {
    take: async (owner, kind, asking, failed) => {
      const key = `${owner.source} ${kind}`
      const copy = copies.get(key)
      const isFresh = copy && copy.value !== failed && performance.now() - copy.readAt < COPY_MS
      if (isFresh && copy.expiresAt.getTime() - owner.now().getTime() > MARGIN_MS) return copy.value
      const loading = running.get(`${key} ${failed ?? ''}`) ?? load(owner, kind, asking, failed)
      running.set(`${key} ${failed ?? ''}`, loading)
      const granted = await loading.finally(() => running.delete(`${key} ${failed ?? ''}`))
      if (granted) copies.set(key, { ...granted, readAt: performance.now() })
      return granted?.value
    },
    drop: async (within, appid) => {
      copies.clear()
      await within.delete(wechatTokens).where(eq(wechatTokens.appid, appid))
    },
  }
}

const isOf = (source: string, kind: TokenKind) =>
  sql`${wechatTokens.source} = ${source} and ${wechatTokens.kind} = ${kind}`
