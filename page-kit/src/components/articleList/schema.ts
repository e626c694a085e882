import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, ids, int, one } from '../../fields.ts'

export const articleList = defineComponent({
  type: 'articleList',
  title: '文章列表',
  group: 'basic',
  source: 'articles',
  icon: 'M4 5h7v14H4zM13 5h7v14h-7zM6 9h3M15 9h3M15 12h3',
  props: t.Object({
    source: one('文章来源', { category: '文章分类', manual: '手动选择' }),
    cateIds: ids('文章分类', 'articleCategory', 10, { visibleIf: { key: 'source', in: ['category'] }, needed: true }),
    articleIds: ids('文章', 'article', 10, { visibleIf: { key: 'source', in: ['manual'] }, needed: true }),
    count: int('展示数量', 1, 8, { default: 4, unit: '篇', visibleIf: { key: 'source', in: ['category'] } }),
    layout: one('摆法', { left: '左图', right: '右图', big: '大图', two: '双列' }),
    titleColour: colour('标题颜色', '#282828'),
    textColour: colour('文字颜色', '#666666'),
  }),
})
