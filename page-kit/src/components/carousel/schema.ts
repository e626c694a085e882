import * as t from '@zhanggui/contract/schema.ts'
import { carouselProps } from '../../common.ts'
import { defineComponent } from '../../define.ts'

export const carousel = defineComponent({
  type: 'carousel',
  title: '轮播图',
  group: 'basic',
  icon: 'M3.5 5h17v14h-17zM4 16l5-5 4 4 3-3 4 4M15.5 9.2a.7.7 0 1 0 .01 0',
  props: t.Object(carouselProps),
  box: { gap: 0 },
  check: ({ seconds }) => (seconds === 1 ? [{ path: ['seconds'], message: '切换间隔至少2秒，或填0不自动切换' }] : []),
})
