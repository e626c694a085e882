import { create } from 'zustand'

export type PageName = {
  /** Of the tab and the window: 商品详情-12. */
  title: string
  /** What is done there, in the breadcrumb; undefined where the menu's title says it. */
  heading: string | undefined
}

/** What the pages on show call themselves, by path (SH-11). */
export const usePageNames = create<Readonly<Record<string, PageName | undefined>>>(() => ({}))
