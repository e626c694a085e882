import type { ComponentType } from 'react'

export type ScreenEntry = {
  /** Below /h5; `:name` is a parameter, `?` behind it leaves it out. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** Only for a buyer who has signed in: others are led to the sign-in, and back. */
  isOwn?: true
}

/** All screens, each with its address. A new one is a folder in `screens/` and a line here. */
export const screens: readonly ScreenEntry[] = [
  { path: '/', load: () => import('../screens/home/home.screen.tsx') },
  { path: '/page/:id', load: () => import('../screens/home/home.screen.tsx') },
  { path: '/category', load: () => import('../screens/category/category.screen.tsx') },
  { path: '/list', load: () => import('../screens/list/list.screen.tsx') },
  { path: '/search', load: () => import('../screens/search/search.screen.tsx') },
  { path: '/user', load: () => import('../screens/user/user.screen.tsx') },
  { path: '/goods/:id', load: () => import('../screens/goods/goods.screen.tsx') },
  { path: '/seckill', load: () => import('../screens/seckill/seckill.screen.tsx') },
  { path: '/seckill/:id', load: () => import('../screens/seckill-goods/seckill-goods.screen.tsx') },
  { path: '/bargain', load: () => import('../screens/bargain/bargain.screen.tsx') },
  { path: '/bargain/mine', isOwn: true, load: () => import('../screens/bargain-mine/bargain-mine.screen.tsx') },
  { path: '/bargain/:id', load: () => import('../screens/bargain-goods/bargain-goods.screen.tsx') },
  { path: '/combination', load: () => import('../screens/combination/combination.screen.tsx') },
  { path: '/combination/:id', load: () => import('../screens/combination-goods/combination-goods.screen.tsx') },
  { path: '/team/:id', load: () => import('../screens/team/team.screen.tsx') },
  { path: '/goods/:id/replies', load: () => import('../screens/replies/replies.screen.tsx') },
  { path: '/cart', isOwn: true, load: () => import('../screens/cart/cart.screen.tsx') },
  { path: '/checkout/:preOrderNo', isOwn: true, load: () => import('../screens/checkout/checkout.screen.tsx') },
  { path: '/pay/:no', isOwn: true, load: () => import('../screens/pay/pay.screen.tsx') },
  { path: '/pay/:no/result', isOwn: true, load: () => import('../screens/pay/result.screen.tsx') },
  { path: '/orders', isOwn: true, load: () => import('../screens/orders/orders.screen.tsx') },
  { path: '/order/:orderNo', isOwn: true, load: () => import('../screens/order/order.screen.tsx') },
  { path: '/order/:orderNo/refund', isOwn: true, load: () => import('../screens/refund-ask/refund-ask.screen.tsx') },
  { path: '/order/:orderNo/express', isOwn: true, load: () => import('../screens/express/express.screen.tsx') },
  { path: '/order/:orderNo/review', isOwn: true, load: () => import('../screens/review/review.screen.tsx') },
  { path: '/order/:orderNo/invoice', isOwn: true, load: () => import('../screens/invoice/invoice.screen.tsx') },
  { path: '/refunds', isOwn: true, load: () => import('../screens/refunds/refunds.screen.tsx') },
  { path: '/refund/:id', isOwn: true, load: () => import('../screens/refund/refund.screen.tsx') },
  { path: '/addresses', isOwn: true, load: () => import('../screens/addresses/addresses.screen.tsx') },
  { path: '/address/:id?', isOwn: true, load: () => import('../screens/address/address.screen.tsx') },
  { path: '/messages', isOwn: true, load: () => import('../screens/messages/messages.screen.tsx') },
  { path: '/profile', isOwn: true, load: () => import('../screens/profile/profile.screen.tsx') },
  { path: '/favourites', isOwn: true, load: () => import('../screens/favourites/favourites.screen.tsx') },
  { path: '/coupons', load: () => import('../screens/coupons/coupons.screen.tsx') },
  { path: '/coupons/mine', isOwn: true, load: () => import('../screens/coupons/mine.screen.tsx') },
  { path: '/points', isOwn: true, load: () => import('../screens/points/points.screen.tsx') },
  { path: '/sign', isOwn: true, load: () => import('../screens/sign/sign.screen.tsx') },
  { path: '/balance', isOwn: true, load: () => import('../screens/balance/balance.screen.tsx') },
  { path: '/recharge', isOwn: true, load: () => import('../screens/recharge/recharge.screen.tsx') },
  { path: '/vip', isOwn: true, load: () => import('../screens/vip/vip.screen.tsx') },
  { path: '/promoter', isOwn: true, load: () => import('../screens/promoter/promoter.screen.tsx') },
  { path: '/promoter/people', isOwn: true, load: () => import('../screens/promoter/people.screen.tsx') },
  { path: '/promoter/orders', isOwn: true, load: () => import('../screens/promoter/orders.screen.tsx') },
  { path: '/promoter/rank', isOwn: true, load: () => import('../screens/promoter/rank.screen.tsx') },
  { path: '/promoter/records', isOwn: true, load: () => import('../screens/promoter/records.screen.tsx') },
  { path: '/promoter/cash', isOwn: true, load: () => import('../screens/promoter/cash.screen.tsx') },
  { path: '/promoter/poster', isOwn: true, load: () => import('../screens/promoter/poster.screen.tsx') },
  { path: '/staff', isOwn: true, load: () => import('../screens/staff/staff.screen.tsx') },
  { path: '/live', load: () => import('../screens/live/live.screen.tsx') },
  { path: '/stores', load: () => import('../screens/stores/stores.screen.tsx') },
  { path: '/service', load: () => import('../screens/service/service.screen.tsx') },
  { path: '/articles/:cid?', load: () => import('../screens/articles/articles.screen.tsx') },
  { path: '/article/:id', load: () => import('../screens/article/article.screen.tsx') },
  { path: '/agreement/:key', load: () => import('../screens/agreement/agreement.screen.tsx') },
  { path: '/web', load: () => import('../screens/web/web.screen.tsx') },
  { path: '/login', load: () => import('../screens/login/login.screen.tsx') },
]

export const lost: ScreenEntry['load'] = () => import('../screens/lost/lost.screen.tsx')
