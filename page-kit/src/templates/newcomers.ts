import { banner, scene } from './art.ts'
import { CARD, goods, slides, type Template } from './template.ts'

export const newcomers: Template = {
  key: 'newcomers',
  title: '新人礼',
  type: 2,
  settings: { pageTitle: '新人礼', pageColorPicker: '#fdf1e6', titleBgColor: '#fdf1e6' },
  pictures: {
    hero: banner('第一单，我们请', 'gold', ['gift', 'ticket', 'star']),
    take: scene('先领券', 'red', 'ticket', 360, 360),
    choose: scene('再挑好物', 'gold', 'bag', 360, 360),
    receive: scene('安心收货', 'green', 'gift', 360, 360),
  },
  parts: (image) => [
    slides([image('hero')], ['/pages/users/user_get_coupon/index'], 180),
    ['coupons', { style: 4, count: 3 }, CARD],
    [
      'imageText',
      {
        items: [
          { image: image('take'), title: '先领券', text: '登录后领取，自动放进「我的优惠券」' },
          { image: image('choose'), title: '再挑好物', text: '下单时自动选用最划算的一张' },
          { image: image('receive'), title: '安心收货', text: '七天内不满意，可以申请退换' },
        ],
      },
      { radius: 12, gap: 8 },
    ],
    ...goods(['新人都在买', ''], { source: 'bestseller', count: 10 }),
    [
      'listNav',
      {
        items: [
          { title: '每日签到领积分', link: '/pages/users/user_sgin/index' },
          { title: '联系客服', link: '/pages/users/kefu/index' },
        ],
      },
      CARD,
    ],
  ],
}
