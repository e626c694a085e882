import { createContext } from 'react'
import type { StateTab } from '../state-tabs.tsx'

/** The saved views of a list, as its tabs draw them. */
export type ListViewTabs = {
  tabs: readonly StateTab<string>[]
  /** The view that is shown. */
  active: string | undefined
  open: (key: string) => void
  /** Leaves the view that is shown, with its filters. */
  leave: () => void
}

/** The names of the columns as a list shows them, given by `ListPage` to its tools: an export may take just these. */
export const ShownColumns = createContext<readonly string[]>([])

/** Given by `ListPage` to the tabs in its header. */
export const ListViews = createContext<ListViewTabs | undefined>(undefined)
