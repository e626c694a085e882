/** Where an article stands; of a published one the time of publication decides. */
export const articleStates = { draft: '草稿', scheduled: '定时发布', live: '已发布' } as const
export type ArticleState = keyof typeof articleStates

export const MAX_ARTICLE_TITLE = 100
export const MAX_ARTICLE_SYNOPSIS = 100
/** Of an article's text with its tags, in bytes. */
export const MAX_ARTICLE_BYTES = 200 * 1024

type Published = { published: boolean; publishTime: Date | null }

/** Whether buyers may read an article, now or later. */
export function articleState({ published, publishTime }: Published, now: Date): ArticleState {
  if (!published) return 'draft'
  return publishTime && publishTime > now ? 'scheduled' : 'live'
}

/**
 * The moment at which an article goes live, as it is stored: one that is published without a time of its own goes live at once, and one
 * that stays published keeps the time at which it went live.
 * @param typed undefined where nothing was said of it, null where no time is wanted
 */
export function publishTimeOf(
  before: Published | undefined,
  { published, typed }: { published: boolean; typed: Date | null | undefined },
  now: Date,
): Date | null {
  const planned = typed === undefined ? (before?.publishTime ?? null) : typed
  if (planned && (planned > now || !published)) return planned
  if (!published) return null
  // Back-dating would put an article in among those that buyers have read already.
  if (before?.published && before.publishTime && before.publishTime <= now) return before.publishTime
  return now
}
