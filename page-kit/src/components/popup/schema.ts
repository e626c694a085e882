import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { image, int, link, one } from '../../fields.ts'

export const popup = defineComponent({
  type: 'popup',
  title: '弹窗',
  group: 'tool',
  zone: 'float',
  most: 3,
  icon: 'M5 4.500h14v12H5zM12 19v2M10.500 8.500l3 3M13.500 8.500l-3 3',
  props: t.Object({
    image: image('图片', [560, 720], { needed: true }),
    link: link(),
    frequency: one('频率', { daily: '每天一次', always: '每次打开', once: '只弹一次' }),
    delay: int('延时', 0, 30, { unit: '秒' }),
    close: one('关闭按钮', { bottom: '图片下方', corner: '右上角' }, { tab: 'style' }),
  }),
})
