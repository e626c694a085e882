import { and, desc, eq, isNull } from 'drizzle-orm'
import { is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorPages } from '../page/page.tables.ts'
import { decorTemplates } from './page-template.tables.ts'

export type TemplateRow = typeof decorTemplates.$inferSelect

/** The shop's own templates, newest first. */
export function list({ db }: Ctx, type: 2 | 4 | undefined): Promise<TemplateRow[]> {
  return db
    .select()
    .from(decorTemplates)
    .where(is(decorTemplates.type, type))
    .orderBy(desc(decorTemplates.id))
    .limit(200)
}

export async function find({ db }: Ctx, id: number): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(decorTemplates).where(eq(decorTemplates.id, id))
  return row
}

/** A page that is not deleted. */
export async function findPage({ db }: Ctx, id: number) {
  const [row] = await db
    .select()
    .from(decorPages)
    .where(and(eq(decorPages.id, id), isNull(decorPages.deletedAt)))
  return row
}

type NewTemplate = Pick<TemplateRow, 'name' | 'terminal' | 'type' | 'settings' | 'value' | 'share' | 'coverImage'>

/** @returns undefined for a name that another has */
export async function insert({ db, actor, now }: Ctx, row: NewTemplate): Promise<number | undefined> {
  const by = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  const [saved] = await db
    .insert(decorTemplates)
    .values({ ...row, ...by })
    .onConflictDoNothing()
    .returning({ id: decorTemplates.id })
  return saved?.id
}

export async function remove({ db }: Ctx, id: number): Promise<TemplateRow | undefined> {
  const [row] = await db.delete(decorTemplates).where(eq(decorTemplates.id, id)).returning()
  return row
}

export async function count({ db }: Ctx): Promise<number> {
  return db.$count(decorTemplates)
}
