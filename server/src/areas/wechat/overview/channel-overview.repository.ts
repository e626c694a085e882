import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorPages } from '../../decor/page/page.tables.ts'
import { miniCodes } from '../mini-code/mini-code.tables.ts'

const HOME = 2
/** The home page of the mini-program. */
const HOME_PAGE = 'pages/index/index'

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

/** The code of the mini-program's home page that was drawn last, if any was. */
export async function findHomeCode({ db }: Ctx, appid: string) {
  const isHome = and(eq(miniCodes.path, HOME_PAGE), eq(miniCodes.env, 'release'))
  const [row] = await db
    .select({ mime: miniCodes.mime, content: miniCodes.content })
    .from(miniCodes)
    .where(and(eq(miniCodes.appid, appid), isHome))
    .orderBy(desc(miniCodes.createdAt))
    .limit(1)
  return row
}
