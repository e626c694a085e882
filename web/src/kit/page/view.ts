import { createContext } from 'react'
import { go } from './go.ts'

/** The page a component belongs to. */
export type ViewOwner = {
  /** The path of its tab, by which the instance is known. */
  path: string
  /** The title of its route. */
  title: string
  /** Goes on to another page and closes the tab of this one: a form that is done. */
  leave: (to: string) => void
}

/** Tells the parts of a page which tab is theirs. */
export const ViewContext = createContext<ViewOwner>({ path: '', title: '', leave: go })
