import { limitTypes, type RecommendFlag, recommendFlags } from '@zhanggui/domain/product/product.ts'
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

/** A running activity of a product, as its page offers it. */
const RunningActivity = t.Object(
  {
    ...ActivityOfCard.properties,
    price: t.Amount({ title: '活动价', description: '最低的规格；砍价为最低价' }),
    /** Of a team; 0 for other kinds. */
    people: t.Integer({ title: '拼团人数' }),
    endTime: t.DateTime,
  },
  { title: '进行中的活动' },
)
export type RunningActivity = t.Static<typeof RunningActivity>

export const tagKinds = ['activity', 'label', 'new'] as const
/** What a list says of a product in a word or two. */
const CardTag = t.Object({ text: t.String({ title: '标签' }), kind: t.OneOf(tagKinds, { title: '标签种类' }) })
export type CardTag = t.Static<typeof CardTag>

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
  /** At most two: the activity first, then labels, then 新品. */
  tags: t.Array(CardTag, { title: '标签' }),
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
  activities: t.Array(RunningActivity, { title: '进行中的活动' }),
  activityStyle,
  /** The picture below that of the product. */
  atmosphere: t.Nullable(t.String({ title: '活动氛围图', maxLength: 512 })),
  serverTime: t.DateTime,
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
const flags = Object.keys(recommendFlags) as RecommendFlag[]
const WindowQuery = t.pageQuery({
  keyword: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  cid: t.Optional(rowOf('商品分类')),
  brandId: t.Optional(rowOf('品牌')),
  labelId: t.Optional(rowOf('标签')),
  flag: t.Optional(
    t.OneOf(flags, {
      title: '推荐位',
      description: flags.map((flag) => `${flag} ${recommendFlags[flag].label}`).join('，'),
    }),
  ),
  /** The goods that a coupon is for. */
  couponId: t.Optional(rowOf('优惠券')),
  minPrice: t.Optional(t.Amount({ title: '最低价格' })),
  maxPrice: t.Optional(t.Amount({ title: '最高价格' })),
  inStock: t.Optional(t.Boolean({ title: '只看有货' })),
  sort: t.Optional(t.OneOf(windowSorts, { title: '排序' })),
  order: t.Optional(t.OneOf(['asc', 'desc'], { title: '排序方向', description: '不填时价格从低到高，其他从高到低' })),
})
export type WindowQuery = t.Static<typeof WindowQuery>

const FreightQuery = t.Object({
  cityId: t.Optional(
    t.Integer({ title: '所在地区', minimum: 1, maximum: 999_999_999, ask: '请选择所在地区', example: 110101 }),
  ),
  /** An address of the calling buyer. */
  addressId: t.Optional(rowOf('收货地址')),
})
export type WindowFreightQuery = t.Static<typeof FreightQuery>

/** What it costs to send one unit of a product somewhere. */
export const WindowFreight = t.Object({
  /** 0 where no place is known. */
  cityId: t.Integer({ title: '所在地区' }),
  place: t.String({ title: '配送地区', maxLength: 300 }),
  /** Null without a place, and where nothing is delivered to. */
  fee: t.Nullable(t.Amount({ title: '运费' })),
  text: t.String({ title: '运费说明', example: '包邮' }),
  refusal: t.String({ title: '不能配送的原因' }),
})
export type WindowFreight = t.Static<typeof WindowFreight>

const base = '/api/front'
const params = t.Object({ id: t.Id })

/** The shop window: what anybody may look at (docs/catalogue.md, Shop window). */
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
    errors: [404],
  },
  detail: {
    method: 'GET',
    path: `${base}/product/detail/:id`,
    permission: 'visitor',
    summary: '商品详情',
    params,
    /** For the SKU sheet of a list: without details and parameters, and not counted as a view. */
    query: t.Object({ brief: t.Optional(t.Boolean({ title: '只要规格和价格' })) }),
    response: WindowDetail,
  },
  freight: {
    method: 'GET',
    path: `${base}/product/freight/:id`,
    permission: 'visitor',
    summary: '一件商品的运费；不填地区时按默认收货地址',
    params,
    query: FreightQuery,
    response: WindowFreight,
    errors: [404],
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
        t.OneOfNumbers(replyKinds, { title: '评论类型', description: '0 全部，1 好评，2 中评，3 差评，4 有图' }),
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
      picCount: t.Integer({ title: '有图评论数' }),
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
