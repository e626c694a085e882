import { and, desc, eq, like, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { formDrafts } from './form-draft.tables.ts'

/** Forms that one user leaves unfinished; each may have a megabyte. */
const MAX_DRAFTS = 20

export async function find({ db, actor }: Ctx, kind: string, key: string) {
  const [row] = await db
    .select()
    .from(formDrafts)
    .where(isOwn(actor.userId, kind, key))
  return row
}

/** The caller's latest draft of a new row, from whatever window. */
export async function findNew({ db, actor }: Ctx, kind: string) {
  const [row] = await db
    .select()
    .from(formDrafts)
    .where(and(eq(formDrafts.adminId, actor.userId), eq(formDrafts.kind, kind), like(formDrafts.key, 'new%')))
    .orderBy(desc(formDrafts.time))
    .limit(1)
  return row
}

/** Stores a draft of the caller, who keeps the latest of them. */
export async function store(ctx: Ctx, kind: string, key: string, body: Record<string, unknown>): Promise<void> {
  const { db, actor, now } = ctx
  const { adminId, kind: kinds, key: keys } = formDrafts
  await db
    .insert(formDrafts)
    .values({ adminId: actor.userId, kind, key, body, time: now() })
    .onConflictDoUpdate({ target: [adminId, kinds, keys], set: { body, time: now() } })
  await db.execute(sql`
    delete from form_draft where id in (
      select id from form_draft where admin_id = ${actor.userId} order by time desc, id desc offset ${MAX_DRAFTS})`)
}

export async function remove({ db, actor }: Ctx, kind: string, key: string): Promise<void> {
  await db.delete(formDrafts).where(isOwn(actor.userId, kind, key))
}

function isOwn(adminId: number, kind: string, key: string) {
  return and(eq(formDrafts.adminId, adminId), eq(formDrafts.kind, kind), eq(formDrafts.key, key))
}
