import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, link, moment, text, tone } from '../../fields.ts'

export const countdown = defineComponent({
  type: 'countdown',
  title: '倒计时',
  group: 'marketing',
  icon: 'M12 20.500a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.500l3 2',
  props: t.Object({
    endTime: moment('结束时间', { needed: true }),
    title: text('标题', 12, { default: '距活动结束' }),
    doneText: text('结束后显示', 12, { default: '活动已结束' }),
    link: link(),
    colour: colour('文字颜色', '#282828'),
    numberTone: tone('数字底色', { default: 'price' }),
  }),
})
