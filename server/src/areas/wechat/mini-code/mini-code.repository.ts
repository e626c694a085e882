import type { MiniCode } from '@zhanggui/domain/wechat/mini-code.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { miniCodes } from './mini-code.tables.ts'

export type Picture = { mime: string; content: Buffer }

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
