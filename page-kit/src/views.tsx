import { laterViews } from './later-views.tsx'
import { pageViews } from './page-views.tsx'
import { userViews } from './user-views.tsx'
import { lookUp } from './view.tsx'

/** The view of any component, those of user centres included. */
export const viewOf = lookUp({ ...pageViews, ...laterViews, ...userViews })
