import type { Coupons, Site, Source, SourceData, User } from './data.ts'

// What the canvas draws, marked as an example, where a source has nothing yet: prices and names of no shop.

const products = ['云南小粒咖啡豆', '高山红茶', '新疆长绒棉毛巾', '床头暖光台灯', '钛保温壶', '手作陶瓷马克杯'].map(
  (storeName, index) => ({
    id: index + 1,
    image: '',
    storeName,
    price: 59.9 + index * 20,
    otPrice: 79.9 + index * 20,
    sales: 908 - index * 120,
    unitName: '件',
    stock: 20,
    tags: index % 2 ? [] : [{ text: '满100减20', kind: 'activity' as const }],
    star: 4.8,
    replyNum: 36,
    activityH5: null,
    activityStyle: null,
  }),
)

const cards = products.slice(0, 3).map((product, index) => ({
  id: product.id,
  productId: product.id,
  cid: 1,
  image: '',
  title: product.storeName,
  price: 39.9 + index * 10,
  otPrice: product.otPrice,
  unitName: product.unitName,
  quota: 10,
  quotaShow: 20,
  percent: 62 - index * 20,
}))
const END = '2099-12-31 23:59:59'

const coupons: Coupons['list'] = [
  { id: 1, name: '满100减20', money: 20, minPrice: 100, isUse: false },
  { id: 2, name: '满200减30', money: 30, minPrice: 200, isUse: false },
  { id: 3, name: '无门槛5元', money: 5, minPrice: 0, isUse: true },
]

const user: User = {
  isSignedIn: true,
  uid: 10001,
  nickname: '阿夏',
  avatar: '',
  phone: '138****6021',
  level: '银卡',
  percent: 60,
  nextWords: '再买 ¥713.60 升金卡',
  balance: 386.4,
  points: 1286,
  coupons: 4,
  favourites: 17,
  commission: 0,
  orders: { unpaid: 1, unsent: 1, sent: 1, unreviewed: 4, refunds: 0 },
  cartCount: 3,
  isPromoter: true,
  isClerk: false,
}

const site: Site = {
  copyright: '© 掌柜好物',
  icp: '',
  icpUrl: '',
  police: '',
  policeUrl: '',
  phone: '400-800-1234',
  logo: '',
  siteName: '掌柜好物',
  hotWords: ['云南咖啡豆', '保温杯'],
  followed: false,
}

const samples = {
  products: { list: products, tab: 0 },
  coupons: { list: coupons },
  seckill: {
    slot: { name: '午后场', endTime: END, phase: 'running' },
    list: cards.map((card) => ({ ...card, num: 1, onceNum: 1 })),
  },
  bargain: {
    list: cards.map((card) => ({
      ...card,
      productPrice: card.otPrice,
      endTime: END,
      minPrice: 9.9,
      peopleNum: 8,
      countPeopleAll: 46,
    })),
  },
  combination: {
    list: cards.map((card) => ({ ...card, productPrice: card.otPrice, endTime: END, people: 3, doneCount: 12 })),
  },
  categories: {
    list: ['咖啡', '茶', '生鲜', '灯具', '厨房'].map((name, index) => ({ id: index + 1, name, image: '' })),
  },
  articles: {
    list: ['一杯手冲要准备什么', '高山红茶怎么泡不苦', '长绒棉毛巾为什么越洗越软', '我们为什么自己做包装'].map(
      (title, index) => ({
        id: index + 1,
        cid: 1,
        title,
        image: '',
        synopsis: '这里是文章简介，点开可以看全文',
        author: '阿木',
        visit: 842 - index * 160,
        publishTime: '2026-11-11 09:00:00',
      }),
    ),
  },
  newcomer: { coupons: coupons.slice(0, 2), products: products.slice(0, 3) },
  stores: {
    list: [
      {
        id: 1,
        name: '示例门店',
        address: '上海市徐汇区龙华街道',
        phone: '021-12345678',
        dayTime: ['09:00', '21:00'],
        distance: null,
      },
    ],
  },
  live: {
    list: ['新品试穿', '周三家居专场'].map((name, index) => ({
      id: index + 1,
      roomId: index + 1,
      name,
      coverImg: '',
      anchorName: '小夏',
      startTime: END,
      endTime: END,
      liveStatus: index ? 102 : 101,
      hasReplay: false,
      goodsCount: 12,
      qrcodeUrl: '',
      channels: null,
    })),
  },
  user,
  site,
  rich: { html: '<p>这里是图文内容</p>' },
} satisfies SourceData

/** An example of a source's data; undefined without a source. */
export const sampleOf = (source: Source | undefined): unknown => source && samples[source]
