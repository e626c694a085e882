import { and, desc, eq, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { paramTemplates } from './param-template.tables.ts'

export type ParamTemplateRow = typeof paramTemplates.$inferSelect

/** A page of templates, new ones first. */
export async function list({ db }: Ctx, keywords: string | undefined, { limit, offset }: Page) {
  const where = keywords ? contains(paramTemplates.name, keywords) : undefined
  const rows = await db
    .select()
    .from(paramTemplates)
    .where(where)
    .orderBy(desc(paramTemplates.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(paramTemplates, where) }
}

export async function find({ db }: Ctx, id: number): Promise<ParamTemplateRow | undefined> {
  const [row] = await db.select().from(paramTemplates).where(eq(paramTemplates.id, id))
  return row
}

/** Stores a template. Returns undefined when the name is taken. */
export async function insert({ db, actor, now }: Ctx, template: typeof paramTemplates.$inferInsert) {
  const [saved] = await db
    .insert(paramTemplates)
    .values({ ...template, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: paramTemplates.id, version: paramTemplates.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  template: Partial<ParamTemplateRow>,
) {
  const [saved] = await db
    .update(paramTemplates)
    .set({ ...template, version: sql`${paramTemplates.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(paramTemplates.id, id), version === undefined ? undefined : eq(paramTemplates.version, version)))
    .returning({ id: paramTemplates.id, version: paramTemplates.version })
  return saved
}

/** Deletes a template. Returns what it was. */
export async function remove({ db }: Ctx, id: number): Promise<ParamTemplateRow | undefined> {
  const [row] = await db.delete(paramTemplates).where(eq(paramTemplates.id, id)).returning()
  return row
}
