import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { liveMedia } from './live-gateway.tables.ts'

type Picture = { account: string; hash: string }

/** The media id of a picture that the platform still has. */
export async function find({ db, now }: Ctx, { account, hash }: Picture): Promise<string | undefined> {
  const [row] = await db
    .select({ mediaId: liveMedia.mediaId })
    .from(liveMedia)
    .where(and(eq(liveMedia.account, account), eq(liveMedia.hash, hash), gt(liveMedia.expiresAt, now())))
  return row?.mediaId
}

export async function store({ db }: Ctx, picture: Picture, mediaId: string, expiresAt: Date): Promise<void> {
  await db
    .insert(liveMedia)
    .values({ ...picture, mediaId, expiresAt })
    .onConflictDoUpdate({ target: [liveMedia.account, liveMedia.hash], set: { mediaId, expiresAt } })
}
