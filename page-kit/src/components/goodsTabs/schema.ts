import * as t from '@zhanggui/contract/schema.ts'
import { goodsLook, goodsSource } from '../../common.ts'
import { defineComponent } from '../../define.ts'
import { bool, colour, gradient, list, text, tone } from '../../fields.ts'

export const goodsTabs = defineComponent({
  type: 'goodsTabs',
  title: '选项卡商品',
  group: 'basic',
  source: 'products',
  icon: 'M5 4h14v16H5zM5 9h14M10 4v5M9 13h6M9 16h6',
  props: t.Object({
    tabs: list('选项卡', 8, { title: text('名称', 6, { needed: true }), ...goodsSource }, { least: 1 }),
    ...goodsLook,
    colour: colour('文字颜色', '#282828'),
    activeTone: tone('选中颜色'),
    tabBg: gradient('选项卡背景', '#ffffff'),
    sticky: bool('滚动时固定在顶部', false),
  }),
})
