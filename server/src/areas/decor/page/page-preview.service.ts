import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { pageOf } from '../page-facts/page-document.service.ts'
import { findPage } from './page-core.service.ts'
import * as versions from './page-version.repository.ts'

const LIFE_MS = 30 * 60_000

/** A pass to look at a page as it is drafted, or as a version was; sealed, so that nobody else makes one. @throws 404 */
export async function makePass(ctx: Ctx, { id, versionId }: { id: number; versionId?: number | undefined }) {
  const { type, isDefault } = await findPage(ctx, id)
  if (versionId && (await versions.find(ctx, versionId))?.pageId !== id)
    throw new HttpError(404, 'NOT_FOUND', '版本不存在或已被删除')
  const until = new Date(ctx.now().getTime() + LIFE_MS)
  const pass = ctx.platform.secrets.seal(JSON.stringify({ page: id, version: versionId ?? 0, until: until.getTime() }))
  const { site_url: address } = await getSettings(ctx)
  const own = (address || ctx.platform.config.publicUrl || '').replace(/\/$/, '')
  const url = `${own}${pathOf({ id, type, isDefault })}?preview=${encodeURIComponent(pass)}`
  return { pass, url, expireTime: toWireTime(until) }
}

/** Where a page is looked at as buyers will see it: homes and user centres without a way back, and with the bottom navigation. */
function pathOf({ id, type, isDefault }: { id: number; type: number; isDefault: boolean }): string {
  if (type === 4) return '/h5/user'
  return isDefault ? '/h5' : `/h5/page/${id}`
}

type Opened = { id: number; page: Page; isDefault: boolean }

/**
 * The page that a pass shows.
 * @param asked the page that the address names, or 0 for the place of a home or user centre
 * @throws 404 for a pass that is none, is for another page, or whose time is over
 */
export async function openPass(ctx: Ctx, asked: number, pass: string): Promise<Opened> {
  const opened = readPass(ctx, pass)
  if (!opened || opened.page !== (asked || opened.page) || opened.until <= ctx.now().getTime())
    throw new HttpError(404, 'NOT_FOUND', '预览已失效，请重新打开')
  const id = opened.page
  const row = await findPage(ctx, id)
  const version = opened.version ? await versions.find(ctx, opened.version) : undefined
  if (opened.version && version?.pageId !== id) throw new HttpError(404, 'NOT_FOUND', '版本不存在或已被删除')
  return { id, page: pageOf(version ?? row, row), isDefault: row.isDefault }
}

function readPass({ platform }: Ctx, pass: string): { page: number; version: number; until: number } | undefined {
  try {
    const { page, version, until } = JSON.parse(platform.secrets.open(pass)) as Record<string, unknown>
    const isWhole = [page, version, until].every((each) => typeof each === 'number')
    return isWhole ? { page: page as number, version: version as number, until: until as number } : undefined
  } catch {
    return undefined
  }
}
