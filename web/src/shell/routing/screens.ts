import type { ComponentType } from 'react'
import { loadChunk } from '../../kit/page/load-chunk.ts'

type PageModule = { default: ComponentType }

const files = import.meta.glob<PageModule>(['../../areas/*/pages/*.page.tsx', '../pages/*.page.tsx'])

const loaders = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))
const loaded = new Map<string, ComponentType>()

/** `../../areas/product/pages/product-list.page.tsx` → `product/product-list`, `../pages/login.page.tsx` → `shell/login`. */
function nameOf(file: string): string {
  return file
    .replace(/^\.\.\/pages/, 'shell')
    .replace(/^\.\.\/\.\.\/areas\/([^/]+)\/pages/, '$1')
    .replace(/\.page\.tsx$/, '')
}

/**
 * Loads the page of a component name, `<area>/<page>` or `shell/<page>`.
 * @returns the page; undefined for a name this version has no page for
 */
export async function loadScreen(component: string): Promise<ComponentType | undefined> {
  const known = loaded.get(component)
  if (known) return known
  const load = loaders.get(component)
  if (!load) return undefined
  const page = await loadChunk(load)
  loaded.set(component, page.default)
  return page.default
}

/** Fetches a page that may be wanted soon, without consequences. */
export function preloadScreen(component: string): Promise<unknown> {
  return loaders.get(component)?.() ?? Promise.resolve()
}

/** The page of a component name once {@link loadScreen} has it: what a tab draws without waiting. */
export function loadedScreen(component: string): ComponentType | undefined {
  return loaded.get(component)
}
