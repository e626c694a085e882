import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { type WechatSide, wechatCallbacks } from './incoming.tables.ts'

export type CallbackRow = typeof wechatCallbacks.$inferSelect
type NewRow = Omit<typeof wechatCallbacks.$inferInsert, 'id' | 'answer'>

/** Stores what WeChat told; undefined for a repeat, once the first is stored. */
export async function insertNew({ db }: Ctx, row: NewRow): Promise<number | undefined> {
  const [stored] = await db
    .insert(wechatCallbacks)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: wechatCallbacks.id })
  return stored?.id
}

export async function setAnswer({ db }: Ctx, id: number, answer: string): Promise<void> {
  await db.update(wechatCallbacks).set({ answer }).where(eq(wechatCallbacks.id, id))
}

/** What a message was answered, by its key. */
export async function findAnswer({ db }: Ctx, account: WechatSide, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ answer: wechatCallbacks.answer })
    .from(wechatCallbacks)
    .where(and(eq(wechatCallbacks.account, account), eq(wechatCallbacks.key, key)))
  return row?.answer
}

export async function find({ db }: Ctx, id: number): Promise<CallbackRow | undefined> {
  const [row] = await db.select().from(wechatCallbacks).where(eq(wechatCallbacks.id, id))
  return row
}

/** When each account was last heard. */
export async function lastHeard({ db }: Ctx): Promise<ReadonlyMap<WechatSide, Date>> {
  const rows = await db
    .select({ account: wechatCallbacks.account, at: sql<string>`max(${wechatCallbacks.createdAt})` })
    .from(wechatCallbacks)
    .groupBy(wechatCallbacks.account)
  return new Map(rows.map(({ account, at }) => [account, new Date(at)]))
}
