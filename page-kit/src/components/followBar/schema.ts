import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { bool, image, text } from '../../fields.ts'

export const followBar = defineComponent({
  type: 'followBar',
  title: '关注公众号',
  group: 'tool',
  zone: 'float',
  most: 1,
  source: 'site',
  icon: 'M3.500 8h17v8h-17zM6.500 12h7M16.500 10.500v3M15 12h3',
  props: t.Object({
    logo: image('标志', [80, 80]),
    text: text('文字', 20, { default: '关注公众号，优惠早知道' }),
    button: text('按钮', 4, { default: '关注' }),
    hideFollowed: bool('已关注的不显示', true),
  }),
})
