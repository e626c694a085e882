import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import type { Fault } from './define.ts'
import {
  bool,
  colour,
  gradient,
  ids,
  image,
  int,
  link,
  list,
  many,
  one,
  oneNumber,
  pics,
  slider,
  text,
  tone,
} from './fields.ts'

// Fields that several components share.

const flags = Object.fromEntries(Object.entries(recommendFlags).map(([flag, { label }]) => [flag, label])) as {
  [Flag in keyof typeof recommendFlags]: string
}
const from = (...sources: string[]) => ({ key: 'source', in: sources })
const byRule = from('category', 'flag', 'newest', 'bestseller')

/** Which products, and how many. */
export const goodsSource = {
  source: one(
    '商品来源',
    { newest: '最新上架', bestseller: '卖得最好', flag: '推荐商品', category: '商品分类', manual: '手动选择' },
    { default: 'manual' },
  ),
  productIds: ids('商品', 'product', 20, { visibleIf: from('manual'), needed: true }),
  cateIds: ids('商品分类', 'category', 10, { visibleIf: from('category'), needed: true }),
  flag: one('推荐', flags, { visibleIf: from('flag') }),
  order: one('排序', { default: '默认', sales: '销量', price: '价格' }, { visibleIf: byRule }),
  count: int('展示数量', 1, 50, { default: 6, unit: '件', visibleIf: byRule }),
}

/** How products look. */
export const goodsLook = {
  layout: one('摆法', { row: '单列', two: '双列', three: '三列', big: '大图', slide: '横向滑动' }),
  show: many(
    '显示',
    { name: '名称', price: '价格', sales: '销量', otPrice: '划线价', badge: '角标', cart: '加购按钮' },
    ['name', 'price', 'sales'],
  ),
  nameColour: colour('名称颜色', '#282828'),
  priceTone: tone('价格颜色', { default: 'price' }),
  salesColour: colour('销量颜色', '#666666'),
  radius: slider('圆角', 0, 30, { default: 7 }),
  space: slider('间距', 0, 20, { default: 10 }),
}

/** Dots below pictures that change. */
export const dots = {
  dots: one('指示器', { round: '圆点', line: '短线', none: '不显示' }, { tab: 'style' }),
  dotTone: tone('指示器颜色'),
}
export const slideStyle = { plain: '平铺', stack: '卡片' }

export const carouselProps = {
  slides: pics('图片', 10, [750, 332], { least: 1 }),
  style: one('样式', slideStyle, { tab: 'style' }),
  ...dots,
  dotAlign: one(
    '指示器位置',
    { left: '居左', center: '居中', right: '居右' },
    { tab: 'style', default: 'center', visibleIf: { key: 'dots', in: ['round', 'line'] } },
  ),
  radius: slider('圆角', 0, 30, { default: 7 }),
  seconds: int('切换间隔', 0, 10, { default: 4, unit: '秒', help: '0 为不自动切换' }),
  height: slider('高度', 80, 600, { default: 166 }),
}

export const search = {
  layout: one('样式', { bar: '搜索框', logo: '标志 + 搜索框' }),
  logo: image('标志', [138, 48], { visibleIf: { key: 'layout', in: ['logo'] }, needed: true }),
  hotWords: list('热词', 20, { text: text('热词', 20, { needed: true }) }, { help: '不填则用「首页列表」里的热搜词' }),
  seconds: int('热词切换间隔', 1, 100, { default: 3, unit: '秒' }),
  placeholder: text('提示文字', 20, { default: '搜索商品名称' }),
  align: one('文字位置', { left: '居左', center: '居中' }, { tab: 'style' }),
  bg: gradient('背景', 'theme'),
  frameColour: colour('框颜色', '#ffffff'),
  textColour: colour('文字颜色', '#303133'),
  radius: slider('圆角', 0, 30, { default: 30 }),
  sticky: bool('滚动时固定在顶部', true),
}

/** Tabs that lead to pages or lists; the first stands for the page itself. */
export const tabs = list(
  '分类',
  10,
  {
    title: text('名称', 5, { needed: true }),
    kind: one('打开', { page: '微页面', category: '商品分类' }),
    pageIds: ids('微页面', 'page', 1, { visibleIf: { key: 'kind', in: ['page'] } }),
    cateIds: ids('商品分类', 'category', 1, { visibleIf: { key: 'kind', in: ['category'] } }),
  },
  { least: 1, default: [{ title: '首页' }] },
)

type ChosenTab = { kind: 'page' | 'category'; pageIds: readonly number[]; cateIds: readonly number[] }

/** Tabs behind the first one lead somewhere. */
export const tabFaults = (given: readonly ChosenTab[]): Fault[] =>
  given.flatMap(({ kind, pageIds, cateIds }, index) => {
    const isChosen = kind === 'page' ? pageIds.length : cateIds.length
    if (!index || isChosen) return []
    const key = kind === 'page' ? 'pageIds' : 'cateIds'
    return [{ path: ['tabs', index, key], message: kind === 'page' ? '请选择微页面' : '请选择商品分类' }]
  })

const headOf = (style: string) => ({ key: 'headStyle', in: [style] })

/** The head of the activities: a title in words or as a picture. */
export const activityHead = (title: string, moreLink: string) => ({
  headStyle: one('标题', { text: '文字', picture: '图片' }, { section: '头' }),
  title: text('文字', 6, { section: '头', default: title, visibleIf: headOf('text') }),
  headImage: image('标题图片', [154, 32], { section: '头', visibleIf: headOf('picture'), needed: true }),
  headBg: gradient('标题背景', '#ffffff', '#ffffff', { section: '头' }),
  headBgImage: image('标题背景图片', [710, 88], { section: '头', tab: 'style' }),
  moreLink: link('更多去哪', { section: '头', default: moreLink }),
})

/** What bargains and teams have in common. */
export const priceCuts = {
  style: oneNumber('摆法', [1, 2, 3, 4], ['单列', '双列', '三列', '横向滑动']),
  show: many('显示', { name: '名称', people: '人数', price: '活动价', otPrice: '原价' }, [
    'name',
    'people',
    'price',
    'otPrice',
  ]),
  button: bool('显示按钮', true),
  count: int('最多几款', 1, 20, { default: 6, unit: '款' }),
  priceTone: tone('价格颜色'),
  labelBg: tone('人数底色', { default: 'theme-2' }),
  buttonBg: gradient('按钮颜色', 'theme'),
}
