import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { bool, one, pics, slider } from '../../fields.ts'

export const floatButton = defineComponent({
  type: 'floatButton',
  title: '悬浮按钮',
  group: 'tool',
  zone: 'float',
  most: 1,
  icon: 'M12 19.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM12 9v6M9 12h6',
  props: t.Object({
    items: pics('按钮', 5, [88, 88], { least: 1 }),
    fold: bool('收成一个', false),
    side: one('位置', { right: '右侧', left: '左侧' }, { tab: 'style' }),
    bottom: slider('距底部', 60, 400, { default: 160 }),
  }),
})
