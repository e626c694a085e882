import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, ids, oneNumber } from '../../fields.ts'

export const categoryGrid = defineComponent({
  type: 'categoryGrid',
  title: '分类入口',
  group: 'basic',
  source: 'categories',
  icon: 'M5 5h4v4H5zM15 5h4v4h-4zM5 14h4v4H5zM15 14h4v4h-4zM5 11.500h4M15 11.500h4M5 20.500h4M15 20.500h4',
  props: t.Object({
    cateIds: ids('商品分类', 'category', 20, { needed: true }),
    columns: oneNumber('每行', [4, 5], '个'),
    colour: colour('文字颜色', '#282828'),
  }),
})
