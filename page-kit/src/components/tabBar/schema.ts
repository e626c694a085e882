import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { colour, image, link, list, text, tone } from '../../fields.ts'

const usual = [
  { title: '首页', link: '/pages/index/index' },
  { title: '分类', link: '/pages/goods_cate/goods_cate' },
  { title: '购物车', link: '/pages/order_addcart/order_addcart' },
  { title: '我的', link: '/pages/user/index' },
]

/** Items that have no picture of their own are drawn with a usual one. */
export const tabBar = defineComponent({
  type: 'tabBar',
  title: '底部导航',
  group: 'basic',
  zone: 'bottom',
  most: 1,
  source: 'user',
  icon: 'M3.500 5h17v14h-17zM3.500 15h17M8 17h.01M12 17h.01M16 17h.01',
  props: t.Object({
    items: list(
      '导航',
      5,
      {
        title: text('名称', 4, { needed: true }),
        icon: image('图标', [81, 81]),
        activeIcon: image('选中图标', [81, 81]),
        link: link('链接', { needed: true }),
      },
      { least: 2, default: usual, help: '小程序自带的底部导航以发布小程序时为准' },
    ),
    colour: colour('文字颜色', '#282828'),
    activeTone: tone('选中颜色'),
    bg: colour('背景', '#ffffff'),
  }),
})
