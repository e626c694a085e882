import { createContext } from 'react'
import { go } from './go.ts'

/** The page a component belongs to. */
export type ViewOwner = {
  /** The path of its tab, which identifies the instance. */
  path: string
  /** The title of its route. */
  title: string
  /** Goes to another page and closes this page's tab, as when a form is done. */
  leave: (to: string) => void
}

/** Gives the parts of a page the tab they belong to. */
export const ViewContext = createContext<ViewOwner>({ path: '', title: '', leave: go })
