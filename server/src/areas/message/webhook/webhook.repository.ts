import type { WebhookQuery } from '@zhanggui/contract/message/webhook.ts'
import { and, desc, eq, getTableColumns, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { webhookDeliveries, webhooks } from './webhook.tables.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type ListedWebhook = NonNullable<Awaited<ReturnType<typeof find>>>
export type WebhookFilter = FilterOf<WebhookQuery, 'createTime'> & { from?: Date; to?: Date }

const matching = ({ blurry, event, status, failing, from, to, ...left }: WebhookFilter) =>
  and(
    allRead(left),
    blurry ? or(contains(webhooks.name, blurry), contains(webhooks.url, blurry)) : undefined,
    event ? wants(event) : undefined,
    status === undefined ? undefined : eq(webhooks.enabled, status),
    failing === undefined ? undefined : failing ? gt(webhooks.failures, 0) : eq(webhooks.failures, 0),
    from && gte(webhooks.createdAt, from),
    to && lte(webhooks.createdAt, to),
  )

/** A page of webhooks, newest first, and the total. */
export async function list(ctx: Ctx, filter: WebhookFilter, { limit, offset }: Page) {
  const where = matching(filter)
  const rows = await select(ctx).where(where).orderBy(desc(webhooks.id)).limit(limit).offset(offset)
  return { rows, total: await ctx.db.$count(webhooks, where) }
}

export const count = ({ db }: Ctx, filter: WebhookFilter): Promise<number> => db.$count(webhooks, matching(filter))

export async function find(ctx: Ctx, id: number) {
  const [row] = await select(ctx).where(eq(webhooks.id, id))
  return row
}

/** The existing webhooks among these ids, locked, in the order of their ids. */
export function lock({ db }: Ctx, ids: readonly number[]): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(inArray(webhooks.id, [...ids]))
    .orderBy(webhooks.id)
    .for('update')
}

/** Ids of enabled webhooks subscribed to the event. */
export async function listWanting({ db }: Ctx, event: string): Promise<number[]> {
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.enabled, true), wants(event)))
    .orderBy(webhooks.id)
  return rows.map(({ id }) => id)
}

/** Stores a webhook. Returns undefined when its name is taken. */
export async function insert({ db, actor, now }: Ctx, webhook: typeof webhooks.$inferInsert) {
  const [saved] = await db
    .insert(webhooks)
    .values({ ...webhook, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: webhooks.id, version: webhooks.version })
  return saved
}

/** Changes a webhook that is locked. */
export async function update({ db, caller, now }: Ctx, id: number, webhook: Partial<typeof webhooks.$inferInsert>) {
  const [saved] = await db
    .update(webhooks)
    .set({ ...webhook, version: sql`${webhooks.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(eq(webhooks.id, id))
    .returning({ id: webhooks.id, version: webhooks.version })
  if (!saved) throw new Error('a locked webhook was not stored')
  return saved
}

/** Stores the number of consecutive failures, which does not count as a change by staff. */
export async function setFailures({ db }: Ctx, id: number, failures: number): Promise<void> {
  await db.update(webhooks).set({ failures }).where(eq(webhooks.id, id))
}

export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(webhooks).where(inArray(webhooks.id, [...ids]))
}

function select({ db }: Ctx) {
  const last = db
    .select({ status: webhookDeliveries.status, lastAt: webhookDeliveries.lastAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhooks.id))
    .orderBy(desc(webhookDeliveries.id))
    .limit(1)
    .as('last')
  return db
    .select({ ...getTableColumns(webhooks), lastState: last.status, lastAt: last.lastAt })
    .from(webhooks)
    .leftJoinLateral(last, sql`true`)
}

function wants(event: string): SQL {
  return sql`${webhooks.events} @> array[${event}]::varchar[]`
}
