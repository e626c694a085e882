import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { GroupItem } from './fixed-layout.ts'
import { CategoryPage, HotWords, ListStyle, ShopTheme } from './layout.ts'
import { pageTerminal } from './page.ts'

const pass = t.Optional(t.String({ title: '预览凭证', maxLength: 1000 }))
const asked = { terminal: t.Optional(pageTerminal()), preview: pass }

/** A component as it is drawn: with all its values, and what it shows of the shop. */
const ServedComponent = t.Object({
  id: t.String({ title: '组件编号' }),
  type: t.String(),
  v: t.Integer({ title: '格式' }),
  props: t.Json({ title: '内容' }),
  box: t.Json({ title: '样式' }),
  anchor: t.String({ title: '锚点' }),
  track: t.String({ title: '统计名称' }),
  data: t.Optional(t.Json({ title: '数据' })),
})
export type ServedComponent = t.Static<typeof ServedComponent>

const TabItem = t.Object({
  name: t.String(),
  icon: t.String({ maxLength: 512 }),
  activeIcon: t.String({ title: '选中图标', maxLength: 512 }),
  link: t.String({ maxLength: 512 }),
})
/** Without pictures where the shop has chosen none: they are drawn with the usual ones. */
export const TabBar = t.Array(TabItem, { title: '底部导航' })
export type TabBar = t.Static<typeof TabBar>

const ShareCard = t.Object(
  { title: t.String(), desc: t.String({ title: '描述' }), image: t.String({ maxLength: 512 }) },
  { title: '分享卡片' },
)

export const ServedPage = t.Object({
  id: t.Id,
  publishedNo: t.Nullable(t.Integer({ title: '线上版本' })),
  type: t.Integer({ title: '页面类型' }),
  isDefault: t.Boolean({ title: '首页或个人中心' }),
  settings: t.Json({ title: '页面设置' }),
  componentsData: t.Array(ServedComponent, { title: '组件' }),
  share: ShareCard,
  theme: ShopTheme,
  tabBar: TabBar,
  serverTime: t.DateTime,
  /** The next moment at which other components are shown, or the page ends; null for none. */
  nextChangeAt: t.Nullable(t.DateTime),
  personal: t.Boolean({ title: '因人而异' }),
})
export type ServedPage = t.Static<typeof ServedPage>

const base = '/api/front'

/** Decorated pages as buyers see them. */
export const frontPages = routes('front-page', {
  info: {
    method: 'GET',
    path: `${base}/pagediy/info/:id`,
    permission: 'visitor',
    summary: '页面，编号 0 为首页',
    etag: true,
    params: t.Object({ id: t.Integer({ title: '编号', maximum: Number.MAX_SAFE_INTEGER }) }),
    query: t.Object(asked),
    response: ServedPage,
    errors: [404],
  },
  userCenter: {
    method: 'GET',
    path: `${base}/pagediy/userCenter`,
    permission: 'visitor',
    summary: '个人中心页面',
    etag: true,
    query: t.Object(asked),
    response: ServedPage,
    errors: [404],
  },
  data: {
    method: 'POST',
    path: `${base}/pagediy/data`,
    permission: 'visitor',
    summary: '组件的下一页数据，或另一个选项卡',
    quiet: true,
    body: t.Object({
      pageId: t.Id,
      componentId: t.String({ title: '组件编号', maxLength: 20, pattern: /^c\d{16}$/, example: 'c1767225600000000' }),
      tab: t.Optional(t.Integer({ title: '选项卡', maximum: 20 })),
      page: t.Optional(t.Integer({ title: '页码', minimum: 1, maximum: 1000 })),
      latitude: t.Optional(t.Number({ title: '纬度', minimum: -90, maximum: 90 })),
      longitude: t.Optional(t.Number({ title: '经度', minimum: -180, maximum: 180 })),
      terminal: t.Optional(pageTerminal()),
      preview: pass,
    }),
    response: t.Object({ data: t.Json({ title: '数据' }) }),
    errors: [404],
  },
  track: {
    method: 'POST',
    path: `${base}/pagediy/track`,
    permission: 'visitor',
    summary: '浏览与点击',
    quiet: true,
    perMinute: 60,
    body: t.Object({
      pageId: t.Id,
      items: t.Array(
        t.Object({
          kind: t.OneOf(['view', 'click'], { title: '种类' }),
          componentId: t.Optional(t.String({ title: '组件编号', maxLength: 20 })),
        }),
        { title: '事件', minItems: 1, maxItems: 20 },
      ),
    }),
    response: t.Done,
  },
})

