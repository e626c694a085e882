import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { uploads } from './upload.tables.ts'

export type UploadRow = typeof uploads.$inferSelect
/** The properties that make two uploads of a user the same. */
export type UploadMark = Pick<UploadRow, 'name' | 'bytes' | 'mark'>

const isOpen = isNull(uploads.fileId)
const isMine = ({ actor }: Ctx) => eq(uploads.createdBy, actor.userId)
const isUnexpired = ({ now }: Ctx) => gt(uploads.expiresAt, now())

/** The caller's unfinished uploads, oldest first. */
export function listOpen(ctx: Ctx): Promise<UploadRow[]> {
  return ctx.db
    .select()
    .from(uploads)
    .where(and(isMine(ctx), isOpen, isUnexpired(ctx)))
    .orderBy(asc(uploads.createdAt))
}

/** An upload of the caller, finished or not. */
export async function find(ctx: Ctx, id: string): Promise<UploadRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), isMine(ctx), isUnexpired(ctx)))
  return row
}

/** Begins an upload. Returns undefined if the same upload is already open. */
export async function insert(
  { db, actor, now }: Ctx,
  upload: UploadMark & { groupId?: number | undefined; expiresAt: Date },
) {
  const [row] = await db
    .insert(uploads)
    .values({ ...upload, createdBy: actor.userId, createdAt: now() })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Extends the open upload of the same file and sets its group. */
export async function resume(ctx: Ctx, { name, bytes, mark }: UploadMark, groupId: number | null, expiresAt: Date) {
  const same = and(eq(uploads.name, name), eq(uploads.bytes, bytes), eq(uploads.mark, mark))
  const [row] = await ctx.db
    .update(uploads)
    .set({ groupId, expiresAt })
    .where(and(isMine(ctx), isOpen, same))
    .returning()
  return row
}

/** Claims an upload to assemble it, exclusively until the given moment. Returns whether it was free. */
export async function claim({ db, now }: Ctx, id: string, busyUntil: Date): Promise<boolean> {
  const free = or(isNull(uploads.busyUntil), lt(uploads.busyUntil, now()))
  const taken = await db
    .update(uploads)
    .set({ busyUntil })
    .where(and(eq(uploads.id, id), isOpen, free))
    .returning({ id: uploads.id })
  return taken.length > 0
}

/** Releases a claimed upload with its file, or with none so far. */
export async function release({ db }: Ctx, id: string, fileId: number | null): Promise<void> {
  await db.update(uploads).set({ busyUntil: null, fileId }).where(eq(uploads.id, id))
}

/** Removes an upload that is not being assembled. Returns whether it did. */
export async function remove(ctx: Ctx, id: string): Promise<boolean> {
  const free = or(isNull(uploads.busyUntil), lt(uploads.busyUntil, ctx.now()))
  const gone = await ctx.db
    .delete(uploads)
    .where(and(eq(uploads.id, id), free))
    .returning({ id: uploads.id })
  return gone.length > 0
}

/** Removes uploads that were not finished in time. Returns how many. */
export async function removeExpired({ db, now }: Ctx): Promise<number> {
  const { rowCount } = await db.delete(uploads).where(lt(uploads.expiresAt, now()))
  return rowCount ?? 0
}

/** The ids of all uploads. */
export async function listKnown({ db }: Ctx): Promise<Set<string>> {
  const rows = await db.select({ id: uploads.id }).from(uploads)
  return new Set(rows.map(({ id }) => id))
}
