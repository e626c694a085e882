import type { LayoutItem } from '@zhanggui/contract/decor/fixed-layout.ts'
import type { FixedGroup } from '@zhanggui/domain/decor/fixed-layout.ts'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorGroupItems } from './layout.tables.ts'

/** What of an item is stored as it is; sort and whether it is shown have columns of their own. */
type Value = Pick<LayoutItem, 'name' | 'pic' | 'url' | 'info'>
export type ItemRow = Value & { id: number; group: FixedGroup; sort: number; show: boolean; updatedAt: Date }

const { id, group, value, sort, show, updatedAt } = decorGroupItems
const columns = { id, group, value, sort, show, updatedAt }
const order = [asc(group), asc(sort), asc(id)]

type Found = Pick<typeof decorGroupItems.$inferSelect, keyof typeof columns>
const toRow = ({ group: of, value: stored, ...row }: Found): ItemRow => ({
  ...(stored as Value),
  ...row,
  group: of as FixedGroup,
})

/** The items of groups, in their order. */
export async function list({ db }: Ctx, groups: readonly FixedGroup[]): Promise<ItemRow[]> {
  const rows = await db
    .select(columns)
    .from(decorGroupItems)
    .where(inArray(group, [...groups]))
    .orderBy(...order)
  return rows.map(toRow)
}

/** One page of {@link list}. */
export async function listPage(
  { db }: Ctx,
  groups: readonly FixedGroup[],
  { limit, offset }: { limit: number; offset: number },
) {
  const where = inArray(group, [...groups])
  const rows = await db
    .select(columns)
    .from(decorGroupItems)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { rows: rows.map(toRow), total: await db.$count(decorGroupItems, where) }
}

export async function find({ db }: Ctx, itemId: number, groups: readonly FixedGroup[]): Promise<ItemRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(decorGroupItems)
    .where(and(eq(id, itemId), inArray(group, [...groups])))
  return row && toRow(row)
}

/** How many of a group are shown, one of them aside. @param but an id; 0 for none */
export const countShown = ({ db }: Ctx, of: FixedGroup, but: number): Promise<number> =>
  db.$count(decorGroupItems, and(eq(group, of), eq(show, true), ne(id, but)))

/** How many a group has, shown or not. */
export const countAll = ({ db }: Ctx, of: FixedGroup): Promise<number> => db.$count(decorGroupItems, eq(group, of))

const stored = ({ name, pic, url, info, sort: place, show: isShown }: LayoutItem) => ({
  value: { name, pic, url, info },
  sort: place,
  show: isShown,
})

export async function insert({ db, actor, now }: Ctx, of: FixedGroup, items: readonly LayoutItem[]): Promise<number[]> {
  if (!items.length) return []
  const by = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  const saved = await db
    .insert(decorGroupItems)
    .values(items.map((item) => ({ ...by, group: of, ...stored(item) })))
    .returning({ id })
  return saved.map((row) => row.id)
}

export async function update({ db, actor, now }: Ctx, itemId: number, item: LayoutItem): Promise<void> {
  await db
    .update(decorGroupItems)
    .set({ ...stored(item), updatedBy: actor.userId, updatedAt: now() })
    .where(eq(id, itemId))
}

export async function remove({ db }: Ctx, itemId: number): Promise<void> {
  await db.delete(decorGroupItems).where(eq(id, itemId))
}

/** Deletes all items of a group. */
export async function empty({ db }: Ctx, of: FixedGroup): Promise<void> {
  await db.delete(decorGroupItems).where(eq(group, of))
}
