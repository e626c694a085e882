import { banner } from './art.ts'
import { BARE, CARD, place, type Template } from './template.ts'

export const userCards: Template = {
  key: 'userCards',
  title: '个人中心-卡片',
  type: 4,
  settings: place({ pageTitle: '我的', pageColorPicker: '#f4f5f7' }),
  pictures: { sign: banner('每日签到领积分', 'gold', ['star', 'gift', 'ticket']) },
  parts: (image) => [
    ['userCard', { style: 3 }],
    ['userAssets', { show: ['balance', 'points', 'coupons', 'favourites', 'commission'] }, CARD],
    ['userOrders', {}, CARD],
    [
      'userBanner',
      { slides: [{ image: image('sign'), link: '/pages/users/user_sgin/index' }], height: 120, radius: 12 },
      BARE,
    ],
    ['userServices', { layout: 'list', title: '' }, CARD],
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
