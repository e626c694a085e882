import type { Image } from '../fields.ts'
import * as operations from '../operations.ts'
import { emptyPage, type Page, type PageType, type Settings } from '../page.ts'
import type { Drawing } from './art.ts'

/** A component of a template: its type, its props, its box. */
export type Part = readonly [type: string, props?: Record<string, unknown>, box?: Record<string, unknown>]

/** A ready-made page. It names no product, so that it looks finished in any shop: what it shows is found by rules. */
export type Template = {
  key: string
  title: string
  type: PageType
  /** Drawn in code; stored as files before the page is made. */
  pictures: Readonly<Record<string, Drawing>>
  settings?: Partial<Settings>
  parts: (image: (name: string) => Image) => readonly Part[]
}

/**
 * The page of a template.
 * @param urlOf the address of a picture that was stored
 * @param stamp from `stampOf`
 */
export function pageOf(template: Template, urlOf: (name: string) => string, stamp: number): Page {
  const image = (name: string): Image => {
    const { w = 0, h = 0, alt = '' } = template.pictures[name] ?? {}
    return { url: urlOf(name), alt, w, h }
  }
  let page: Page = { ...emptyPage(template.type), settings: template.settings ?? {} }
  for (const [type, props = {}, box = {}] of template.parts(image))
    page = operations.add(page, { type, preset: { props, box }, stamp }).page
  return page
}

/**
 * Settings of a home or a user centre: it begins at the top of the phone without a bar, and has a way to the service among what it
 * shows, in its foot or in the pages of its products.
 */
export const place = (settings: Partial<Settings>): Partial<Settings> => ({
  pageShow: false,
  serviceShown: false,
  ...settings,
})

/** Cards on the page's ground. */
export const CARD = { radius: 12, gap: 8 }
/** Without a ground of its own. */
export const BARE = { bg: ['#ffffff00', '#ffffff00'], gap: 8, top: 0, bottom: 0 }

/** Slides without a ground, close below what stands before them. */
export const slides = (images: readonly Image[], links: readonly string[], height = 162): Part => [
  'carousel',
  { slides: images.map((image, index) => ({ image, link: links[index] ?? '' })), height, radius: 12, dotTone: 'theme' },
  { ...BARE },
]

/** Marks of categories, two rows of five or four. */
export const marks = (image: (name: string) => Image, names: readonly string[], columns: 5 | 4 = 5): Part => [
  'iconNav',
  {
    items: names.map((name) => ({ image: image(name), title: name, link: '/pages/goods_cate/goods_cate' })),
    rows: names.length > columns ? '2' : 'slide',
    columns,
    radius: 16,
  },
  CARD,
]

/** A title above a list of products. */
export const goods = (
  [title, subtitle]: readonly [string, string],
  source: { source: 'newest' | 'bestseller' | 'flag'; flag?: string; count?: number },
  layout: 'two' | 'three' | 'row' | 'big' | 'slide' = 'two',
): Part[] => [
  [
    'titleBar',
    // Dark enough for the tinted grounds of pages.
    { title, subtitle, link: '/pages/goods/goods_list/index', size: 18, subColour: '#4f535b', moreColour: '#4f535b' },
    { ...BARE, gap: 12 },
  ],
  [
    'goodsList',
    { ...source, layout, show: ['name', 'price', 'sales', 'badge'], radius: 12, space: 8 },
    { ...BARE, gap: 4 },
  ],
]
