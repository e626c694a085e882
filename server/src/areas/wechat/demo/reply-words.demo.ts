import type { ReplyDraft } from '@zhanggui/contract/wechat/wechat-reply.ts'
import type { MenuItem, WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'

type Piece = Pick<ReplyDraft, 'keywords' | 'match' | 'type' | 'data'> & {
  /** How often it answered in the last seven days. */
  week: number
  off?: true
}

const link = (site: string, path: string, words: string) => `<a href="${site}/h5${path}">${words}</a>`
const text = (keywords: string[], week: number, content: string, match: 1 | 2 = 2): Piece => ({
  keywords,
  match,
  type: 'text',
  data: { content },
  week,
})

const poster = (mediaId: string): Piece => ({
  keywords: ['双十一'],
  match: 2,
  type: 'image',
  data: { mediaId },
  week: 0,
  off: true,
})

/** What the account of the demo shop answers. @param image material of a picture; '' for none */
export const demoReplies = (site: string, image: string): Piece[] => [
  text(
    ['subscribe'],
    0,
    `欢迎来到掌柜好物，新客领 ${link(site, '/coupons', '5元无门槛券')}。\n回复「优惠」看本周的券，回复「人工」找客服。`,
  ),
  text(['default'], 0, `没看懂您的意思，试试回复「发货」「退款」「优惠」，或回复「人工」找客服。`),
  text(
    ['退货', '退款', '怎么退'],
    318,
    `七天无理由，没拆封就能退，运费险已经替您买好。\n在 ${link(site, '/orders', '我的订单')} 里点「申请售后」，快递会上门取。\n收到货坏了，直接发照片来，今天就给您补。`,
  ),
  text(
    ['发货', '什么时候发', '快递'],
    264,
    `16 点前付款的当天发货，在 ${link(site, '/orders', '我的订单')} 里能看到单号。`,
  ),
  text(['发票'], 141, `在 ${link(site, '/orders', '我的订单')} 里打开订单，点「申请发票」，一个工作日内开好。`),
  text(['优惠', '优惠券', '打折'], 203, `本周的券都在 ${link(site, '/coupons', '领券中心')}，先到先得。`),
  text(['门店', '地址', '在哪'], 97, '湖滨店：湖滨路 18 号，每天 9:00–21:00，可以到店自提。'),
  text(['会员', '积分'], 86, `每天 ${link(site, '/sign', '签到')} 有积分，积分下单能抵现金。`),
  text(['秒杀'], 152, `今天的秒杀在 ${link(site, '/seckill', '秒杀频道')}，每两小时一场。`, 1),
  text(['拼团'], 61, `和朋友一起买更便宜：${link(site, '/combination', '拼团频道')}。`, 1),
  { keywords: ['人工', '客服'], match: 2, type: 'service', data: {}, week: 486 },
  ...(image ? [poster(image)] : []),
  text(['营业时间', '几点'], 44, '在线客服 9:00–22:00，门店每天 9:00–21:00。'),
]

/** What nobody has answered yet, and how often it was asked. */
export const demoQuestions: readonly (readonly [string, number])[] = [
  ['能货到付款吗', 74],
  ['有没有低因', 38],
  ['可以开专票吗', 21],
]

/** The menu that fans see, and the draft that goes on from it. */
export function demoMenus(site: string): { published: WechatMenu; draft: WechatMenu } {
  const view = (name: string, path: string) => ({ type: 'view', name, url: `${site}/h5${path}` })
  const shop: MenuItem[] = [
    view('首页', '/'),
    view('今日秒杀', '/seckill'),
    view('领券', '/coupons'),
    view('拼团', '/combination'),
  ]
  const mine = [view('我的订单', '/orders'), view('会员', '/vip')]
  const service = { type: 'click', name: '找客服', key: '人工' }
  return {
    published: { button: [{ name: '逛一逛', sub_button: shop }, { name: '我的', sub_button: mine }, service] },
    draft: {
      button: [
        { name: '逛一逛', sub_button: shop.with(3, { type: 'click', name: '附近门店', key: '门店' }) },
        { name: '我的', sub_button: [...mine, view('积分签到', '/sign')] },
        service,
      ],
    },
  }
}

/** How often the items of the menu were tapped in the last seven days. */
export const demoTaps = (site: string): readonly (readonly [string, string, number])[] => [
  ['VIEW', `${site}/h5/`, 120],
  ['VIEW', `${site}/h5/seckill`, 64],
  ['VIEW', `${site}/h5/coupons`, 43],
  ['VIEW', `${site}/h5/orders`, 71],
  ['CLICK', '人工', 18],
]
