import * as t from '@zhanggui/contract/schema.ts'
import { tabFaults, tabs } from '../../common.ts'
import { defineComponent } from '../../define.ts'
import { bool, colour, gradient, tone } from '../../fields.ts'

export const categoryTabs = defineComponent({
  type: 'categoryTabs',
  title: '商品分类',
  group: 'basic',
  zone: 'top',
  rank: 1,
  most: 1,
  excludes: ['headCombo'],
  source: 'products',
  icon: 'M3 8h18M3 8v10h18V8M6 5h4M12 5h3M17 5h2',
  check: ({ tabs: given }) => tabFaults(given),
  props: t.Object({
    tabs,
    colour: colour('文字颜色', '#282828'),
    activeTone: tone('选中颜色'),
    bg: gradient('背景', '#ffffff'),
    sticky: bool('滚动时固定在顶部', false),
  }),
})
