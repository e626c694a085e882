import { banner } from './art.ts'
import { BARE, goods, place, slides, type Template } from './template.ts'

export const plainShop: Template = {
  key: 'plain',
  title: '极简',
  type: 2,
  settings: place({ pageTitle: '首页', pageColorPicker: '#ffffff' }),
  pictures: { hero: banner('少而好', 'ink', ['chair', 'cup', 'lamp']) },
  parts: (image) => [
    ['searchBar', { bg: ['#ffffff', '#ffffff'], frameColour: '#f4f5f7', radius: 8, placeholder: '搜索商品' }],
    slides([image('hero')], ['/pages/goods/goods_list/index'], 200),
    [
      'titleBar',
      { title: '少而好', subtitle: '每一件都用得久', moreShown: false, align: 'center', weight: 'normal', size: 22 },
      { ...BARE, gap: 16 },
    ],
    ...goods(['新到', ''], { source: 'newest', count: 4 }, 'big'),
    ...goods(['常备', ''], { source: 'bestseller', count: 12 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
