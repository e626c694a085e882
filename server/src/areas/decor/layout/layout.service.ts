import type { BottomNavigation, CategoryPage, HotWords, ListStyle, ShopTheme } from '@zhanggui/contract/decor/layout.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { parseLink } from '@zhanggui/page-kit/links/links.ts'
import { OWN_THEME, themes, usualTheme } from '@zhanggui/page-kit/theme.ts'
import { audit } from '../../../platform/data/audit.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import * as groups from './layout.repository.ts'
import { dropServed } from './served-pages.service.ts'

/** What is the same on all pages, as it is stored. */
export type Layout = {
  theme: ShopTheme
  navigation: BottomNavigation
  category: CategoryPage
  listStyle: ListStyle
  hotWords: HotWords
}

const LEAST_SHOWN = 4
const MAX_SHOWN = 5
const HOME = '/pages/index/index'
const NAVIGATION_FILES = 'page-layout'

/** What a shop without a navigation of its own has; its pictures are drawn by the channels. */
const usualNavigation: BottomNavigation = {
  isCustom: false,
  items: [
    ['首页', HOME],
    ['分类', '/pages/goods_cate/goods_cate'],
    ['购物车', '/pages/order_addcart/order_addcart'],
    ['我的', '/pages/user/index'],
  ].map(([name = '', link = '']) => ({ name, link, icon: '', activeIcon: '', show: true })),
}

const cacheOf = ({ platform }: Ctx) => platform.caches.named<Layout>('decor-layout', { max: 1 })

/** The layout as it is stored; kept until it is saved. */
export const readLayout = (ctx: Ctx): Promise<Layout> => cacheOf(ctx).get('all', () => loadLayout(ctx))

async function loadLayout(ctx: Ctx): Promise<Layout> {
  const rows = await groups.listAll(ctx)
  const only = <Value>(group: string, usual: Value): Value =>
    (rows.find((row) => row.group === group)?.value as Value | undefined) ?? usual
  const items = rows.filter(({ group }) => group === 'navigation')
  return {
    theme: only<ShopTheme>('theme', usualTheme),
    category: only<CategoryPage>('category', { style: 1, showFirstLevel: true }),
    listStyle: only<ListStyle>('list_style', { style: 1 }),
    hotWords: { words: rows.filter(({ group }) => group === 'hot_words').map(({ value }) => String(value.name)) },
    navigation: items.length
      ? {
          isCustom: only<{ isCustom: boolean }>('navigation_set', { isCustom: true }).isCustom,
          items: items.map(({ value, show }) => ({ ...(value as BottomNavigation['items'][number]), show })),
        }
      : usualNavigation,
  }
}

/** The navigation, for the console: its pictures by their addresses. */
export async function getNavigation(ctx: Ctx): Promise<BottomNavigation> {
  const { isCustom, items } = (await readLayout(ctx)).navigation
  const media = await readMedia(ctx)
  return {
    isCustom,
    items: items.map((item) => ({ ...item, icon: media.toWire(item.icon), activeIcon: media.toWire(item.activeIcon) })),
  }
}

/** What channels show at the bottom: the shop's own items, or the usual ones. */
export async function getTabBar(ctx: Ctx) {
  const { isCustom, items } = await getNavigation(ctx)
  const shown = isCustom ? items : usualNavigation.items
  return {
    isCustom,
    items: shown
      .filter(({ show }) => show)
      .map(({ name, icon, activeIcon, link }) => ({ name, icon, activeIcon, link })),
  }
}

/** The links of the navigation that is shown. */
export async function listNavigationLinks(ctx: Ctx): Promise<string[]> {
  const { isCustom, items } = (await readLayout(ctx)).navigation
  return isCustom ? items.filter(({ show }) => show).map(({ link }) => link) : []
}

