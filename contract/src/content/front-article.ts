import { Card } from '../product/window.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** An article in a list for buyers. */
export const FrontArticle = t.Object({
  id: t.Id,
  cid: t.Integer({ title: '文章分类' }),
  title: t.String({ title: '文章标题' }),
  image: t.String({ title: '文章图片', maxLength: 512 }),
  synopsis: t.String({ title: '文章简介' }),
  author: t.String({ title: '文章作者' }),
  visit: t.Integer({ title: '浏览量' }),
  publishTime: t.DateTime,
})
export type FrontArticle = t.Static<typeof FrontArticle>

export const FrontArticleInfo = t.Object({
  ...FrontArticle.properties,
  content: t.String({ title: '文章内容', maxLength: 1024 * 1024 }),
  shareTitle: t.String({ title: '分享标题' }),
  shareSynopsis: t.String({ title: '分享简介' }),
  url: t.String({ title: '原文链接', maxLength: 512 }),
  cateName: t.String({ title: '分类名称' }),
  /** The product that goes with it, while buyers find it. */
  product: t.Nullable(t.Object(Card.properties, { title: '关联商品' })),
})
export type FrontArticleInfo = t.Static<typeof FrontArticleInfo>

const base = '/api/front/article'
const Some = t.Object({ list: t.Array(FrontArticle, { title: '文章' }) })

/** Articles as buyers read them. */
export const frontArticle = routes('front-article', {
  list: {
    method: 'GET',
    path: `${base}/list/:cid`,
    permission: 'visitor',
    summary: '文章列表，分类 0 为全部',
    params: t.Object({ cid: t.Integer({ title: '文章分类', maximum: Number.MAX_SAFE_INTEGER }) }),
    query: t.pageQuery({}),
    response: t.pageOf(FrontArticle),
  },
  hot: {
    method: 'GET',
    path: `${base}/hot/list`,
    permission: 'visitor',
    summary: '热门文章',
    query: t.pageQuery({}),
    response: t.pageOf(FrontArticle),
  },
  banner: {
    method: 'GET',
    path: `${base}/banner/list`,
    permission: 'visitor',
    summary: '轮播文章，数量按系统设置',
    response: Some,
  },
  categories: {
    method: 'GET',
    path: `${base}/category/list`,
    permission: 'visitor',
    summary: '文章分类',
    response: t.Object({
      list: t.Array(
        t.Object({
          id: t.Id,
          name: t.String({ title: '分类名称' }),
          image: t.String({ title: '图标', maxLength: 512 }),
        }),
        {
          title: '文章分类',
          maxItems: 1000,
        },
      ),
    }),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission: 'visitor',
    summary: '文章，隐藏的也能用链接打开',
    params: t.Object({ id: t.Id }),
    response: FrontArticleInfo,
    errors: [404],
  },
})
