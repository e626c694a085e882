import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorPages, decorPageVersions } from '../page/page.tables.ts'

/** A page that is live, with the document that buyers see. */
export async function findLive({ db }: Ctx, id: number) {
  const { name, terminal, type, isDefault, publishedNo, offlineAt } = decorPages
  const { settings, value, share } = decorPageVersions
  const [row] = await db
    .select({ id: decorPages.id, name, terminal, type, isDefault, publishedNo, offlineAt, settings, value, share })
    .from(decorPages)
    .innerJoin(decorPageVersions, eq(decorPageVersions.id, decorPages.liveVersionId))
    .where(and(eq(decorPages.id, id), eq(decorPages.enabled, true), isNull(decorPages.deletedAt)))
  return row
}
