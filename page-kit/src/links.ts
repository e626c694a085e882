import type { RefKind } from './fields.ts'

// The only place that knows what a link says. A link is a text: a path of the mini-program, an address, or an act such as `tel:`.

/** A link to an object of the shop. */
type Target = {
  title: string
  path: string
  key: string
  h5: (id: string) => string
  ref?: RefKind
  /** Ids are digits, but for numbers of orders. */
  id?: RegExp
}

const targets = {
  page: {
    title: '微页面',
    path: '/pages/activity/small_page/index',
    key: 'id',
    h5: (id) => `/page/${id}`,
    ref: 'page',
  },
  product: {
    title: '商品',
    path: '/pages/goods/goods_details/index',
    key: 'id',
    h5: (id) => `/goods/${id}`,
    ref: 'product',
  },
  category: {
    title: '商品分类',
    path: '/pages/goods/goods_list/index',
    key: 'cid',
    h5: (id) => `/list?cid=${id}`,
    ref: 'category',
  },
  seckill: {
    title: '秒杀商品',
    path: '/pages/activity/goods_seckill_details/index',
    key: 'id',
    h5: (id) => `/seckill/${id}`,
    ref: 'seckill',
  },
  bargain: {
    title: '砍价商品',
    path: '/pages/activity/goods_bargain_details/index',
    key: 'id',
    h5: (id) => `/bargain/${id}`,
    ref: 'bargain',
  },
  combination: {
    title: '拼团商品',
    path: '/pages/activity/goods_combination_details/index',
    key: 'id',
    h5: (id) => `/combination/${id}`,
    ref: 'combination',
  },
  coupon: {
    title: '优惠券',
    path: '/pages/users/user_get_coupon/index',
    key: 'couponId',
    h5: (id) => `/coupons?couponId=${id}`,
    ref: 'coupon',
  },
  article: {
    title: '文章',
    path: '/pages/news/news_details/index',
    key: 'id',
    h5: (id) => `/article/${id}`,
    ref: 'article',
  },
  articleCategory: {
    title: '文章分类',
    path: '/pages/news/news_list/index',
    key: 'cid',
    h5: (id) => `/articles/${id}`,
    ref: 'articleCategory',
  },
  order: {
    title: '订单',
    path: '/pages/goods/order_details/index',
    key: 'orderNo',
    h5: (id) => `/order/${id}`,
    id: /^[\dA-Z]{1,32}$/,
  },
  refund: { title: '售后', path: '/pages/goods/refund_details/index', key: 'id', h5: (id) => `/refund/${id}` },
  team: { title: '团', path: '/pages/activity/goods_combination_status/index', key: 'id', h5: (id) => `/team/${id}` },
} as const satisfies Record<string, Target>
type TargetKind = keyof typeof targets

/** The pages of the shop that links lead to, as the picker lists them, with their route in the storefront. */
export const shopPages: readonly {
  title: string
  path: string
  h5: string
  group: 'shop' | 'marketing' | 'promoter'
}[] = [
  ...of('shop', [
    ['首页', '/pages/index/index', ''],
    ['商品分类', '/pages/goods_cate/goods_cate', '/category'],
    ['购物车', '/pages/order_addcart/order_addcart', '/cart'],
    ['我的', '/pages/user/index', '/user'],
    ['全部商品', '/pages/goods/goods_list/index', '/list'],
    ['商品搜索', '/pages/goods/goods_search/index', '/search'],
    ['精品推荐', '/pages/activity/promotionList/index?type=1', '/list?flag=isBest'],
    ['热门榜单', '/pages/activity/promotionList/index?type=2', '/list?flag=isHot'],
    ['首发新品', '/pages/activity/promotionList/index?type=3', '/list?flag=isNew'],
    ['促销单品', '/pages/activity/promotionList/index?type=4', '/list?flag=isBenefit'],
    ['优品推荐', '/pages/activity/promotionList/index?type=5', '/list?flag=isGood'],
    ['文章列表', '/pages/news/news_list/index', '/articles'],
    ['我的订单', '/pages/users/order_list/index', '/orders'],
    ['退换售后', '/pages/users/user_return_list/index', '/refunds'],
    ['个人资料', '/pages/users/user_info/index', '/profile'],
    ['我的消息', '/pages/users/user_message/index', '/messages'],
    ['我的余额', '/pages/users/user_money/index', '/balance'],
    ['余额充值', '/pages/users/user_payment/index', '/recharge'],
    ['收货地址', '/pages/users/user_address_list/index', '/addresses'],
    ['我的收藏', '/pages/users/user_goods_collection/index', '/favourites'],
    ['每日签到', '/pages/users/user_sgin/index', '/sign'],
    ['我的积分', '/pages/users/user_integral/index', '/points'],
    ['我的优惠券', '/pages/users/user_coupon/index', '/coupons/mine'],
    ['联系客服', '/pages/users/kefu/index', '/service'],
    ['会员中心', '/pages/infos/user_vip/index', '/vip'],
  ]),
  ...of('marketing', [
    ['领券中心', '/pages/users/user_get_coupon/index', '/coupons'],
    ['秒杀频道', '/pages/activity/goods_seckill/index', '/seckill'],
    ['砍价频道', '/pages/activity/goods_bargain/index', '/bargain'],
    ['我的砍价', '/pages/activity/bargain/index', '/bargain/mine'],
    ['拼团频道', '/pages/activity/goods_combination/index', '/combination'],
  ]),
  ...of('promoter', [
    ['我的推广', '/pages/promoter/user_spread_user/index', '/promoter'],
    ['推广海报', '/pages/promoter/user_spread_code/index', '/promoter/poster'],
    ['推广人', '/pages/promoter/promoter-list/index', '/promoter/people'],
    ['推广订单', '/pages/promoter/promoter-order/index', '/promoter/orders'],
    ['佣金排行', '/pages/promoter/commission_rank/index', '/promoter/rank'],
    ['推广排行', '/pages/promoter/promoter_rank/index', '/promoter/rank'],
    ['佣金记录', '/pages/promoter/user_spread_money/index?type=2', '/promoter/records'],
    ['提现记录', '/pages/promoter/user_spread_money/index?type=1', '/promoter/records?type=1'],
    ['提现', '/pages/users/user_cash/index', '/promoter/cash'],
  ]),
]

