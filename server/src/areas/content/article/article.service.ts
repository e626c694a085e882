import type {
  ArticleChange,
  ArticleDraft,
  ArticleInfo,
  ArticleQuery,
  ArticleStatus,
  ArticleRow as WireRow,
} from '@zhanggui/contract/content/article.ts'
import { articleState, MAX_ARTICLE_BYTES, publishTimeOf } from '@zhanggui/domain/content/article.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { parseWireTime, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage } from '../../../platform/data/keep.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { inUse, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { type CategoryContents, listNames, requireCategory } from '../../product/category/category.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as articles from './article.repository.ts'
import { emitChanged } from './article-state.service.ts'

/** What shows articles: replies of the official account, decorated pages. */
export type ArticleUser = {
  list(ctx: Ctx, articleId: number): Promise<{ type: string; id: number; name: string }[]>
}
export const articleUses = defineHook<ArticleUser>('uses of articles')

const OBJECT = 'article'
const WHAT = '文章'
const ARTICLES = 3
const MAX_AUTHOR = 20
/** How many articles or uses a refusal names. */
const NAMED = 20

/** A page of articles, higher sort numbers first, then the newest. */
export function listArticles(ctx: Ctx, { query }: { query: ArticleQuery }) {
  return answerPage(ctx, query, articles.list, (row) => describe(ctx, row))
}

/** An article with its text and its product. @throws 404 */
export async function getArticle(ctx: Ctx, id: number): Promise<ArticleInfo> {
  const { content, ...row } = await findRow(ctx, id)
  const cateName = (await listNames(ctx, [row.cid])).get(row.cid) ?? ''
  const media = await readMedia(ctx)
  const found = row.productId ? await articles.findProduct(ctx, row.productId) : undefined
  return {
    ...(await describe(ctx, { ...row, cateName })),
    content: media.toWireHtml(content),
    product: found
      ? {
          id: found.id,
          storeName: found.storeName,
          image: media.toWire(found.image),
          price: toYuan(found.priceFen),
          isShow: found.isShow && !found.isRecycle,
        }
      : null,
  }
}

type Typed = Omit<ArticleInfo, 'cateName' | 'visit' | 'state' | 'h5Url' | 'product'>

/** What was typed of an article, for the audit trail and 修改记录. @throws 404 */
export async function getTyped(ctx: Ctx, id: number): Promise<Typed> {
  return typedOf(ctx, await findRow(ctx, id))
}

async function typedOf(ctx: Ctx, { content, ...row }: articles.ArticleRow): Promise<Typed> {
  const { cateName: _1, visit: _2, state: _3, h5Url: _4, ...typed } = await describe(ctx, { ...row, cateName: '' })
  return { ...typed, content: (await readMedia(ctx)).toWireHtml(content) }
}

async function findRow(ctx: Ctx, id: number): Promise<articles.ArticleRow> {
  const row = await articles.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return row
}

async function describe(ctx: Ctx, row: articles.ListedArticle): Promise<WireRow> {
  const { createdAt, updatedAt, createdBy: _1, updatedBy: _2, image, publishTime, ...fields } = row
  const media = await readMedia(ctx)
  return {
    ...fields,
    image: media.toWire(image),
    publishTime: wireTime(publishTime),
    state: articleState({ published: fields.published, publishTime }, ctx.now()),
    h5Url: await addressOf(ctx, fields.id),
    createTime: toWireTime(createdAt),
    updateTime: toWireTime(updatedAt),
  }
}

/** Where buyers read an article; without a domain where the shop has not said its own. */
async function addressOf(ctx: Ctx, id: number): Promise<string> {
  const { site_url } = await getSettings(ctx)
  return `${(site_url || ctx.platform.config.publicUrl || '').replace(/\/$/, '')}/h5/article/${id}`
}

/** Adds an article. @throws 400 for what is missing; 422 for a category or product that does not exist */
export function saveArticle(ctx: Ctx, draft: ArticleDraft): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await readDraft(tx, draft, undefined)
    await requireCategory(tx, row.cid, ARTICLES)
    const saved = await articles.insert(tx, row)
    if (!saved) throw new Error('an article was not stored')
    await noteFiles(tx, saved.id, row)
    await audit(tx, { objectId: saved.id, objectName: row.title, after: await getTyped(tx, saved.id) })
    await emitChanged(tx, [saved.id])
    return saved
  })
}

/** Changes an article; what is left out stays. @throws as {@link saveArticle}; 404; 409 for another version */
export function updateArticle(ctx: Ctx, { id, version, ...draft }: ArticleChange): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    // Before the article, as the deletion of a category locks them in this order.
    await requireCategory(tx, draft.cid, ARTICLES)
    const row = await articles.lock(tx, id)
    if (!row) throw notFound(WHAT)
    const before = await typedOf(tx, row)
    const change = await readDraft(tx, draft, row)
    const saved = await articles.update(tx, id, version, change)
    if (!saved) throw versionConflict(before)
    await noteFiles(tx, id, change)
    await audit(tx, { objectId: id, objectName: change.title, before, after: await getTyped(tx, id) })
    await emitChanged(tx, [id])
    return saved
  })
}

