import { create } from 'zustand'

export type PageName = {
  /** Name of the tab and the window: 商品详情 · 纯牛奶. */
  title: string
  /** The breadcrumb's text; undefined where the menu's title fits. */
  heading: string | undefined
}

/** The names of open pages, by path. */
export const usePageNames = create<Readonly<Record<string, PageName | undefined>>>(() => ({}))
