import type { RefKind } from '../fields.ts'

// The only place that knows what a link says. A link is a text: a path of the mini-program, an address, or an act such as `tel:`.

/** A link to an object of the shop. */
type Target = {
  path: string
  key: string
  h5: (id: string) => string
  ref?: RefKind
  /** Ids are digits, but for numbers of orders. */
  id?: RegExp
}

const targets = {
  page: {
    path: '/pages/activity/small_page/index',
    key: 'id',
    h5: (id) => `/page/${id}`,
    ref: 'page',
  },
  product: {
    path: '/pages/goods/goods_details/index',
    key: 'id',
    h5: (id) => `/goods/${id}`,
    ref: 'product',
  },
  category: {
    path: '/pages/goods/goods_list/index',
    key: 'cid',
    h5: (id) => `/list?cid=${id}`,
    ref: 'category',
  },
  seckill: {
    path: '/pages/activity/goods_seckill_details/index',
    key: 'id',
    h5: (id) => `/seckill/${id}`,
    ref: 'seckill',
  },
  bargain: {
    path: '/pages/activity/goods_bargain_details/index',
    key: 'id',
    h5: (id) => `/bargain/${id}`,
    ref: 'bargain',
  },
  combination: {
    path: '/pages/activity/goods_combination_details/index',
    key: 'id',
    h5: (id) => `/combination/${id}`,
    ref: 'combination',
  },
  coupon: {
    path: '/pages/users/user_get_coupon/index',
    key: 'couponId',
    h5: (id) => `/coupons?couponId=${id}`,
    ref: 'coupon',
  },
  article: {
    path: '/pages/news/news_details/index',
    key: 'id',
    h5: (id) => `/article/${id}`,
    ref: 'article',
  },
  articleCategory: {
    path: '/pages/news/news_list/index',
    key: 'cid',
    h5: (id) => `/articles/${id}`,
    ref: 'articleCategory',
  },
  order: {
    path: '/pages/goods/order_details/index',
    key: 'orderNo',
    h5: (id) => `/order/${id}`,
    id: /^[\dA-Z]{1,32}$/,
  },
  refund: { path: '/pages/goods/refund_details/index', key: 'id', h5: (id) => `/refund/${id}` },
  team: { path: '/pages/activity/goods_combination_status/index', key: 'id', h5: (id) => `/team/${id}` },
} as const satisfies Record<string, Target>
export type TargetKind = keyof typeof targets

/** The pages of the shop that links lead to, with their route in the storefront; how they are called says `link-words.ts`. */
export const shopPaths = {
  '/pages/index/index': '',
  '/pages/goods_cate/goods_cate': '/category',
  '/pages/order_addcart/order_addcart': '/cart',
  '/pages/user/index': '/user',
  '/pages/goods/goods_list/index': '/list',
  '/pages/goods/goods_search/index': '/search',
  '/pages/activity/promotionList/index?type=1': '/list?flag=isBest',
  '/pages/activity/promotionList/index?type=2': '/list?flag=isHot',
  '/pages/activity/promotionList/index?type=3': '/list?flag=isNew',
  '/pages/activity/promotionList/index?type=4': '/list?flag=isBenefit',
  '/pages/activity/promotionList/index?type=5': '/list?flag=isGood',
  '/pages/news/news_list/index': '/articles',
  '/pages/users/order_list/index': '/orders',
  '/pages/users/user_return_list/index': '/refunds',
  '/pages/users/user_info/index': '/profile',
  '/pages/users/user_message/index': '/messages',
  '/pages/users/user_money/index': '/balance',
  '/pages/users/user_payment/index': '/recharge',
  '/pages/users/user_address_list/index': '/addresses',
  '/pages/users/user_goods_collection/index': '/favourites',
  '/pages/users/user_sgin/index': '/sign',
  '/pages/users/user_integral/index': '/points',
  '/pages/users/user_coupon/index': '/coupons/mine',
  '/pages/users/kefu/index': '/service',
  '/pages/infos/user_vip/index': '/vip',
  '/pages/users/user_get_coupon/index': '/coupons',
  '/pages/activity/goods_seckill/index': '/seckill',
  '/pages/activity/goods_bargain/index': '/bargain',
  '/pages/activity/bargain/index': '/bargain/mine',
  '/pages/activity/goods_combination/index': '/combination',
  '/pages/promoter/user_spread_user/index': '/promoter',
  '/pages/promoter/user_spread_code/index': '/promoter/poster',
  '/pages/promoter/promoter-list/index': '/promoter/people',
  '/pages/promoter/promoter-order/index': '/promoter/orders',
  '/pages/promoter/commission_rank/index': '/promoter/rank',
  '/pages/promoter/promoter_rank/index': '/promoter/rank',
  '/pages/promoter/user_spread_money/index?type=2': '/promoter/records',
  '/pages/promoter/user_spread_money/index?type=1': '/promoter/records?type=1',
  '/pages/users/user_cash/index': '/promoter/cash',
} as const
export type ShopPath = keyof typeof shopPaths

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

const byPath = new Map<string, string>(Object.entries(shopPaths).map(([path, h5]) => [path, `/h5${h5}`]))
const targetList = Object.entries(targets) as [TargetKind, Target][]
/** Whether a link leads to an object. */
export const isTarget = (link: Link): link is Extract<Link, { kind: TargetKind }> => link.kind in targets

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
      return byPath.get(link.path)
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
  const h5 = query && byPath.get(page)
  return h5 ? `${h5}?${query}` : undefined
}

/** What kind of object a kind of link names. */
export const refKindOf = (kind: TargetKind): RefKind | undefined => (targets[kind] as Target).ref
export const targetKinds = Object.keys(targets) as TargetKind[]

/** The object of the shop that a link names. */
export function refOf(text: string): { kind: RefKind; id: number } | undefined {
  const link = parseLink(text)
  if (link?.kind === 'bargainSession') return { kind: 'bargain', id: Number(link.id) }
  const ref = link && isTarget(link) ? refKindOf(link.kind) : undefined
  return ref && link && 'id' in link ? { kind: ref, id: Number(link.id) } : undefined
}
