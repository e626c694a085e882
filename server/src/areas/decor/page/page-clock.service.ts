import { checkPublish } from '@zhanggui/page-kit/check.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { freeFiles } from '../../file/file/file-ref.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { errorsOf, pageOf } from '../page-facts/page-document.service.ts'
import { readFacts } from '../page-facts/page-facts.service.ts'
import * as pages from './page.repository.ts'
import { OBJECT } from './page-core.service.ts'
import { endLive, publishScheduled } from './page-publish.service.ts'
import * as versions from './page-version.repository.ts'
import * as watch from './page-watch.repository.ts'

const DAY_MS = 24 * 3600_000

/**
 * Shows what is due, then ends what has ended, in the order of their times. Each is a transaction that locks the page and strikes the
 * row off, so that any number of processes, and one that died in between, do each of them once.
 */
export async function turnPages(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let turned = 0
  const tried: number[] = []
  while (!signal.aborted) {
    const due = await retried(ctx, async (tx) => {
      const found = await versions.lockDue(tx, tried)
      if (found) await tell(tx, await publishScheduled(tx, found), '定时发布失败')
      return found
    })
    if (!due) break
    tried.push(due.id)
    turned++
  }
  while (!signal.aborted) {
    const ended = await retried(ctx, async (tx) => {
      const id = await versions.lockEnded(tx)
      if (id) await tell(tx, await endLive(tx, id), '到期没有下线')
      return id
    })
    if (!ended) break
    turned++
  }
  return turned
}

/** Notifies the person who made a schedule that it failed; without one, everyone who may publish. */
async function tell(tx: Ctx, outcome: Awaited<ReturnType<typeof endLive>>, what: string): Promise<void> {
  if (!outcome?.reason) return
  const { row, to, reason } = outcome
  await notify(tx, {
    event: 'page.failed',
    ...(to !== null && { to: { userIds: [to] } }),
    level: 'warn',
    title: `页面「${row.name}」${what}`,
    content: reason,
    link: `/design/page?edit=${row.id}`,
    object: { type: OBJECT, id: row.id },
  })
}

/** Deletes versions that are too many, pages that lay in the recycle bin for 30 days, and editors who have gone. */
export async function thinVersions(ctx: Ctx, signal: AbortSignal): Promise<number> {
  await pages.removeEditors(ctx, new Date(ctx.now().getTime() - DAY_MS))
  let removed = await retried(ctx, (tx) => versions.thin(tx))
  while (!signal.aborted) {
    const gone = await retried(ctx, async (tx) => {
      const ids = await pages.purge(tx)
      for (const id of ids) {
        await freeFiles(tx, OBJECT, id)
        await pages.removePage(tx, id)
      }
      return ids.length
    })
    if (!gone) break
    removed += gone
  }
  return removed
}

/**
 * Checks live pages again, as what they show may have been deleted since. Staff who may publish are notified of errors that the last
 * check did not find.
 */
export async function checkLinks(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let checked = 0
  for (const live of await watch.listLive(ctx)) {
    if (signal.aborted) break
    checked++
    const row = await pages.find(ctx, live.id)
    const version = await versions.find(ctx, live.versionId)
    if (!row || !version) continue
    const page = pageOf(version, row)
    const errors = errorsOf(checkPublish(page, await readFacts(ctx, page)))
    const known = new Set(live.told)
    const found = errors.map(({ componentId, code, message }) => `${componentId} ${code} ${message}`)
    const fresh = errors.filter((_, index) => !known.has(found[index] ?? ''))
    if (found.length === known.size && !fresh.length) continue
    await retried(ctx, async (tx) => {
      await watch.remember(tx, version.id, found)
      if (fresh.length)
        await notify(tx, {
          event: 'page.broken',
          level: 'warn',
          title: `页面「${row.name}」有${fresh.length}处新问题`,
          content: fresh.map(({ message }) => message).join('；'),
          link: `/design/page?edit=${row.id}`,
          object: { type: OBJECT, id: row.id },
        })
    })
  }
  return checked
}

export function registerPageClock({ scheduler }: Platform): void {
  scheduler.handle('pagePublishDue', {
    title: '页面定时发布与下线',
    cron: '0 * * * * ?',
    run: (ctx, _, signal) => turnPages(ctx, signal),
  })
  scheduler.handle('pageVersionThin', {
    title: '清理页面版本和回收站',
    cron: '0 10 3 * * ?',
    run: (ctx, _, signal) => thinVersions(ctx, signal),
  })
  scheduler.handle('pageLinkCheck', {
    title: '检查已发布的页面',
    cron: '0 40 4 * * ?',
    run: (ctx, _, signal) => checkLinks(ctx, signal),
  })
}
