import * as t from '@zhanggui/contract/schema.ts'
import { carouselProps } from '../../common.ts'
import { defineComponent } from '../../define.ts'

export const userBanner = defineComponent({
  type: 'userBanner',
  title: '广告图',
  group: 'user',
  pageTypes: [4],
  icon: 'M3.500 6h17v12h-17zM7 15l3-3 2.500 2.500L15 12l3 3',
  props: t.Object(carouselProps),
})
