import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { image, one, slider, text } from '../../fields.ts'

export const customerService = defineComponent({
  type: 'customerService',
  title: '客服',
  group: 'tool',
  zone: 'float',
  most: 1,
  source: 'site',
  icon: 'M4.500 15v-3a7.500 7.500 0 0 1 15 0v3M4.500 14h3v5h-3zM16.500 14h3v5h-3zM18 19c0 1.500-2 2-4 2',
  props: t.Object({
    kind: one('方式', { system: '按系统设置', phone: '电话', wechat: '微信客服', h5: '网页客服' }),
    icon: image('图标', [88, 88]),
    text: text('文字', 6),
    side: one('位置', { right: '右侧', left: '左侧' }, { tab: 'style' }),
    bottom: slider('距底部', 60, 300, { default: 120 }),
  }),
})
