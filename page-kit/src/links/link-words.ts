import type { RefKind } from '../fields.ts'
import {
  formatLink,
  isTarget,
  type Link,
  parseLink,
  refKindOf,
  refOf,
  type ShopPath,
  shopPaths,
  type TargetKind,
  targetKinds,
} from './links.ts'

// How links are called, for staff: phones of buyers load where they lead, not these words.

const targetTitles: Record<TargetKind, string> = {
  page: '微页面',
  product: '商品',
  category: '商品分类',
  seckill: '秒杀商品',
  bargain: '砍价商品',
  combination: '拼团商品',
  coupon: '优惠券',
  article: '文章',
  articleCategory: '文章分类',
  order: '订单',
  refund: '售后',
  team: '团',
}

type Group = 'shop' | 'marketing' | 'promoter'
const pageTitles: Record<ShopPath, readonly [group: Group, title: string]> = {
  '/pages/index/index': ['shop', '首页'],
  '/pages/goods_cate/goods_cate': ['shop', '商品分类'],
  '/pages/order_addcart/order_addcart': ['shop', '购物车'],
  '/pages/user/index': ['shop', '我的'],
  '/pages/goods/goods_list/index': ['shop', '全部商品'],
  '/pages/goods/goods_search/index': ['shop', '商品搜索'],
  '/pages/activity/promotionList/index?type=1': ['shop', '精品推荐'],
  '/pages/activity/promotionList/index?type=2': ['shop', '热门榜单'],
  '/pages/activity/promotionList/index?type=3': ['shop', '首发新品'],
  '/pages/activity/promotionList/index?type=4': ['shop', '促销单品'],
  '/pages/activity/promotionList/index?type=5': ['shop', '优品推荐'],
  '/pages/news/news_list/index': ['shop', '文章列表'],
  '/pages/users/order_list/index': ['shop', '我的订单'],
  '/pages/users/user_return_list/index': ['shop', '退换售后'],
  '/pages/users/user_info/index': ['shop', '个人资料'],
  '/pages/users/user_message/index': ['shop', '我的消息'],
  '/pages/users/user_money/index': ['shop', '我的余额'],
  '/pages/users/user_payment/index': ['shop', '余额充值'],
  '/pages/users/user_address_list/index': ['shop', '收货地址'],
  '/pages/users/user_goods_collection/index': ['shop', '我的收藏'],
  '/pages/users/user_sgin/index': ['shop', '每日签到'],
  '/pages/users/user_integral/index': ['shop', '我的积分'],
  '/pages/users/user_coupon/index': ['shop', '我的优惠券'],
  '/pages/users/kefu/index': ['shop', '联系客服'],
  '/pages/infos/user_vip/index': ['shop', '会员中心'],
  '/pages/users/user_get_coupon/index': ['marketing', '领券中心'],
  '/pages/activity/goods_seckill/index': ['marketing', '秒杀频道'],
  '/pages/activity/goods_bargain/index': ['marketing', '砍价频道'],
  '/pages/activity/bargain/index': ['marketing', '我的砍价'],
  '/pages/activity/goods_combination/index': ['marketing', '拼团频道'],
  '/pages/promoter/user_spread_user/index': ['promoter', '我的推广'],
  '/pages/promoter/user_spread_code/index': ['promoter', '推广海报'],
  '/pages/promoter/promoter-list/index': ['promoter', '推广人'],
  '/pages/promoter/promoter-order/index': ['promoter', '推广订单'],
  '/pages/promoter/commission_rank/index': ['promoter', '佣金排行'],
  '/pages/promoter/promoter_rank/index': ['promoter', '推广排行'],
  '/pages/promoter/user_spread_money/index?type=2': ['promoter', '佣金记录'],
  '/pages/promoter/user_spread_money/index?type=1': ['promoter', '提现记录'],
  '/pages/users/user_cash/index': ['promoter', '提现'],
}

/** The pages of the shop that links lead to, as the picker lists them, with their route in the storefront. */
export const shopPages: readonly { title: string; path: string; h5: string; group: Group }[] = (
  Object.keys(pageTitles) as ShopPath[]
).map((path) => {
  const [group, title] = pageTitles[path]
  return { title, path, h5: `/h5${shopPaths[path]}`, group }
})
const byPath = new Map(shopPages.map((page) => [page.path, page]))

/** The kinds of objects that links are made to, as the picker lists them. */
export const pickedKinds: readonly { kind: RefKind; title: string }[] = [
  ...targetKinds.flatMap((kind) => {
    const ref = refKindOf(kind)
    return ref ? [{ kind: ref, title: targetTitles[kind] }] : []
  }),
  { kind: 'live', title: '直播间' },
]

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
  if (isTarget(link)) return `${targetTitles[link.kind]} · ${(ref && nameOf(ref.kind, ref.id)) ?? link.id}`
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
