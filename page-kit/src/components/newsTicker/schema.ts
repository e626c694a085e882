import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, ids, image, link, list, one, text } from '../../fields.ts'

export const newsTicker = defineComponent({
  type: 'newsTicker',
  title: '公告',
  group: 'basic',
  source: 'articles',
  asks: ({ source }) => source === 'articles',
  icon: 'M4 10v4h3l6 4V6l-6 4zM16.5 9a4 4 0 0 1 0 6',
  props: t.Object({
    icon: image('图标', [130, 36]),
    source: one('内容', { manual: '手动填写', articles: '文章' }),
    items: list(
      '公告',
      10,
      { text: text('内容', 30, { needed: true }), link: link() },
      { least: 1, visibleIf: { key: 'source', in: ['manual'] } },
    ),
    cateIds: ids('文章分类', 'articleCategory', 1, { visibleIf: { key: 'source', in: ['articles'] }, needed: true }),
    direction: one('滚动方向', { up: '向上', left: '向左' }, { tab: 'style' }),
    colour: colour('文字颜色', '#333333'),
  }),
  box: { top: 0, bottom: 0 },
})
