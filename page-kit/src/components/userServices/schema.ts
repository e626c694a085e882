import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { one, oneNumber, pics, text } from '../../fields.ts'

const usual = [
  { title: '地址', link: '/pages/users/user_address_list/index' },
  { title: '消息', link: '/pages/users/user_message/index' },
  { title: '领券', link: '/pages/users/user_get_coupon/index' },
  { title: '签到', link: '/pages/users/user_sgin/index' },
  { title: '我的砍价', link: '/pages/activity/bargain/index' },
  { title: '分销中心', link: '/pages/promoter/user_spread_user/index', who: 'promoter' },
  { title: '客服', link: '/pages/users/kefu/index' },
]

/** Services without a picture of their own are drawn with one that suits their link. */
export const userServices = defineComponent({
  type: 'userServices',
  title: '我的服务',
  group: 'user',
  most: 3,
  pageTypes: [4],
  source: 'user',
  icon: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM16.500 14v5M14 16.500h5',
  props: t.Object({
    title: text('标题', 8, { default: '常用' }),
    layout: one('摆法', { grid: '宫格', list: '列表' }),
    columns: oneNumber('每行', [4, 5, 3], '个', { visibleIf: { key: 'layout', in: ['grid'] } }),
    items: pics('服务', 30, [64, 64], {
      least: 1,
      imageNeeded: false,
      default: usual,
      extra: { who: one('谁能看到', { all: '所有人', promoter: '分销员', clerk: '核销员', noPhone: '未绑定手机' }) },
    }),
  }),
  box: { radius: 12 },
})
