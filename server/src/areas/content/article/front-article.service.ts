import { createHash } from 'node:crypto'
import type { FrontArticle, FrontArticleInfo, frontArticle } from '@zhanggui/contract/content/front-article.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { bufferCounts } from '../../../platform/work/buffered-counts.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { listShownOf } from '../../product/category/category.service.ts'
import { listCardsByIds } from '../../product/window/window.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as articles from './article.repository.ts'

const ARTICLES = 3
/** A device counts once within ten minutes; the windows of limits slide, so that none counts twice in less. */
const ONCE = { max: 1, seconds: 600 }

/** How often articles were read. */
export const {
  count: countVisit,
  flush: flushVisits,
  keep: keepVisits,
} = bufferCounts('visits of articles', articles.addVisits)

type Wanted = Parameters<typeof articles.listShown>[1]
type Paged = { page?: number | undefined; limit?: number | undefined }

async function answer(ctx: Ctx, wanted: Wanted, query: Paged) {
  const paging = readPage(query)
  const { rows, total } = await articles.listShown(ctx, wanted, paging)
  return { list: await describeAll(ctx, rows), total, page: paging.page, limit: paging.limit }
}

/** A page of the articles of a category, or of all for 0. */
export const listFrontArticles = (ctx: Ctx, { params, query }: RouteInput<typeof frontArticle.list>) =>
  answer(ctx, params.cid ? { cids: [params.cid] } : {}, query)

/** A page of the articles that staff marked as hot. */
export const listHot = (ctx: Ctx, { query }: RouteInput<typeof frontArticle.hot>) => answer(ctx, { isHot: true }, query)

/** The articles at the top of the list. */
export async function listBanners(ctx: Ctx): Promise<{ list: FrontArticle[] }> {
  const { news_slides_limit: limit } = await getSettings(ctx)
  if (!limit) return { list: [] }
  const { rows } = await articles.listShown(ctx, { isBanner: true }, { limit, offset: 0 })
  return { list: await describeAll(ctx, rows) }
}

/** The categories that buyers see. */
export async function listFrontCategories(ctx: Ctx) {
  const shown = await listShownOf(ctx, ARTICLES)
  return { list: shown.map(({ id, name, extra }) => ({ id, name, image: extra })) }
}

/** The first articles of categories, or those with the ids in their order: what pages show. */
export async function listForPages(
  ctx: Ctx,
  { cids, ids, limit }: { cids?: readonly number[]; ids?: readonly number[]; limit: number },
): Promise<FrontArticle[]> {
  if (!(ids ?? cids)?.length) return []
  const { rows } = await articles.listShown(ctx, ids ? { ids } : { cids }, { limit, offset: 0 })
  const shown = await describeAll(ctx, rows)
  return ids ? ids.flatMap((id) => shown.find((each) => each.id === id) ?? []) : shown
}

/**
 * An article as its page shows it; counted as a visit, once in ten minutes of a device.
 * @throws 404 for one that is not published, or whose time has not come, or whose category is hidden
 */
export async function getFrontArticle(ctx: Ctx, id: number): Promise<FrontArticleInfo> {
  const row = await articles.findShown(ctx, id)
  if (!row) throw new HttpError(404, 'NOT_FOUND', '文章不存在或已下线')
  if (await isFirst(ctx, id)) countVisit(ctx, id)
  const [shown] = await describeAll(ctx, [row])
  if (!shown) throw new HttpError(404, 'NOT_FOUND', '文章不存在或已下线')
  const [product = null] = row.productId ? (await listCardsByIds(ctx, [row.productId])).list : []
  return {
    ...shown,
    content: await contentOf(ctx, row),
    shareTitle: row.shareTitle || row.title,
    shareSynopsis: row.shareSynopsis || row.synopsis,
    url: row.url,
    cateName: row.cateName,
    product,
  }
}

async function isFirst(ctx: Ctx, id: number): Promise<boolean> {
  const { origin, platform } = ctx
  // Not by the buyer: a document of the storefront knows nobody, and the screen that it opens asks once more.
  const device = createHash('sha256').update(`${origin.ip} ${origin.userAgent}`).digest('base64url').slice(0, 22)
  return (await platform.limits.take(`article ${id} ${device}`, ONCE)).allowed
}

/** The text, once more by the allow-list of today: what was stored may be older than it. */
async function contentOf(ctx: Ctx, { id, version, content }: articles.ArticleRow): Promise<string> {
  const kept = ctx.platform.caches.named<string>('article-html', { ttlSeconds: 600, max: 100 })
  const clean = await kept.get(`${id} ${version}`, async () => cleanRichHtml(content))
  return (await readMedia(ctx)).toWireHtml(clean)
}

type Shown = Awaited<ReturnType<typeof articles.listShown>>['rows'][number]

async function describeAll(ctx: Ctx, rows: readonly Shown[]): Promise<FrontArticle[]> {
  const media = await readMedia(ctx)
  return rows.map(({ id, cid, title, image, synopsis, author, visit, publishTime }) => ({
    id,
    cid,
    title,
    synopsis,
    author,
    visit,
    image: media.toWire(image),
    publishTime: toWireTime(publishTime ?? ctx.now()),
  }))
}
