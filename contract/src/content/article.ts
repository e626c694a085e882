import {
  articleStates,
  MAX_ARTICLE_BYTES,
  MAX_ARTICLE_SYNOPSIS,
  MAX_ARTICLE_TITLE,
} from '@zhanggui/domain/content/article.ts'
import { keywords } from '../editable.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const cid = (options: t.FieldOptions = {}) =>
  t.Integer({ title: '文章分类', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options })
const MAX_ROWS = 200
/** Pictures in it are addresses by then: the editor uploads them before. */
const HTML_BODY = 1024 * 1024

const typed = {
  cid: cid({ ask: '请选择分类' }),
  title: t.String({ title: '文章标题', minLength: 1, maxLength: MAX_ARTICLE_TITLE, ask: '请填写文章标题' }),
  /** Defaults to the name of the member of staff who saves the article. */
  author: t.Optional(t.String({ title: '文章作者', maxLength: 20, ask: '请填写文章作者' })),
  image: media('文章图片', { ask: '请上传文章图片' }),
  synopsis: t.String({ title: '文章简介', minLength: 1, maxLength: MAX_ARTICLE_SYNOPSIS, ask: '请填写文章简介' }),
  content: t.String({ title: '文章内容', minLength: 1, maxLength: MAX_ARTICLE_BYTES, ask: '请填写文章内容' }),
  shareTitle: t.Optional(t.String({ title: '分享标题', clearable: true, maxLength: 100 })),
  shareSynopsis: t.Optional(t.String({ title: '分享简介', clearable: true, maxLength: 100 })),
  isHot: t.Optional(t.Boolean({ title: '热门' })),
  isBanner: t.Optional(t.Boolean({ title: '轮播' })),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 9999 })),
  url: t.Optional(
    t.String({
      title: '原文链接',
      clearable: true,
      maxLength: 512,
      pattern: /^(https?:\/\/[^\s"'<>\\`/?#@]+([/?#][^\s"'<>\\`]*)?)?$/,
      hint: '原文链接须以 http:// 或 https:// 开头',
      example: 'https://example.com/news/1',
    }),
  ),
  published: t.Optional(t.Boolean({ title: '发布' })),
  hidden: t.Optional(t.Boolean({ title: '隐藏', description: '不在列表里，有链接的人能看' })),
  /** 0: none. */
  productId: t.Optional(t.Integer({ title: '关联商品', maximum: Number.MAX_SAFE_INTEGER })),
  publishTime: t.Optional(
    t.String({
      title: '发布时间',
      clearable: true,
      maxLength: 19,
      description: 'YYYY-MM-DD HH:mm:ss；晚于现在则到时候发布',
      example: '2030-01-01 09:00:00',
    }),
  ),
}

export const ArticleDraft = t.Object(typed)
export type ArticleDraft = t.Static<typeof ArticleDraft>
export const ArticleChange = t.Object({ id: t.Id, version: t.Version, ...typed })
export type ArticleChange = t.Static<typeof ArticleChange>

const rowFields = {
  id: t.Id,
  version: t.Integer(),
  cid: cid(),
  title: t.String({ title: '文章标题' }),
  author: t.String({ title: '文章作者' }),
  image: t.String({ title: '文章图片', maxLength: 512 }),
  synopsis: t.String({ title: '文章简介' }),
  shareTitle: t.String({ title: '分享标题' }),
  shareSynopsis: t.String({ title: '分享简介' }),
  isHot: t.Boolean({ title: '热门' }),
  isBanner: t.Boolean({ title: '轮播' }),
  sort: t.Integer({ title: '排序' }),
  url: t.String({ title: '原文链接', maxLength: 512 }),
  published: t.Boolean({ title: '发布' }),
  hidden: t.Boolean({ title: '隐藏' }),
  productId: t.Integer({ title: '关联商品' }),
  publishTime: t.Nullable({ ...t.DateTime, title: '发布时间' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
}
const countedFields = {
  ...rowFields,
  cateName: t.String({ title: '分类名称' }),
  visit: t.Integer({ title: '浏览量' }),
  state: t.OneOf(t.keysOf(articleStates), { title: '状态' }),
  /** Where buyers read it, by the shop's own address. */
  h5Url: t.String({ title: '文章链接', maxLength: 1000 }),
}
export const ArticleRow = t.Object(countedFields)
export type ArticleRow = t.Static<typeof ArticleRow>

const content = t.String({ title: '文章内容', maxLength: MAX_ARTICLE_BYTES * 2 })
const ArticleProduct = t.Object(
  {
    id: t.Id,
    storeName: t.String({ title: '商品名称' }),
    image: t.String({ title: '图片', maxLength: 512 }),
    price: t.Amount({ title: '售价' }),
    isShow: t.Boolean({ title: '在售' }),
  },
  { title: '关联商品' },
)
export const ArticleInfo = t.Object({ ...countedFields, content, product: t.Nullable(ArticleProduct) })
export type ArticleInfo = t.Static<typeof ArticleInfo>
export const ArticleQuery = t.pageQuery({
  keywords: keywords(50),
  cid: t.Optional(cid()),
  published: t.Optional(t.Boolean({ title: '发布' })),
})
export type ArticleQuery = t.Static<typeof ArticleQuery>

export const ArticleStatus = t.Object({
  ids: t.Array(t.Id, { title: '文章', minItems: 1, maxItems: MAX_ROWS, uniqueItems: true, ask: '请选择文章' }),
  published: t.Optional(t.Boolean({ title: '发布' })),
  hidden: t.Optional(t.Boolean({ title: '隐藏' })),
  isHot: t.Optional(t.Boolean({ title: '热门' })),
  isBanner: t.Optional(t.Boolean({ title: '轮播' })),
  cid: t.Optional(cid()),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 9999 })),
})
export type ArticleStatus = t.Static<typeof ArticleStatus>

