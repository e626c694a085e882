import { limitTypes } from '@zhanggui/domain/product/product.ts'
import { replyKinds } from '@zhanggui/domain/product/product-reply.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** How many cards may be asked for by their ids. */
const MAX_CARDS = 100

const nodeFields = { id: t.Id, name: t.String(), extra: t.String({ title: '图片' }) }
/** A shown category with those below it. */
export type WindowCategory = t.Static<t.TObject<typeof nodeFields>> & { child?: WindowCategory[] }
const WindowCategory = t.Tree<WindowCategory>(nodeFields)

/** The running activity that a card shows: 1 seckill, 2 bargain, 3 combination. */
const ActivityOfCard = t.Object(
  { type: t.OneOfNumbers([1, 2, 3], { title: '活动类型' }), id: t.Id },
  { title: '进行中的活动', description: '按商品的活动优先级，取最先的一个' },
)
export type ActivityOfCard = t.Static<typeof ActivityOfCard>

const vipPrice = t.Optional(
  t.Amount({ title: '会员价', description: '开启会员价时，有等级的会员可见；低于售价时才有' }),
)
/** The picture that lies over that of the product. */
const activityStyle = t.Nullable(t.String({ title: '活动边框', maxLength: 512 }))
/** What buyers see of a product in a list. */
export const Card = t.Object({
  id: t.Id,
  image: t.String(),
  storeName: t.String(),
  price: t.Yuan,
  otPrice: t.Yuan,
  vipPrice,
  sales: t.Integer({ title: '销量', description: '含虚拟销量' }),
  unitName: t.String(),
  stock: t.Integer(),
  star: t.Number({ title: '评分', description: '评分的平均值，没有评论时为 0' }),
  replyNum: t.Integer({ title: '评论数' }),
  activityH5: t.Nullable(ActivityOfCard),
  activityStyle,
})
export type Card = t.Static<typeof Card>

const Detail = t.Object(
  {
    id: t.Id,
    image: t.String(),
    sliderImage: t.Array(t.String()),
    videoLink: t.String(),
    storeName: t.String(),
    storeInfo: t.String(),
    unitName: t.String(),
    cateIds: t.Array(t.Integer()),
    brandId: t.Integer(),
    brandName: t.String(),
    labels: t.Array(t.Object({ name: t.String(), color: t.String() }), { title: '标签' }),
    specType: t.Boolean(),
    price: t.Yuan,
    priceMax: t.Yuan,
    otPrice: t.Yuan,
    vipPrice,
    stock: t.Integer(),
    sales: t.Integer({ title: '销量', description: '含虚拟销量' }),
    giveIntegral: t.Integer(),
    isPostage: t.Boolean(),
    minQty: t.Integer(),
    limitType: t.OneOfNumbers(limitTypes),
    limitNum: t.Integer(),
    star: t.Number({ title: '评分', description: '评分的平均值，没有评论时为 0' }),
    replyNum: t.Integer({ title: '评论数' }),
    shareTitle: t.String(),
    shareImage: t.String(),
  },
  { title: '商品' },
)

const WindowSku = t.Object({
  id: t.Id,
  unique: t.String(),
  sku: t.String({ title: '规格', maxLength: 400 }),
  price: t.Yuan,
  otPrice: t.Yuan,
  vipPrice,
  stock: t.Integer(),
  image: t.String(),
})

export const WindowDetail = t.Object({
  product: Detail,
  attr: t.Array(t.Object({ attrName: t.String(), attrValues: t.Array(t.String()) })),
  skus: t.Array(WindowSku, { title: '规格', maxItems: 600 }),
  params: t.Array(t.Object({ name: t.String(), value: t.String() })),
  ensures: t.Array(t.String(), { title: '服务保障' }),
  content: t.String(),
  collected: t.Boolean({ title: '已收藏' }),
  activities: t.Array(ActivityOfCard, { title: '进行中的活动' }),
  activityStyle,
  /** The picture below that of the product. */
  atmosphere: t.Nullable(t.String({ title: '活动氛围图', maxLength: 512 })),
})
export type WindowDetail = t.Static<typeof WindowDetail>

