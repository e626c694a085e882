import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorGroupItems } from './layout.tables.ts'

/** All items of all groups, in their order. */
export function listAll({ db }: Ctx) {
  const { group, value, show } = decorGroupItems
  return db
    .select({ group, value, show })
    .from(decorGroupItems)
    .orderBy(asc(decorGroupItems.group), asc(decorGroupItems.sort), asc(decorGroupItems.id))
}

/** Stores the items of a group in place of those it had. */
export async function replaceGroup(
  { db, actor, now }: Ctx,
  group: string,
  items: readonly { value: Record<string, unknown>; show?: boolean }[],
): Promise<void> {
  await db.delete(decorGroupItems).where(eq(decorGroupItems.group, group))
  const by = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  if (items.length)
    await db
      .insert(decorGroupItems)
      .values(items.map(({ value, show = true }, sort) => ({ ...by, group, value, show, sort })))
}