function of<Group extends string>(group: Group, rows: readonly (readonly [string, string, string])[]) {
  return rows.map(([title, path, h5]) => ({ title, path, h5: `/h5${h5}`, group }))
}

/** The kinds of objects that links are made to, as the picker lists them. */
export const pickedKinds: readonly { kind: RefKind; title: string }[] = [
  ...Object.values<Target>(targets).flatMap(({ ref, title }) => (ref ? [{ kind: ref, title }] : [])),
  { kind: 'live', title: '直播间' },
]

export type Link =
  | { kind: 'shop'; path: string }
  | { kind: TargetKind; id: string }
  | { kind: 'bargainSession'; id: string; bargainUserId: string }
  /** A room of the mini-program, by WeChat's number. */
  | { kind: 'live'; id: string }
  /** A broadcast of a 视频号. */
  | { kind: 'channels'; finder: string; feedId: string }
  | { kind: 'mini'; appid: string; path: string }
  | { kind: 'web'; url: string }
  | { kind: 'tel'; phone: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'service' }
  | { kind: 'top' }
  | { kind: 'scan' }
  /** A path that we know nothing of. */
  | { kind: 'custom'; path: string }

const LIVE = 'plugin-private://wx2b03c6e691cd7370/pages/live-player-plugin?room_id='
const CHANNELS = /^channels:\/\/(sph[\w-]{3,61})(?:\/([\w/+=-]{1,128}))?$/
const ID = /^[1-9]\d{0,15}$/
const OLD_PRODUCT = '/pages/goods_details/index'
/** Printable, without what ends an attribute; a second slash would lead to another host. */
const PATH = /^\/(?![/\\])[^\s"'<>\\`]*$/
const WEB = /^https?:\/\/[^\s"'<>\\`/?#@]+(?:[/?#][^\s"'<>\\`]*)?$/i

/** What a link leads to; undefined for what is none, such as `javascript:`, and for ''. */
export function parseLink(text: string): Link | undefined {
  if (text.length > 512) return undefined
  if (text.startsWith(LIVE)) return idOr(text.slice(LIVE.length), (id) => ({ kind: 'live', id }))
  const [, finder, feedId = ''] = CHANNELS.exec(text) ?? []
  if (finder) return { kind: 'channels', finder, feedId }
  const [, appid, miniPath = ''] = /^mp:\/\/(wx[\da-f]{16})\/([^\s"'<>\\`]*)$/.exec(text) ?? []
  if (appid) return { kind: 'mini', appid, path: miniPath }
  if (WEB.test(text)) return { kind: 'web', url: text }
  const [, phone] = /^tel:([+\d][\d-]{2,19})$/.exec(text) ?? []
  if (phone) return { kind: 'tel', phone }
  const [, anchor] = /^#([^\s"'<>\\`#]{1,20})$/.exec(text) ?? []
  if (anchor) return { kind: 'anchor', anchor }
  if (text === 'kefu:') return { kind: 'service' }
  if (text === 'top:') return { kind: 'top' }
  if (text === 'scan:') return { kind: 'scan' }
  return PATH.test(text) ? parsePath(text) : undefined
}

const idOr = (id: string, link: (id: string) => Link): Link | undefined => (ID.test(id) ? link(id) : undefined)

function parsePath(text: string): Link {
  if (byPath.has(text)) return { kind: 'shop', path: text }
  const [path = '', query = ''] = text.split('?', 2)
  const values = new Map(query.split('&').map((part) => part.split('=', 2) as [string, string]))
  const [id = '', bargainUserId] = [values.get('id'), values.get('bargainUserId')]
  const isSession = path === targets.bargain.path && values.size === 2
  if (isSession && ID.test(id) && bargainUserId && ID.test(bargainUserId))
    return { kind: 'bargainSession', id, bargainUserId }
  for (const [kind, target] of targetList) {
    const given = values.get(target.key) ?? ''
    const isPath = path === target.path || (kind === 'product' && path === OLD_PRODUCT)
    if (isPath && values.size === 1 && (target.id ?? ID).test(given)) return { kind, id: given }
  }
  return { kind: 'custom', path: text }
}

const byPath = new Map(shopPages.map((page) => [page.path, page]))
const targetList = Object.entries(targets) as [TargetKind, Target][]
const isTarget = (link: Link): link is Extract<Link, { kind: TargetKind }> => link.kind in targets

/** The text of a link. */
export function formatLink(link: Link): string {
  if (isTarget(link)) return `${targets[link.kind].path}?${targets[link.kind].key}=${link.id}`
  switch (link.kind) {
    case 'bargainSession':
      return `${targets.bargain.path}?id=${link.id}&bargainUserId=${link.bargainUserId}`
    case 'live':
      return `${LIVE}${link.id}`
    case 'channels':
      return `channels://${link.finder}${link.feedId && `/${link.feedId}`}`
    case 'mini':
      return `mp://${link.appid}/${link.path}`
    case 'web':
      return link.url
    case 'tel':
      return `tel:${link.phone}`
    case 'anchor':
      return `#${link.anchor}`
    case 'service':
      return 'kefu:'
    case 'top':
    case 'scan':
      return `${link.kind}:`
    default:
      return link.path
  }
}

/** The route of the storefront that a link leads to; undefined for acts, and for what only the mini-program shows. */
export function toH5(text: string): string | undefined {
  const link = parseLink(text)
  if (!link) return undefined
  if (isTarget(link)) return `/h5${(targets[link.kind] as Target).h5(link.id)}`
  switch (link.kind) {
    case 'shop':
      return byPath.get(link.path)?.h5
    case 'bargainSession':
      return `/h5/bargain/${link.id}?bargainUserId=${link.bargainUserId}`
    case 'web':
      return `/h5/web?url=${encodeURIComponent(link.url)}`
    case 'live':
    case 'channels':
      return '/h5/live'
    case 'service':
      return '/h5/service'
    case 'custom':
      return /^\/h5(?:[/?]|$)/.test(link.path) ? link.path : pageWith(link.path)
    default:
      return undefined
  }
}

/** A page of the shop with more in its address than is listed, as the orders of one state. */
function pageWith(path: string): string | undefined {
  const [page = '', query] = path.split('?', 2)
  const h5 = query && byPath.get(page)?.h5
  return h5 ? `${h5}?${query}` : undefined
}

/** The object of the shop that a link names. */
export function refOf(text: string): { kind: RefKind; id: number } | undefined {
  const link = parseLink(text)
  if (link?.kind === 'bargainSession') return { kind: 'bargain', id: Number(link.id) }
  const ref = link && isTarget(link) ? (targets[link.kind] as Target).ref : undefined
  return ref && link && 'id' in link ? { kind: ref, id: Number(link.id) } : undefined
}

const kindTitles: Record<Exclude<Link['kind'], TargetKind>, string> = {
  shop: '商城页面',
  bargainSession: '砍价单',
  live: '直播间',
  channels: '视频号直播',
  mini: '其他小程序',
  web: '外部链接',
  tel: '电话',
  anchor: '锚点',
  service: '客服',
  top: '返回顶部',
  scan: '扫一扫',
  custom: '自定义',
}
export const groupTitles = { shop: '商城页面', marketing: '营销页面', promoter: '分销页面' }

/** A link in words: 商品 · 夏季连衣裙. @param nameOf the name of an object, where it is known */
export function describeLink(
  text: string,
  nameOf: (kind: RefKind, id: number) => string | undefined = () => undefined,
): string {
  const link = parseLink(text)
  if (!link) return text ? `自定义 · ${text}` : ''
  const ref = refOf(text)
  if (isTarget(link)) return `${targets[link.kind].title} · ${(ref && nameOf(ref.kind, ref.id)) ?? link.id}`
  const title = kindTitles[link.kind]
  switch (link.kind) {
    case 'shop': {
      const page = byPath.get(link.path)
      return page ? `${groupTitles[page.group]} · ${page.title}` : title
    }
    case 'service':
    case 'top':
    case 'scan':
      return title
    case 'live':
      return `${title} · ${link.id}`
    case 'channels':
      return `${title} · ${link.finder}`
    default:
      return `${title} · ${formatLink(link).replace(/^tel:|^mp:\/\//, '')}`
  }
}
