import type { SlotQuery } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { dayStart } from '@zhanggui/domain/promotion/activity.ts'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { seckillSlots } from './seckill-slot.tables.ts'

export type SlotRow = typeof seckillSlots.$inferSelect
export type CountedSlot = SlotRow & { productCount: number; todayCount: number }

const store = rows(seckillSlots)
export const { insert, update } = store

const productCount = sql<number>`(select count(*)::int from seckill join activity on activity.id = activity_id
  where time_id = seckill_slot.id and not activity.is_del)`.mapWith(Number)

/** Of them those that run on the day of now, as the table of a day counts them. */
const todayCount = (now: Date) => {
  const day = sql`${dayStart(now).toISOString()}::timestamptz`
  return sql<number>`(select count(*)::int from seckill join activity on activity.id = activity_id
    where time_id = seckill_slot.id and not activity.is_del
      and greatest(start_at, ${day} + seckill_slot.start_hour * interval '1 hour')
        < least(stop_at, ${day} + seckill_slot.end_hour * interval '1 hour'))`.mapWith(Number)
}

const counted = ({ now }: Ctx) => ({ ...getTableColumns(seckillSlots), productCount, todayCount: todayCount(now()) })

/** A page of slots, in the order of the day. */
export async function list(
  ctx: Ctx,
  { name, status, isDel = false, ...left }: FilterOf<SlotQuery>,
  { limit, offset }: Page,
) {
  const where = and(
    allRead(left),
    has(seckillSlots.name, name),
    is(seckillSlots.status, status),
    eq(seckillSlots.isDel, isDel),
  )
  const { db } = ctx
  const found = await db
    .select(counted(ctx))
    .from(seckillSlots)
    .where(where)
    .orderBy(asc(seckillSlots.startHour), asc(seckillSlots.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await db.$count(seckillSlots, where) }
}

/** A slot that is not deleted. */
export async function find(ctx: Ctx, id: number): Promise<CountedSlot | undefined> {
  const [row] = await ctx.db
    .select(counted(ctx))
    .from(seckillSlots)
    .where(and(eq(seckillSlots.id, id), eq(seckillSlots.isDel, false)))
  return row
}

/** The same, locked against changes and deletion. */
export async function lock(ctx: Ctx, id: number): Promise<CountedSlot | undefined> {
  return (await store.lock(ctx, id)) && find(ctx, id)
}

/** Locks a slot that a flash sale is about to name against deletion; undefined when there is none. */
export async function keep({ db }: Ctx, id: number): Promise<{ id: number } | undefined> {
  const [row] = await db
    .select({ id: seckillSlots.id })
    .from(seckillSlots)
    .where(and(eq(seckillSlots.id, id), eq(seckillSlots.isDel, false)))
    .for('share')
  return row
}

/** The flash sales of a slot that are neither deleted nor over; of those that are open only, if asked. */
export async function listUses({ db, now }: Ctx, id: number, onlyOpen: boolean) {
  const { rows: found } = await db.execute<{
    id: number
    name: string
    startAt: string
    stopAt: string
    status: boolean
  }>(sql`
    select activity.id, title as name, start_at as "startAt", stop_at as "stopAt", status
    from seckill join activity on activity.id = activity_id
    where time_id = ${id} and not activity.is_del and stop_at > ${now().toISOString()}::timestamptz and (status or not ${onlyOpen}::boolean)
    order by activity.id`)
  return found.map((row) => ({ ...row, startAt: new Date(row.startAt), stopAt: new Date(row.stopAt) }))
}

/** Whether the shop has ever had a slot. */
export async function hasAny({ db }: Ctx): Promise<boolean> {
  return (await db.select({ id: seckillSlots.id }).from(seckillSlots).limit(1)).length > 0
}

/** A slot of a new shop, which nobody typed. */
export async function insertFirst({ db }: Ctx, row: typeof seckillSlots.$inferInsert): Promise<void> {
  await db.insert(seckillSlots).values(row)
}
