import { banner, scene } from './art.ts'
import { BARE, CARD, goods, slides, type Template } from './template.ts'

export const festival: Template = {
  key: 'festival',
  title: '节日会场',
  type: 2,
  settings: { pageTitle: '节日会场', pageColorPicker: '#fbe4df', titleBgColor: '#fbe4df' },
  pictures: {
    hero: banner('节日会场', 'red', ['lantern', 'gift', 'ticket']),
    coupon: scene('领券', 'gold', 'ticket', 360, 240),
    team: scene('拼团', 'red', 'gift', 360, 240),
    bargain: scene('砍价', 'gold', 'star', 360, 240),
  },
  parts: (image) => [
    slides([image('hero')], ['/pages/activity/goods_seckill/index'], 200),
    [
      'newsTicker',
      { items: [{ text: '会场优惠可与优惠券一起用，先领券再下单', link: '/pages/users/user_get_coupon/index' }] },
      CARD,
    ],
    ['coupons', { style: 4, count: 3 }, CARD],
    [
      'imageCube',
      {
        grid: 'three',
        cells: [
          { image: image('coupon'), link: '/pages/users/user_get_coupon/index' },
          { image: image('team'), link: '/pages/activity/goods_combination/index' },
          { image: image('bargain'), link: '/pages/activity/goods_bargain/index' },
        ],
        space: 8,
        radius: 12,
      },
      BARE,
    ],
    ['seckill', { title: '整点抢购' }, CARD],
    ['combination', { title: '一起更便宜', style: 2 }, CARD],
    ['bargain', { title: '好友帮砍', style: 4 }, CARD],
    ...goods(['会场热卖', ''], { source: 'bestseller', count: 12 }),
  ],
}
