import * as t from '@zhanggui/contract/schema.ts'
import { CLEAR_GROUND, defineComponent } from '../../define.ts'
import { colour, int, one } from '../../fields.ts'

export const divider = defineComponent({
  type: 'divider',
  title: '辅助线',
  group: 'tool',
  icon: 'M4 12h16',
  props: t.Object({
    line: one('线型', { dashed: '虚线', solid: '实线', dotted: '点线' }),
    colour: colour('颜色', '#979797'),
    height: int('粗细', 1, 20, { unit: 'px' }),
  }),
  box: { bg: CLEAR_GROUND },
})
