import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorPages } from '../../decor/page/page.tables.ts'

const HOME = 2

/** The home page that buyers see, and when it went live. */
export async function findHome({ db }: Ctx): Promise<{ name: string; at: Date | undefined } | undefined> {
  const [row] = await db
    .select({ name: decorPages.name, at: decorPages.publishTime })
    .from(decorPages)
    .where(and(eq(decorPages.isDefault, true), eq(decorPages.type, HOME), isNotNull(decorPages.liveVersionId)))
    .orderBy(desc(decorPages.terminal))
    .limit(1)
  return row && { name: row.name, at: row.at ?? undefined }
}
