import { banner, mark, scene } from './art.ts'
import { BARE, CARD, goods, marks, place, slides, type Template } from './template.ts'

export const beauty: Template = {
  key: 'beauty',
  title: '美妆',
  type: 2,
  settings: place({ pageTitle: '首页', pageColorPicker: '#fbf5f7' }),
  pictures: {
    skin: banner('秋冬护肤，先补水', 'pink', ['cream', 'bottle', 'lipstick']),
    colour: banner('今年流行的颜色', 'violet', ['lipstick', 'cream', 'bottle'], true),
    care: scene('护肤', 'pink', 'bottle', 360, 360),
    makeup: scene('彩妆', 'violet', 'lipstick', 360, 360),
    gift: scene('礼盒', 'gold', 'gift', 360, 360),
    护肤: mark('护肤', 'pink', 'bottle'),
    面霜: mark('面霜', 'gold', 'cream'),
    彩妆: mark('彩妆', 'violet', 'lipstick'),
    礼盒: mark('礼盒', 'pink', 'gift'),
  },
  parts: (image) => [
    ['searchBar', { bg: ['#fbf5f7', '#fbf5f7'], placeholder: '搜成分、功效、品牌' }],
    slides([image('skin'), image('colour')], ['/pages/goods/goods_list/index', '/pages/goods/goods_list/index'], 180),
    marks(image, ['护肤', '面霜', '彩妆', '礼盒'], 4),
    ['coupons', { style: 3, count: 4 }, CARD],
    [
      'imageCube',
      {
        grid: 'three',
        cells: ['care', 'makeup', 'gift'].map((name) => ({ image: image(name), link: '/pages/goods_cate/goods_cate' })),
        space: 8,
        radius: 12,
      },
      BARE,
    ],
    ['memberCard', { title: '会员专属礼遇' }, { gap: 8 }],
    ...goods(['口碑之选', '回头客最多'], { source: 'bestseller', count: 6 }, 'three'),
    ...goods(['新品尝鲜', ''], { source: 'newest', count: 10 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
