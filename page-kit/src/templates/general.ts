import { banner, mark, scene } from './art.ts'
import { BARE, CARD, goods, marks, place, slides, type Template } from './template.ts'

const names = ['咖啡', '茶叶', '生鲜', '灯具', '厨房', '数码', '美妆', '家居', '服饰', '礼物']

export const general: Template = {
  key: 'general',
  title: '综合商城',
  type: 2,
  settings: place({ pageTitle: '首页', pageColorPicker: '#f4f5f7' }),
  pictures: {
    autumn: banner('秋冬好物上新', 'coffee', ['cup', 'bag', 'lamp']),
    fresh: banner('时令生鲜当日发货', 'green', ['fruit', 'bowl', 'leaf'], true),
    left: scene('每周新品', 'coffee', 'chair', 360, 360),
    top: scene('品质生活', 'green', 'bottle', 360, 172),
    bottom: scene('送礼有面', 'red', 'gift', 360, 172),
    咖啡: mark('咖啡', 'coffee', 'bag'),
    茶叶: mark('茶叶', 'green', 'leaf'),
    生鲜: mark('生鲜', 'red', 'fruit'),
    灯具: mark('灯具', 'coffee', 'lamp'),
    厨房: mark('厨房', 'red', 'bowl'),
    数码: mark('数码', 'green', 'headset'),
    美妆: mark('美妆', 'red', 'lipstick'),
    家居: mark('家居', 'coffee', 'chair'),
    服饰: mark('服饰', 'green', 'shirt'),
    礼物: mark('礼物', 'red', 'gift'),
  },
  parts: (image) => [
    ['searchBar', { bg: ['#f4f5f7', '#f4f5f7'], placeholder: '搜一搜想要的好物' }],
    slides([image('autumn'), image('fresh')], ['/pages/goods/goods_list/index', '/pages/goods/goods_list/index']),
    marks(image, names),
    ['coupons', {}, CARD],
    ['seckill', {}, CARD],
    [
      'imageCube',
      {
        grid: 'leftRight',
        cells: ['left', 'top', 'bottom'].map((name) => ({ image: image(name), link: '/pages/goods/goods_list/index' })),
        space: 8,
        radius: 12,
      },
      BARE,
    ],
    ['combination', { style: 3, count: 3, button: false }, CARD],
    ...goods(['为你挑的', '近30天卖得最好'], { source: 'bestseller', count: 10 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