const image = (title: string) => t.String({ title, maxLength: 512 })

/** What every screen of a shop's channel needs; nothing of it depends on the buyer. */
export const Site = t.Object({
  siteName: t.String({ title: '店铺名称' }),
  logo: image('标志'),
  seoTitle: t.String({ title: '分享标题' }),
  theme: ShopTheme,
  tabBar: TabBar,
  category: CategoryPage,
  listStyle: t.Integer({ title: '首页列表样式' }),
  hotWords: HotWords.properties.words,
  share: ShareCard,
  service: t.Object({
    phone: t.String({ title: '客服电话' }),
    url: t.String({ title: '客服地址', maxLength: 512 }),
    qrcode: image('客服二维码'),
    mini: t.Boolean({ title: '小程序客服' }),
  }),
  copyright: t.Object({
    text: t.String({ title: '页脚文字', maxLength: 500 }),
    icp: t.String({ title: '备案号' }),
    icpUrl: t.String({ title: '备案号链接', maxLength: 512 }),
    policeRecord: t.String({ title: '公安备案号' }),
    policeRecordUrl: t.String({ title: '公安备案号链接', maxLength: 512 }),
    company: t.String({ title: '版权公司' }),
  }),
  shipHours: t.Integer({ title: '承诺发货时间' }),
  graceHours: t.Integer({ title: '砍价成功后的下单时间' }),
  open: t.Object({
    balance: t.Boolean({ title: '余额支付' }),
    recharge: t.Boolean({ title: '充值' }),
    distribution: t.Boolean({ title: '分销' }),
    sign: t.Boolean({ title: '签到' }),
    member: t.Boolean({ title: '会员' }),
    pickUp: t.Boolean({ title: '到店自提' }),
    invoice: t.Boolean({ title: '发票' }),
  }),
  serverTime: t.DateTime,
})
export type Site = t.Static<typeof Site>

const { name, pic, url, info } = GroupItem.properties
const Shown = (title: string) => t.Array(t.Object({ name, pic, url, info }), { title })

/** The shop itself, as its channels show it; the single calls are for clients that draw no pages. */
export const frontSite = routes('front-site', {
  site: {
    method: 'GET',
    path: `${base}/site`,
    permission: 'visitor',
    summary: '店铺信息',
    etag: true,
    response: Site,
  },
  sharePicture: {
    method: 'GET',
    path: `${base}/share/picture`,
    permission: 'visitor',
    summary: '海报用的图片',
    query: t.Object({ url: t.String({ title: '图片', maxLength: 512, example: 'https://example.com/a.jpg' }) }),
    response: t.File,
    errors: [404],
  },
  theme: {
    method: 'GET',
    path: `${base}/index/color/config`,
    permission: 'visitor',
    summary: '主题色',
    response: ShopTheme,
  },
  navigation: {
    method: 'GET',
    path: `${base}/get/bottom/navigation`,
    permission: 'visitor',
    summary: '底部导航',
    response: t.Object({ isCustom: t.Boolean({ title: '自定义' }), items: TabBar }),
  },
  hotWords: {
    method: 'GET',
    path: `${base}/search/keyword`,
    permission: 'visitor',
    summary: '热搜词',
    response: HotWords,
  },
  listStyle: {
    method: 'GET',
    path: `${base}/index/list/style`,
    permission: 'visitor',
    summary: '首页列表样式',
    response: ListStyle,
  },
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'visitor',
    summary: '首页的固定版式',
    response: t.Object({
      indexMenu: Shown('首页菜单'),
      indexBanner: Shown('首页轮播图'),
      indexNews: Shown('首页新闻'),
      indexTable: Shown('首页商品板块'),
    }),
  },
  userMenu: {
    method: 'GET',
    path: `${base}/menu/user`,
    permission: 'visitor',
    summary: '个人中心的固定版式',
    response: t.Object({ userMenu: Shown('个人中心菜单'), userBanner: Shown('个人中心轮播图') }),
  },
  share: {
    method: 'GET',
    path: `${base}/share`,
    permission: 'visitor',
    summary: '默认的分享卡片',
    response: ShareCard,
  },
  copyright: {
    method: 'GET',
    path: `${base}/copyright/info`,
    permission: 'visitor',
    summary: '版权信息',
    response: Site.properties.copyright,
  },
  domain: {
    method: 'GET',
    path: `${base}/image/domain`,
    permission: 'visitor',
    summary: '图片域名',
    response: t.Object({ domain: t.String({ title: '图片域名', maxLength: 512 }) }),
  },
})