/** Changes the state, the category or the place of articles, all or none. @throws 404; 422 for a category that does not exist */
export function useArticles(ctx: Ctx, { ids, ...asked }: ArticleStatus): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    if (asked.cid !== undefined) await requireCategory(tx, asked.cid, ARTICLES)
    const rows = await articles.lockAll(tx, ids)
    if (rows.length < ids.length) throw notFound(WHAT)
    for (const row of rows) {
      const { published = row.published } = asked
      const publishTime = publishTimeOf(row, { published, typed: undefined }, tx.now())
      const before = await typedOf(tx, row)
      await articles.update(tx, row.id, undefined, { ...asked, published, publishTime })
      const after = await getTyped(tx, row.id)
      await audit(tx, { action: 'status', objectId: row.id, objectName: row.title, before, after })
    }
    await emitChanged(tx, ids)
    return {}
  })
}

/** Puts the card of a product below an article, or takes it away. @throws 404; 422 for a product that does not exist */
export function bindProduct(ctx: Ctx, { id, productId }: { id: number; productId: number }): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await articles.lock(tx, id)
    if (!row) throw notFound(WHAT)
    await requireProduct(tx, productId, row)
    const before = await typedOf(tx, row)
    const saved = await articles.update(tx, id, undefined, { productId })
    if (!saved) throw notFound(WHAT)
    await audit(tx, { objectId: id, objectName: row.title, before, after: await getTyped(tx, id) })
    await emitChanged(tx, [id])
    return saved
  })
}

/** Deletes an article. @throws 404; 422 IN_USE for one that a reply or a page shows, unless forced */
export function removeArticle(ctx: Ctx, id: number, force = false): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const row = await articles.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (!force) await refuseUsed(tx, id)
    const before = await typedOf(tx, row)
    await articles.remove(tx, [id])
    await freeFiles(tx, OBJECT, id)
    await audit(tx, { action: 'delete', objectId: id, objectName: row.title, before })
    await emitChanged(tx, [id])
    return {}
  })
}

async function refuseUsed(tx: Ctx, id: number): Promise<void> {
  const uses: Awaited<ReturnType<ArticleUser['list']>> = []
  for (const user of tx.platform.hooks.of(articleUses)) uses.push(...(await user.list(tx, id)))
  if (uses.length) throw inUse(`该文章被${uses.length}处使用，删除后这些地方将打不开它`, uses.slice(0, NAMED))
}

/** What was typed, as it is stored. @param before undefined for a new article */
async function readDraft(tx: Ctx, draft: ArticleDraft, before: articles.ArticleRow | undefined) {
  const { image, content, author, publishTime, ...typed } = draft
  if (!image) throw new BadInput('请上传文章图片', 'image')
  const media = await readMedia(tx)
  const { published = before?.published ?? false, productId = before?.productId ?? 0 } = typed
  await requireProduct(tx, productId, before)
  return {
    ...typed,
    published,
    productId,
    image: media.toStored(image),
    content: media.toStoredHtml(readContent(content)),
    author: author || before?.author || tx.actor.name.slice(0, MAX_AUTHOR),
    publishTime: publishTimeOf(before, { published, typed: readTime(publishTime) }, tx.now()),
  }
}

/** Cleaned text. @throws 400 for one that shows nothing, or is too long */
function readContent(typed: string): string {
  const content = cleanRichHtml(typed).trim()
  const shown = content.replace(/<(?!img|video|hr)[^>]*>|&nbsp;|\s/g, '')
  if (!shown) throw new BadInput('请填写文章内容', 'content')
  if (Buffer.byteLength(content) > MAX_ARTICLE_BYTES)
    throw new BadInput(`文章内容不能超过${MAX_ARTICLE_BYTES / 1024}KB，请缩短`, 'content')
  return content
}

/** '' takes the time away. */
function readTime(typed: string | undefined): Date | null | undefined {
  if (typed === undefined) return undefined
  if (typed === '') return null
  const at = parseWireTime(typed)
  if (!at) throw new BadInput('发布时间格式不正确', 'publishTime')
  return at
}

/** A product that was deleted since does not keep the rest of its article from being changed. */
async function requireProduct(tx: Ctx, id: number, before: articles.ArticleRow | undefined): Promise<void> {
  if (!id || id === before?.productId) return
  if (!(await articles.findProduct(tx, id))) throw new Refusal('商品不存在或已删除，请重新选择')
}

const noteFiles = (tx: Ctx, id: number, { title, image, content }: { title: string; image: string; content: string }) =>
  useFiles(tx, { type: OBJECT, id, field: 'content', title: `文章「${title}」` }, `${image}\n${content}`)

/** The articles of a category move with its deletion. */
export const articlesOfCategory: CategoryContents = {
  type: ARTICLES,
  counted: '篇文章',
  async list(ctx, categoryId) {
    const { total, rows } = await articles.listOfCategory(ctx, categoryId, NAMED)
    return { total, uses: rows.map((row) => ({ type: OBJECT, ...row })) }
  },
  async refile(tx, categoryId, to) {
    const moved = await articles.refile(tx, categoryId, to)
    for (const { id, title } of moved)
      await audit(tx, {
        action: 'update',
        objectType: OBJECT,
        objectId: id,
        objectName: title,
        labels: { cid: '文章分类' },
        before: { cid: categoryId },
        after: { cid: to },
      })
    await emitChanged(
      tx,
      moved.map(({ id }) => id),
    )
  },
}
