import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const linkText = (options: t.FieldOptions = {}) => t.String({ title: '链接', maxLength: 512, ...options })

const NavigationItem = t.Object({
  name: t.String({ title: '名称', minLength: 1, maxLength: 4, ask: '请填写名称' }),
  icon: media('图标', { ask: '请上传图标' }),
  activeIcon: media('选中图标', { ask: '请上传图标' }),
  link: linkText({ example: '/pages/goods/goods_details/index?id=1' }),
  show: t.Boolean({ title: '显示' }),
})
/** The bottom navigation: 4 to 5 are shown, the first leads to the home. */
export const BottomNavigation = t.Object({
  isCustom: t.Boolean({ title: '自定义', description: '关闭时使用默认的底部导航' }),
  items: t.Array(NavigationItem, { title: '底部导航', maxItems: 10 }),
})
export type BottomNavigation = t.Static<typeof BottomNavigation>

export const HotWords = t.Object({
  words: t.Array(t.String({ title: '热搜词', minLength: 1, maxLength: 20, ask: '请填写名称' }), {
    title: '热搜词',
    maxItems: 20,
    hint: '设置数据不能超过20条',
    example: ['夏装'],
  }),
})
export type HotWords = t.Static<typeof HotWords>

export const ListStyle = t.Object({
  style: t.OneOfNumbers([1, 2, 3], { title: '首页列表样式', description: '1 双列，2 单列，3 大图' }),
})
export type ListStyle = t.Static<typeof ListStyle>

export const CategoryPage = t.Object({
  style: t.OneOfNumbers([1, 2, 3, 4], {
    title: '分类页样式',
    description: '1 一级左 图文右，2 大图，3 一级左 商品右可加购，4 一级上 二级左 商品右',
  }),
  showFirstLevel: t.Boolean({ title: '显示一级分类' }),
})
export type CategoryPage = t.Static<typeof CategoryPage>

export const ShopTheme = t.Object({
  theme: t.OneOfNumbers([1, 2, 3, 4, 5, 6], {
    title: '主题色',
    description: '1 热情红，2 家居橙，3 生鲜绿，4 海鲜蓝，5 女神粉，6 自定义',
  }),
  colour: t.Optional(
    t.String({
      title: '自定义颜色',
      maxLength: 7,
      pattern: /^#[0-9a-fA-F]{6}$/,
      hint: '请选择颜色，如 #e93323',
      example: '#e93323',
    }),
  ),
  radius: t.OneOfNumbers([1, 2, 3], { title: '圆角', description: '1 方一些，2 适中，3 圆一些' }),
})
export type ShopTheme = t.Static<typeof ShopTheme>

const layout = '/admin/page/layout'
const config = '/admin/system/config'
const style = 'admin:system:config:home:page:list:style'

/** What stays the same on every page: bottom navigation, category page, lists, hot words. */
export const pageLayout = routes('page-layout', {
  navigation: {
    method: 'GET',
    path: `${layout}/bottom/navigation/get`,
    permission: 'admin:page:layout:bottom:navigation',
    summary: '底部导航',
    response: BottomNavigation,
  },
  saveNavigation: {
    method: 'POST',
    path: `${layout}/bottom/navigation/save`,
    permission: 'admin:page:layout:bottom:navigation:save',
    summary: '保存底部导航',
    body: BottomNavigation,
    response: t.Done,
    errors: [422],
  },
  category: {
    method: 'GET',
    path: `${layout}/category/config`,
    permission: 'admin:page:layout:category:config',
    summary: '分类页设置',
    response: CategoryPage,
  },
  saveCategory: {
    method: 'POST',
    path: `${layout}/category/config/save`,
    permission: 'admin:page:layout:category:config:save',
    summary: '保存分类页设置',
    body: CategoryPage,
    response: t.Done,
  },
  listStyle: {
    method: 'GET',
    path: `${config}/get/home/page/list/style`,
    permission: style,
    summary: '首页列表样式',
    response: ListStyle,
  },
  saveListStyle: {
    method: 'POST',
    path: `${config}/save/home/page/list/style`,
    permission: `${style}:save`,
    summary: '保存首页列表样式',
    body: ListStyle,
    response: t.Done,
  },
  /** With the right of the lists: both stand on one tab. */
  hotWords: {
    method: 'GET',
    path: `${layout}/hot/words/get`,
    permission: style,
    summary: '热搜词',
    response: HotWords,
  },
  saveHotWords: {
    method: 'POST',
    path: `${layout}/hot/words/save`,
    permission: `${style}:save`,
    summary: '保存热搜词',
    body: HotWords,
    response: t.Done,
  },
})

/** 一键换色: the colours and corners of the shop. */
export const shopTheme = routes('shop-theme', {
  info: {
    method: 'GET',
    path: `${config}/get/change/color`,
    permission: 'admin:system:config:change:color:get',
    summary: '一键换色',
    response: ShopTheme,
  },
  save: {
    method: 'POST',
    path: `${config}/save/change/color`,
    permission: 'admin:system:config:change:color:save',
    summary: '保存一键换色',
    body: ShopTheme,
    response: t.Done,
  },
})
