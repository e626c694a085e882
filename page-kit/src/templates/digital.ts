import { banner, mark, scene } from './art.ts'
import { BARE, CARD, goods, marks, place, slides, type Template } from './template.ts'

export const digital: Template = {
  key: 'digital',
  title: '数码',
  type: 2,
  settings: place({ pageTitle: '首页', pageColorPicker: '#f1f4f8' }),
  pictures: {
    sound: banner('安静下来听', 'blue', ['headset', 'phone', 'watch']),
    desk: banner('好用的桌面', 'ink', ['lamp', 'phone', 'headset'], true),
    listen: scene('影音', 'blue', 'headset', 480, 240),
    wear: scene('穿戴', 'ink', 'watch', 480, 240),
    手机: mark('手机', 'blue', 'phone'),
    耳机: mark('耳机', 'ink', 'headset'),
    手表: mark('手表', 'blue', 'watch'),
    灯具: mark('灯具', 'gold', 'lamp'),
    配件: mark('配件', 'ink', 'bag'),
  },
  parts: (image) => [
    ['searchBar', { bg: ['#f1f4f8', '#f1f4f8'], placeholder: '搜型号、功能' }],
    slides([image('sound'), image('desk')], ['/pages/goods/goods_list/index', '/pages/goods/goods_list/index']),
    marks(image, ['手机', '耳机', '手表', '灯具', '配件']),
    ['seckill', { title: '限时直降' }, CARD],
    [
      'imageCube',
      {
        grid: 'two',
        cells: ['listen', 'wear'].map((name) => ({ image: image(name), link: '/pages/goods_cate/goods_cate' })),
        space: 8,
        radius: 12,
      },
      BARE,
    ],
    ...goods(['热门榜单', '按销量排'], { source: 'bestseller', count: 5 }, 'row'),
    ...goods(['新品首发', ''], { source: 'newest', count: 8 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
