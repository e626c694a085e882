import { createContext } from 'react'

/** The page a component belongs to. */
export type ViewOwner = {
  /** The path of its tab, by which the instance is known. */
  path: string
  /** The title of its route. */
  title: string
}

/** Tells the parts of a page which tab is theirs. */
export const ViewContext = createContext<ViewOwner>({ path: '', title: '' })
