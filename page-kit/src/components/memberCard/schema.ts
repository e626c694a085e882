import * as t from '@zhanggui/contract/schema.ts'
import { CLEAR_GROUND, defineComponent } from '../../define.ts'
import { image, link, one, text } from '../../fields.ts'

export const memberCard = defineComponent({
  type: 'memberCard',
  title: '会员卡',
  group: 'marketing',
  source: 'user',
  icon: 'M3.500 6h17v12h-17zM3.500 10h17M7 14.500h4',
  props: t.Object({
    layout: one('样式', { banner: '横条', card: '卡片' }),
    image: image('背景图片', [710, 140]),
    title: text('标题', 10, { default: '会员权益' }),
    link: link('链接', { default: '/pages/infos/user_vip/index' }),
  }),
  box: { bg: CLEAR_GROUND, top: 0, bottom: 0 },
})
