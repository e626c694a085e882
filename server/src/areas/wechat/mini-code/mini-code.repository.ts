import type { MiniCode } from '@zhanggui/domain/wechat/mini-code.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { miniCodes } from './mini-code.tables.ts'

export type Picture = { mime: string; content: Buffer }

const BATCH = 500

/** The picture of a code that was drawn since a moment. */
export async function find(
  { db }: Ctx,
  appid: string,
  { path, scene, width, env }: MiniCode,
  since: Date,
): Promise<Picture | undefined> {
  const [row] = await db
    .select({ mime: miniCodes.mime, content: miniCodes.content })
    .from(miniCodes)
    .where(
      and(
        ...[eq(miniCodes.appid, appid), eq(miniCodes.path, path), eq(miniCodes.scene, scene)],
        ...[eq(miniCodes.width, width), eq(miniCodes.env, env), gt(miniCodes.createdAt, since)],
      ),
    )
  return row
}

export async function store({ db, now }: Ctx, appid: string, code: MiniCode, picture: Picture): Promise<void> {
  const { appid: app, path, scene, width, env } = miniCodes
  await db
    .insert(miniCodes)
    .values({ appid, ...code, ...picture, createdAt: now() })
    .onConflictDoUpdate({
      target: [app, path, scene, width, env],
      set: { mime: picture.mime, content: picture.content, createdAt: now() },
    })
}

/** Deletes some of the pictures that were drawn before a moment. Returns how many. */
export async function removeOld({ db }: Ctx, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from wechat_mini_code where id in (
    select id from wechat_mini_code where created_at < ${before.toISOString()}::timestamptz
    order by created_at limit ${BATCH})`)
  return rowCount ?? 0
}
