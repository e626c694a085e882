import { banner, mark } from './art.ts'
import { BARE, CARD, goods, marks, place, slides, type Template } from './template.ts'

export const fresh: Template = {
  key: 'fresh',
  title: '生鲜',
  type: 2,
  settings: place({ pageTitle: '首页', pageColorPicker: '#f2f6ef' }),
  pictures: {
    morning: banner('清晨采摘，当日发出', 'green', ['fruit', 'leaf', 'bowl']),
    table: banner('一日三餐的好食材', 'gold', ['bowl', 'fruit', 'bottle'], true),
    水果: mark('水果', 'red', 'fruit'),
    蔬菜: mark('蔬菜', 'green', 'leaf'),
    粮油: mark('粮油', 'gold', 'bowl'),
    饮品: mark('饮品', 'green', 'bottle'),
    熟食: mark('熟食', 'gold', 'cup'),
  },
  parts: (image) => [
    ['searchBar', { bg: ['#f2f6ef', '#f2f6ef'], placeholder: '今天吃什么' }],
    slides([image('morning'), image('table')], ['/pages/goods/goods_list/index', '/pages/goods/goods_list/index']),
    ['newsTicker', { items: [{ text: '下单后按约定时间发货，坏果包赔' }, { text: '门店自提可以自己挑' }] }, CARD],
    marks(image, ['水果', '蔬菜', '粮油', '饮品', '熟食']),
    ['seckill', { title: '今日特价', style: 2 }, CARD],
    ['storeNear', { count: 1 }, CARD],
    ...goods(['精选推荐', '店长每天试吃'], { source: 'flag', flag: 'isBest', count: 6 }, 'row'),
    ...goods(['卖得最好', ''], { source: 'bestseller', count: 10 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
