import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { image, int, link, list, slider, text } from '../../fields.ts'

/** In thousandths of the picture: what is smaller cannot be touched. */
const LEAST_AREA = 30

export const hotspot = defineComponent({
  type: 'hotspot',
  title: '热区',
  group: 'basic',
  icon: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z',
  props: t.Object({
    image: image('图片', [750, 400], { needed: true }),
    areas: list('热区', 20, {
      name: text('名称', 20),
      link: link('链接', { needed: true }),
      x: int('左', 0, 1000 - LEAST_AREA, { unit: '‰' }),
      y: int('上', 0, 1000 - LEAST_AREA, { unit: '‰' }),
      w: int('宽', LEAST_AREA, 1000, { default: 300, unit: '‰' }),
      h: int('高', LEAST_AREA, 1000, { default: 300, unit: '‰' }),
    }),
    radius: slider('圆角', 0, 30),
  }),
  check: ({ areas }) =>
    areas.flatMap(({ x, y, w, h }, index) =>
      x + w > 1000 || y + h > 1000 ? [{ path: ['areas', index], message: '热区超出了图片' }] : [],
    ),
})
