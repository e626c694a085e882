import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { wechatMaterials } from './wechat-material.tables.ts'

export type Material = typeof wechatMaterials.$inferSelect
type Draft = Pick<Material, 'appid' | 'type' | 'hash' | 'mediaId' | 'url' | 'name'>

/** The file with this content, if the account has it. */
export async function findSame(
  { db }: Ctx,
  { appid, type, hash }: Pick<Material, 'appid' | 'type' | 'hash'>,
): Promise<Material | undefined> {
  const { appid: account, type: kind, hash: content } = wechatMaterials
  const where = and(eq(account, appid), eq(kind, type), eq(content, hash))
  return (await db.select().from(wechatMaterials).where(where))[0]
}

export async function findByMedia({ db }: Ctx, mediaId: string): Promise<Material | undefined> {
  return (await db.select().from(wechatMaterials).where(eq(wechatMaterials.mediaId, mediaId)))[0]
}

/** Stores a file; undefined where somebody else has stored the same meanwhile. */
export async function insert({ db, actor, now }: Ctx, draft: Draft): Promise<Material | undefined> {
  const by = { createdBy: actor.userId, createdAt: now(), updatedAt: now() }
  return (
    await db
      .insert(wechatMaterials)
      .values({ ...draft, ...by })
      .onConflictDoNothing()
      .returning()
  )[0]
}
