import type { PageVersion, pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { diffPages } from '@zhanggui/page-kit/diff.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import { refsOf } from '@zhanggui/page-kit/refs.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { documentOf, pageOf, toWire } from '../page-facts/page-document.service.ts'
import { readKnown } from '../page-facts/page-facts.service.ts'
import type { PageRecord } from './page.repository.ts'
import { findPage } from './page-core.service.ts'
import * as versions from './page-version.repository.ts'

const missing = () => new HttpError(404, 'NOT_FOUND', '版本不存在或已被删除')

/** A page of the versions of a page: waiting ones by their time, the live one, then newest first. @throws 404 */
export async function listVersions(ctx: Ctx, { query }: RouteInput<typeof pageVersion.list>) {
  const { pageId, ...left } = query
  const paging = readPage(left)
  await findPage(ctx, pageId)
  const { rows, total } = await versions.list(ctx, pageId, paging)
  return { list: rows.map(describe), total, page: paging.page, limit: paging.limit }
}

type Told = Omit<NonNullable<Awaited<ReturnType<typeof versions.findTold>>>, 'settings' | 'value' | 'share'>

function describe(row: Told): PageVersion {
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    note: row.note,
    createBy: row.createName,
    createTime: toWireTime(row.createdAt),
    components: row.components,
    live: row.live,
    scheduleId: row.scheduleId,
    publishAt: wireTime(row.publishAt),
    offlineAt: wireTime(row.scheduleId ? row.scheduledEnd : row.offlineAt),
    setDefault: row.setDefault ?? false,
  }
}

/** A version with its document. @throws 404 */
export async function getVersion(ctx: Ctx, id: number) {
  const row = await versions.findTold(ctx, id)
  if (!row) throw missing()
  const page = await findPage(ctx, row.pageId)
  return { ...describe(row), pageId: row.pageId, ...(await toWire(ctx, documentOf(pageOf(row, page)))) }
}

/** What differs between two versions of a page, in words. @throws 404 */
export async function diffVersions(ctx: Ctx, { query }: RouteInput<typeof pageVersion.diff>) {
  const row = await findPage(ctx, query.pageId)
  const [from, to] = [await readSide(ctx, row, query.from), await readSide(ctx, row, query.to)]
  const { nameOf } = await readKnown(ctx, [...refsOf(from), ...refsOf(to)])
  const rows = diffPages(await toWire(ctx, from), await toWire(ctx, to), nameOf)
  return { rows: rows.map(({ path, ...each }) => ({ ...each, path: [...path] })) }
}

/** @param side the id of a version of the page, or `draft` */
async function readSide(ctx: Ctx, row: PageRecord, side: string): Promise<Page> {
  if (side === 'draft') return pageOf(row, row)
  const version = await versions.find(ctx, Number(side))
  if (version?.pageId !== row.id) throw missing()
  return pageOf(version, row)
}
