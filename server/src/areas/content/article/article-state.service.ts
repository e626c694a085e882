import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import * as articles from './article.repository.ts'

/** What buyers find among the articles is another, as what shows them must know. */
export const ARTICLES_CHANGED = 'article.changed'

export const emitChanged = (tx: Ctx, ids: readonly number[]): Promise<void> => emit(tx, ARTICLES_CHANGED, { ids })

/** Two runs of the clock: one that was late leaves out nobody. */
const LOOK_BACK_MS = 2 * 60_000

/** Tells of articles whose time has come: they are shown by it alone, so that a second run does no harm. */
export async function tellDue(ctx: Ctx): Promise<number> {
  const now = ctx.now()
  const due = await articles.countDue(ctx, new Date(now.getTime() - LOOK_BACK_MS), now)
  if (due) await emitChanged(ctx, [])
  return due
}

export function registerArticleClock({ scheduler }: Platform): void {
  scheduler.handle('articlePublishDue', {
    title: '文章定时发布',
    cron: '0 * * * * ?',
    run: (ctx) => tellDue(ctx),
  })
}
