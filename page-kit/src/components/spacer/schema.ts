import * as t from '@zhanggui/contract/schema.ts'
import { CLEAR_GROUND, defineComponent } from '../../define.ts'
import { CLEAR, gradient, int } from '../../fields.ts'

export const spacer = defineComponent({
  type: 'spacer',
  title: '空白',
  group: 'tool',
  icon: 'M4 5h16M4 19h16M12 8v8M10 10l2-2 2 2M10 14l2 2 2-2',
  props: t.Object({
    height: int('高度', 1, 200, { default: 10, unit: 'px' }),
    bg: gradient('颜色', CLEAR),
  }),
  box: { bg: CLEAR_GROUND, top: 0, bottom: 0, side: 0, gap: 0 },
})