const draftKey = t.String({
  title: '草稿',
  pattern: /^(new(-[0-9a-z]{8})?|\d{1,16})$/,
  example: 'new',
  hint: '草稿编号格式不正确',
})
const FormDraft = t.Object({ body: t.Nullable(t.Json()), time: t.Nullable(t.DateTime), key: t.Optional(t.String()) })

const base = '/admin/article'
const permission = 'admin:article'

/** 文章: what the shop writes for its buyers. */
export const article = routes('article', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '文章列表，排序大的在前，新建在前',
    query: ArticleQuery,
    response: t.pageOf(ArticleRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:info`,
    summary: '文章详情',
    query: t.Object({ id: t.Id }),
    response: ArticleInfo,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增文章',
    body: ArticleDraft,
    bodyLimit: HTML_BODY,
    response: t.SavedVersion,
    errors: [422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑文章',
    body: ArticleChange,
    bodyLimit: HTML_BODY,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除文章',
    query: t.Object({ id: t.Id, force: t.Optional(t.Boolean({ title: '仍然删除' })) }),
    response: t.Done,
    errors: [404, 422],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/status`,
    permission: `${permission}:update`,
    summary: '修改文章的状态、分类与排序',
    body: ArticleStatus,
    response: t.Done,
    errors: [404, 422],
  },
  bindProduct: {
    method: 'POST',
    path: `${base}/bind/product`,
    permission: `${permission}:update`,
    summary: '关联商品',
    body: t.Object({
      id: t.Id,
      productId: t.Integer({ title: '关联商品', maximum: Number.MAX_SAFE_INTEGER, description: '0 为不关联' }),
    }),
    response: t.SavedVersion,
    errors: [404, 422],
  },
  keepDraft: {
    method: 'POST',
    path: `${base}/draft`,
    permission: [`${permission}:save`, `${permission}:update`],
    quiet: true,
    summary: '暂存文章草稿',
    body: t.Object({ key: draftKey, body: t.Json({ title: '草稿内容' }) }),
    bodyLimit: HTML_BODY,
    response: t.Done,
  },
  draft: {
    method: 'GET',
    path: `${base}/draft`,
    permission: [`${permission}:save`, `${permission}:update`],
    summary: '文章草稿',
    query: t.Object({ key: draftKey }),
    response: FormDraft,
  },
  removeDraft: {
    method: 'DELETE',
    path: `${base}/draft`,
    permission: [`${permission}:save`, `${permission}:update`],
    quiet: true,
    summary: '删除文章草稿',
    query: t.Object({ key: draftKey }),
    response: t.Done,
  },
})
