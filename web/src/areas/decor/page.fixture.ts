import type { PageInfo, PageRow } from '@zhanggui/contract/decor/page.ts'
import * as operations from '@zhanggui/page-kit/operations.ts'
import { componentsOf, emptyPage, type Page } from '@zhanggui/page-kit/page.ts'

/** A page of the list, published and unchanged. */
export function makePageRow(id: number, given: Partial<PageRow> = {}): PageRow {
  return {
    id,
    version: 3,
    name: `页面${id}`,
    terminal: 3,
    type: 2,
    coverImage: '',
    templateKey: '',
    isDefault: false,
    enabled: true,
    publishState: 1,
    changes: 0,
    publishedNo: 1,
    publishTime: '2026-11-20 09:00:00',
    publishBy: '许北',
    publishAt: null,
    offlineAt: null,
    deletedTime: null,
    updateBy: '许北',
    createTime: '2026-11-01 09:00:00',
    updateTime: '2026-11-20 09:00:00',
    editors: [],
    views7: 0,
    ...given,
  }
}

/** A page with components of these types in the flow, in their order. */
export function makePage(types: readonly string[]): Page {
  return types.reduce(
    (page, type, index) => operations.add(page, { type, stamp: 1_767_225_600_000_000 + index }).page,
    emptyPage(),
  )
}

/** A page as the designer reads it. */
export function makePageInfo(page: Page, given: Partial<PageInfo> = {}): PageInfo {
  const { views7: _, ...row } = makePageRow(7)
  const { settings, share, value } = page
  return { ...row, name: '秋冬首页', settings, share, value, liveVersionId: null, ...given } as PageInfo
}

export const idsOf = (page: Page): string[] => componentsOf(page).map(({ id }) => id)
export const typesOf = (page: Page): string[] => componentsOf(page).map(({ type }) => type)
