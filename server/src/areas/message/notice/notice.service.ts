import type { Notice, NoticeDraft, NoticeQuery, notice, OwnNotice } from '@zhanggui/contract/message/notice.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import type { Change } from '../../../platform/data/keep.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { allPages, defineLive, onReport, pagesOf, report } from '../../../platform/work/live.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import * as notices from './notice.repository.ts'

/** A page of announcements, pinned ones first, then newest first. */
export async function listNotices(ctx: Ctx, { createTime, page, limit, ...filter }: NoticeQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await notices.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  const list = rows.map(
    ({ notice, readCount, targetCount }): Notice => ({ ...describe(notice), readCount, targetCount }),
  )
  return { list, total, page: paging.page, limit: paging.limit }
}

/**
 * A page of the users an announcement is addressed to, readers first.
 * @throws 404
 */
export async function listReaders(ctx: Ctx, id: number, { read, ...left }: RouteInput<typeof notice.readers>['query']) {
  await getNotice(ctx, id)
  const paging = readPage(left)
  const { rows, total } = await notices.listReaders(ctx, id, read, paging)
  const list = rows.map(({ id: userId, username, nick_name, read_at }) => ({
    id: userId,
    username,
    nickName: nick_name,
    readTime: read_at && toWireTime(new Date(read_at)),
  }))
  return { list, total, page: paging.page, limit: paging.limit }
}

/**
 * Adds an announcement as a draft, with its text sanitised.
 * @throws {BadInput} for an end before the start, or a text that is empty once sanitised; 422 for targets that do not
 *   exist
 */
export async function saveNotice(ctx: Ctx, draft: NoticeDraft) {
  return inTransaction(ctx, async (tx) => {
    const read = await readDraft(tx, draft)
    const saved = await notices.insert(tx, read)
    await usePictures(tx, saved.id, read)
    await audit(tx, { objectId: saved.id, objectName: draft.title, after: describe(await getNotice(tx, saved.id)) })
    return saved
  })
}

/**
 * Changes an announcement that is not published.
 * @throws as {@link saveNotice}; 404, 409 for another version, 422 while it is published
 */
export async function updateNotice(ctx: Ctx, { id, version, ...draft }: Change<NoticeDraft>) {
  return inTransaction(ctx, async (tx) => {
    const find = async () => describe(await getNotice(tx, id))
    return audited(tx, { objectId: id, objectName: draft.title }, find, async () => {
      const read = await readDraft(tx, draft)
      const saved = await notices.update(tx, id, { version, not: 'published' }, read)
      if (saved) await usePictures(tx, id, read)
      if (saved) return saved
      const present = await find()
      if (present.status === 'published') throw new Refusal('已发布的公告不能编辑，请先撤回')
      throw versionConflict(present)
    })
  })
}

/** @throws 404 when one of them does not exist: then none is deleted */
export async function removeNotices(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const id of ids) {
      const before = describe(await getNotice(tx, id))
      await freeFiles(tx, 'notice', id)
      await audit(tx, { objectId: id, objectName: before.title, before })
    }
    if ((await notices.remove(tx, ids)) < ids.length) throw notFound('公告')
  })
}

/** Protects the announcement's pictures from deletion while it shows them. */
function usePictures(tx: Ctx, id: number, { title, content }: { title: string; content: string }): Promise<void> {
  return useFiles(tx, { type: 'notice', id, field: 'content', title: `公告「${title}」` }, content)
}

/**
 * Publishes an announcement: its targets see it from its start on, and open pages are notified.
 * @throws 404, 409 when it is already published, 422 when its period is over
 */
export function publishNotice(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const present = await getNotice(tx, id)
    if (present.endTime && present.endTime <= tx.now()) throw new Refusal('公告的结束时间已过，请修改后再发布')
    const change = { status: 'published', publishedAt: tx.now() } as const
    const saved = await notices.update(tx, id, { not: 'published' }, change)
    if (!saved) throw stateConflict('公告已发布')
    await notices.forgetReads(tx, id)
    await audit(tx, { action: 'publish', objectId: id, objectName: present.title })
    const starts = !present.startTime || present.startTime <= tx.now()
    const { title, level } = present
    if (starts) await reportNotice(tx, present, { id, title, level })
    return saved
  })
}

/**
 * Withdraws a published announcement from everyone.
 * @throws 404, 409 when it is not published
 */