/** @throws 400 for an item without pictures, name or a link; 422 for too few or too many that are shown */
export async function saveNavigation(ctx: Ctx, { isCustom, items }: BottomNavigation): Promise<Record<never, never>> {
  if (isCustom) {
    for (const [index, { icon, activeIcon, link }] of items.entries()) {
      if (!icon || !activeIcon) throw new BadInput('请上传图标', `items.${index}.${icon ? 'activeIcon' : 'icon'}`)
      if (!parseLink(link)) throw new BadInput('请选择链接', `items.${index}.link`)
    }
    const shown = items.filter(({ show }) => show)
    if (shown.length < LEAST_SHOWN) throw new Refusal(`设置数据不能小于${LEAST_SHOWN}条`)
    if (shown.length > MAX_SHOWN) throw new Refusal(`设置数据不能超过${MAX_SHOWN}条`)
    if (shown[0]?.link !== HOME) throw new Refusal('第一项须为首页')
  }
  const media = await readMedia(ctx)
  const stored = items.map(({ show, ...item }) => ({
    show,
    value: { ...item, icon: media.toStored(item.icon), activeIcon: media.toStored(item.activeIcon) },
  }))
  return saving(ctx, 'navigation', { isCustom, items }, async (tx) => {
    await groups.replaceGroup(tx, 'navigation', stored)
    await groups.replaceGroup(tx, 'navigation_set', [{ value: { isCustom } }])
    const pictures = stored.map(({ value }) => `${value.icon} ${value.activeIcon}`).join(' ')
    await useFiles(tx, { type: NAVIGATION_FILES, id: 1, field: 'items', title: '底部导航' }, pictures)
  })
}

export const getCategoryPage = async (ctx: Ctx): Promise<CategoryPage> => (await readLayout(ctx)).category
export const saveCategoryPage = (ctx: Ctx, value: CategoryPage) =>
  saving(ctx, 'category', value, (tx) => groups.replaceGroup(tx, 'category', [{ value }]))

export const getListStyle = async (ctx: Ctx): Promise<ListStyle> => (await readLayout(ctx)).listStyle
export const saveListStyle = (ctx: Ctx, value: ListStyle) =>
  saving(ctx, 'listStyle', value, (tx) => groups.replaceGroup(tx, 'list_style', [{ value }]))

export const getHotWords = async (ctx: Ctx): Promise<HotWords> => (await readLayout(ctx)).hotWords
/** Words that are there twice are kept once. */
export const saveHotWords = (ctx: Ctx, { words }: HotWords) =>
  saving(ctx, 'hotWords', { words }, (tx) =>
    groups.replaceGroup(
      tx,
      'hot_words',
      [...new Set(words)].map((name) => ({ value: { name } })),
    ),
  )

export const getTheme = async (ctx: Ctx): Promise<ShopTheme> => (await readLayout(ctx)).theme

/** @throws 400 for a theme of one's own without a colour */
export async function saveTheme(ctx: Ctx, { theme, colour, radius }: ShopTheme) {
  if (theme === OWN_THEME && !colour) throw new BadInput('请选择颜色', 'colour')
  const known = themes.find(({ id }) => id === theme)?.colour
  const value = { theme, radius, ...(colour && !known && { colour: colour.toLowerCase() }) }
  return saving(ctx, 'theme', value, (tx) => groups.replaceGroup(tx, 'theme', [{ value }]))
}

/** Saves a part of the layout, one save at a time, and drops the cached pages in every process. */
async function saving(
  ctx: Ctx,
  part: keyof Layout,
  after: object,
  work: (tx: Ctx) => Promise<void>,
): Promise<Record<never, never>> {
  await inTransaction(ctx, async (tx) => {
    await lockTree(tx, 'decor layout')
    const before = (await loadLayout(tx))[part]
    await work(tx)
    const objectType = part === 'theme' ? 'shop-theme' : 'page-layout'
    await audit(tx, { action: 'update', objectType, objectId: part, objectName: partNames[part], before, after })
    await cacheOf(tx).drop(tx.db)
    tx.afterCommit?.push(() => cacheOf(tx).dropHere())
    await dropServed(tx)
  })
  return {}
}

const partNames: Record<keyof Layout, string> = {
  theme: '一键换色',
  navigation: '底部导航',
  category: '分类页',
  listStyle: '首页列表样式',
  hotWords: '热搜词',
}
