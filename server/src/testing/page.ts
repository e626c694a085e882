import { pageLayout, shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { decorPage, type PageDraft, type Publication } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { add } from '@zhanggui/page-kit/operations.ts'
import { componentsOf, emptyPage, type Page, type PageType } from '@zhanggui/page-kit/page.ts'
import { expect } from 'vitest'
import { openProductShop, type ProductShop } from './product.ts'
import type { Caller, ShopOptions } from './shop.ts'

/** All routes of pages. */
export const pageRoutes = [decorPage, pageVersion, pageTemplate, pageBlock, pageLayout, shopTheme].flatMap((routes) =>
  Object.values(routes),
)

/** A shop, and somebody with all permissions for pages. */
export type PageShop = ProductShop & { keeper: Caller }

export async function openPageShop(options: ShopOptions = {}): Promise<PageShop> {
  const opened = await openProductShop(options)
  return { ...opened, keeper: await opened.shop.signIn({ can: pageRoutes }) }
}

type Part = [type: string, props?: Record<string, unknown>, rule?: Record<string, unknown>]

/** The components of a page, as the designer would make them. */
export function partsOf(parts: readonly Part[], type: PageType = 2): Record<string, unknown> {
  let page: Page = emptyPage(type)
  for (const [index, [kind, props = {}, rule = {}]] of parts.entries())
    page = add(page, { type: kind, preset: { props, rule }, stamp: 1_767_225_600_000_000 + index }).page
  return page.value
}

export const title = (text: string, link = '/pages/index/index') => ['titleBar', { title: text, link }] satisfies Part

/** The ids of the components of a page, in their order. */
export const idsOf = (value: Record<string, unknown>): string[] =>
  componentsOf({ value: value as Page['value'] }).map(({ id }) => id)

let made = 0
/** A page with a title. */
export function pageDraft(change: Partial<PageDraft> = {}): PageDraft {
  return { name: `页面${++made}`, terminal: 3, type: 2, value: partsOf([title('新品')]), ...change }
}

export async function makePage(keeper: Caller, change: Partial<PageDraft> = {}) {
  const { status, body } = await keeper.call(decorPage.save, { body: pageDraft(change) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

export async function readPage(keeper: Caller, id: number) {
  const { status, body } = await keeper.call(decorPage.info, { params: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

export async function publish(keeper: Caller, id: number, publication: Publication = {}) {
  const { status, body } = await keeper.call(decorPage.publish, { params: { id }, body: publication })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A page that is live. */
export async function makeLive(keeper: Caller, change: Partial<PageDraft> = {}): Promise<number> {
  const { id } = await makePage(keeper, change)
  await publish(keeper, id)
  return id
}
