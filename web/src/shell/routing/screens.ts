import type { ComponentType } from 'react'
import { loadChunk } from '../../kit/page/load-chunk.ts'

export type PageModule = { default: ComponentType }

/** Only the shell's own pages. The list of the areas' pages grows with them and is in a chunk of its own. */
const ownPages = import.meta.glob<PageModule>('../pages/*.page.tsx')

const loaded = new Map<string, ComponentType>()

const fetchAreas = () => import('./area-screens.ts')

/** Fetches the list of the areas' pages while session and menu are loading. */
export function prepareScreens() {
  // If this fails, the list is fetched again with the first page.
  fetchAreas().catch(() => undefined)
}

async function loaderOf(component: string): Promise<(() => Promise<PageModule>) | undefined> {
  const [area, page] = component.split('/')
  if (area === 'shell') return ownPages[`../pages/${page}.page.tsx`]
  const { areaScreens } = await loadChunk(fetchAreas)
  return areaScreens.get(component)
}

/**
 * Loads the page of a component name, `<area>/<page>` or `shell/<page>`.
 * @returns the page; undefined if this version has no page of that name
 */
export async function loadScreen(component: string): Promise<ComponentType | undefined> {
  const known = loaded.get(component)
  if (known) return known
  const load = await loaderOf(component)
  if (!load) return undefined
  const page = await loadChunk(load)
  loaded.set(component, page.default)
  return page.default
}

/** Prefetches a page that may be needed soon; failures have no effect. */
export async function preloadScreen(component: string): Promise<void> {
  const { areaScreens } = await fetchAreas()
  await areaScreens.get(component)?.()
}

/** The page of a component name once {@link loadScreen} has loaded it; tabs draw it without waiting. */
export function loadedScreen(component: string): ComponentType | undefined {
  return loaded.get(component)
}
