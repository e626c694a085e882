import { frontSite, type Site } from '@zhanggui/contract/decor/front-page.ts'
import { useRead } from './read.ts'

/** The shop itself; every document brings it. */
export const useSite = (): Site | undefined => useRead(frontSite.site).data