export async function withdrawNotice(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const present = await getNotice(tx, id)
    if (present.status !== 'published') throw stateConflict('只有已发布的公告可以撤回')
    const saved = await notices.update(tx, id, { version: present.version, not: 'withdrawn' }, { status: 'withdrawn' })
    if (!saved) throw stateConflict()
    await audit(tx, { action: 'withdraw', objectId: id, objectName: present.title })
    await reportNotice(tx, present, { id, withdrawn: true })
    return saved
  })
}

/** A page of the announcements visible to the caller, pinned ones first. */
export async function listOwnNotices(ctx: Ctx, { read, ...left }: RouteInput<typeof notice.own>['query']) {
  const paging = readPage(left)
  const { rows, total } = await notices.listOwn(ctx, read, paging)
  const list = rows.map(({ notice, read: isRead }): OwnNotice => {
    const { id, title, content, level, pinned, publishTime } = describe(notice)
    return { id, title, content, level, pinned, publishTime, read: isRead }
  })
  return { list, total, page: paging.page, limit: paging.limit }
}

/** The number of announcements the caller has not read. */
export function countUnreadNotices(ctx: Ctx): Promise<number> {
  return notices.countUnread(ctx)
}

/** @throws 404 for an announcement the caller cannot see */
export async function readNotice(ctx: Ctx, id: number): Promise<void> {
  if (!(await notices.markRead(ctx, id))) throw notFound('公告')
}

/** An announcement as the wire shows it. @throws 404 */
export const getWireNotice = async (ctx: Ctx, id: number) => describe(await getNotice(ctx, id))

async function getNotice(ctx: Ctx, id: number): Promise<notices.NoticeRow> {
  const notice = await notices.find(ctx, id)
  if (!notice) throw notFound('公告')
  return notice
}

async function readDraft(ctx: Ctx, { startTime, endTime, targetIds = [], targets = 'all', ...draft }: NoticeDraft) {
  const content = cleanRichHtml(draft.content)
  if (!content.replace(/<(?!img|video)[^>]*>|&nbsp;|\s/g, '')) throw new BadInput('公告内容不能为空', 'content')
  const times = { startTime: readMoment(startTime, 'startTime'), endTime: readMoment(endTime, 'endTime') }
  if (times.startTime && times.endTime && times.endTime <= times.startTime)
    throw new BadInput('结束时间须晚于开始时间', 'endTime')
  if (targets !== 'all') {
    if (!targetIds.length) throw new BadInput(targets === 'roles' ? '请选择角色' : '请选择用户', 'targetIds')
    if ((await notices.countTargets(ctx, targets, targetIds)) < targetIds.length)
      throw new Refusal('通知对象不存在，请重新选择')
  }
  return { ...draft, content, ...times, targets, targetIds: targets === 'all' ? [] : targetIds }
}

function readMoment(text: string | null | undefined, field: string): Date | null {
  if (!text) return null
  const at = parseWireTime(text)
  if (!at) throw new BadInput('时间格式不正确', field)
  return at
}

/** A change of an announcement, for open pages. */
type NoticeChange = Pick<notices.NoticeRow, 'targets' | 'targetIds'> & { data: object }
const news = defineLive<NoticeChange>('live.notice')

function reportNotice(tx: Ctx, { targets, targetIds }: notices.NoticeRow, data: object): Promise<void> {
  return report(tx, news, { targets, targetIds, data })
}

/** Pushes a change of an announcement to the pages of its targets. */
export const pushNotices = onReport(news, async (own, { targets, targetIds, data }) => {
  const { platform } = own
  const userIds = targets === 'roles' ? await notices.listHolders(own, targetIds) : targetIds
  const frame = platform.sockets.frame('notice', data)
  for (const page of targets === 'all' ? allPages(platform) : pagesOf(platform, userIds)) page.sendFrame(frame)
})

function describe({ startTime, endTime, publishedAt, createdAt, ...row }: notices.NoticeRow) {
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    content: row.content,
    level: row.level,
    targets: row.targets,
    targetIds: row.targetIds,
    pinned: row.pinned,
    status: row.status,
    startTime: startTime && toWireTime(startTime),
    endTime: endTime && toWireTime(endTime),
    publishTime: publishedAt && toWireTime(publishedAt),
    createTime: toWireTime(createdAt),
  }
}