const WindowReply = t.Object(
  {
    id: t.Id,
    nickname: t.String(),
    avatar: t.String(),
    star: t.Integer(),
    comment: t.String({ maxLength: 512 }),
    pics: t.Array(t.String()),
    sku: t.String({ maxLength: 400 }),
    isVirtual: t.Boolean(),
    merchantReplyContent: t.String({ maxLength: 300 }),
    createTime: t.DateTime,
  },
  { title: '评论' },
)
export type WindowReply = t.Static<typeof WindowReply>

const rated = {
  sumCount: t.Integer({ title: '评论数' }),
  replyChance: t.Integer({ title: '好评率', description: '百分比，没有评论时为 100' }),
}

const rowOf = (title: string) => t.Integer({ title, minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const windowSorts = ['default', 'price', 'sales', 'news'] as const
const WindowQuery = t.pageQuery({
  keyword: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  cid: t.Optional(rowOf('商品分类')),
  brandId: t.Optional(rowOf('品牌')),
  labelId: t.Optional(rowOf('标签')),
  sort: t.Optional(t.OneOf(windowSorts, { title: '排序' })),
  order: t.Optional(t.OneOf(['asc', 'desc'], { title: '排序方向', description: '不填时价格从低到高，其他从高到低' })),
})
export type WindowQuery = t.Static<typeof WindowQuery>

const base = '/api/front'
const params = t.Object({ id: t.Id })

/** The shop window: what anybody may look at (trade chapter, 11.2). */
export const shopWindow = routes('window', {
  category: {
    method: 'GET',
    path: `${base}/category`,
    permission: 'visitor',
    summary: '显示的商品分类树',
    etag: true,
    response: t.Array(WindowCategory),
  },
  list: {
    method: 'GET',
    path: `${base}/products`,
    permission: 'visitor',
    summary: '商品列表',
    query: WindowQuery,
    response: t.pageOf(Card),
  },
  detail: {
    method: 'GET',
    path: `${base}/product/detail/:id`,
    permission: 'visitor',
    summary: '商品详情',
    params,
    response: WindowDetail,
  },
  hot: {
    method: 'GET',
    path: `${base}/product/hot`,
    permission: 'visitor',
    summary: '热门榜单的商品',
    query: t.pageQuery({}),
    response: t.pageOf(Card),
  },
  good: {
    method: 'GET',
    path: `${base}/product/good`,
    permission: 'visitor',
    summary: '优品推荐的商品',
    query: t.pageQuery({}),
    response: t.pageOf(Card),
  },
  byIds: {
    method: 'GET',
    path: `${base}/product/byids/:ids`,
    permission: 'visitor',
    summary: '按编号的商品，编号以逗号分隔；看不到的略去',
    params: t.Object({ ids: t.Array(t.Id, { title: '编号', minItems: 1, maxItems: MAX_CARDS, example: [1] }) }),
    response: t.pageOf(Card),
  },
  replies: {
    method: 'GET',
    path: `${base}/reply/list/:id`,
    permission: 'visitor',
    summary: '商品的评论，置顶在前，新评在前',
    params,
    query: t.pageQuery({
      type: t.Optional(
        t.OneOfNumbers(replyKinds, { title: '评论类型', description: '0 全部，1 好评，2 中评，3 差评' }),
      ),
    }),
    response: t.pageOf(WindowReply),
  },
  replyCounts: {
    method: 'GET',
    path: `${base}/reply/config/:id`,
    permission: 'visitor',
    summary: '商品的评论数量和评分',
    params,
    response: t.Object({
      ...rated,
      goodCount: t.Integer({ title: '好评数' }),
      mediumCount: t.Integer({ title: '中评数' }),
      poorCount: t.Integer({ title: '差评数' }),
      star: t.Number({ title: '评分' }),
    }),
  },
  newestReply: {
    method: 'GET',
    path: `${base}/reply/product/:id`,
    permission: 'visitor',
    summary: '商品的第一条评论和好评率',
    params,
    response: t.Object({ ...rated, reply: t.Nullable(WindowReply) }),
  },
})
