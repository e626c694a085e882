import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { image, link, many, oneNumber, tone } from '../../fields.ts'

export const userCard = defineComponent({
  type: 'userCard',
  title: '会员信息',
  group: 'user',
  zone: 'top',
  rank: 2,
  most: 1,
  pageTypes: [4],
  source: 'user',
  icon: 'M3.500 5.500h17v13h-17zM8.500 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.500 16c.3-1.800 1.500-2.500 3-2.500s2.700.7 3 2.500M14.500 10h3.500M14.500 13.500h3.500',
  props: t.Object({
    style: oneNumber('样式', [1, 2, 3], ['左对齐', '居中', '卡片']),
    image: image('背景图片', [750, 300]),
    bgTone: tone('背景颜色', { default: 'theme-2' }),
    show: many('显示', { id: '编号', phone: '手机号', level: '等级', code: '会员码' }, ['phone', 'level', 'code']),
    link: link('链接', { default: '/pages/users/user_info/index' }),
  }),
})
