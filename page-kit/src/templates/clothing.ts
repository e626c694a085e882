import { banner, mark, scene } from './art.ts'
import { BARE, CARD, goods, marks, place, slides, type Template } from './template.ts'

export const clothing: Template = {
  key: 'clothing',
  title: '服饰',
  type: 2,
  settings: place({ pageTitle: '首页', pageColorPicker: '#f6f4f5' }),
  pictures: {
    season: banner('当季新款', 'pink', ['dress', 'shirt', 'bag']),
    basics: banner('基础款常备', 'ink', ['shirt', 'dress', 'watch'], true),
    women: scene('女装', 'pink', 'dress', 360, 480),
    men: scene('男装', 'ink', 'shirt', 360, 480),
    连衣裙: mark('连衣裙', 'pink', 'dress'),
    上衣: mark('上衣', 'ink', 'shirt'),
    包袋: mark('包袋', 'coffee', 'bag'),
    手表: mark('手表', 'ink', 'watch'),
  },
  parts: (image) => [
    ['searchBar', { bg: ['#f6f4f5', '#f6f4f5'], placeholder: '搜款式、面料、颜色' }],
    slides(
      [image('season'), image('basics')],
      ['/pages/activity/promotionList/index?type=3', '/pages/goods/goods_list/index'],
    ),
    marks(image, ['连衣裙', '上衣', '包袋', '手表'], 4),
    [
      'imageCube',
      {
        grid: 'two',
        cells: ['women', 'men'].map((name) => ({ image: image(name), link: '/pages/goods_cate/goods_cate' })),
        space: 8,
        radius: 12,
      },
      BARE,
    ],
    ['coupons', { style: 2 }, CARD],
    ...goods(['刚刚上架', '每周三上新'], { source: 'newest', count: 6 }, 'slide'),
    ...goods(['大家都在穿', ''], { source: 'bestseller', count: 12 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
