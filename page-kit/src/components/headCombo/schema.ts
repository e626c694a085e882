import * as t from '@zhanggui/contract/schema.ts'
import { dots, search, slideStyle, tabFaults, tabs } from '../../common.ts'
import { defineComponent } from '../../define.ts'
import { bool, one, pics } from '../../fields.ts'

/** Search, tabs and pictures in one, over one ground. */
export const headCombo = defineComponent({
  type: 'headCombo',
  title: '头部组件',
  group: 'basic',
  source: 'site',
  zone: 'top',
  most: 1,
  excludes: ['searchBar', 'categoryTabs'],
  icon: 'M4 4.5h16v15H4zM4 9h16M8 9v10.5',
  check: ({ tabsShown, tabs: given }) => (tabsShown ? tabFaults(given) : []),
  props: t.Object({
    ...search,
    tabs,
    tabsShown: bool('显示分类', true),
    slides: pics('图片', 10, [750, 332]),
    slideStyle: one('图片样式', slideStyle, { tab: 'style' }),
    ...dots,
  }),
})
