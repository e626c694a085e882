import type { ComponentType } from 'react'
import { chunkFailed } from '../../kit/page/chunk-reload.ts'

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

/**
 * Loads a part of the program. A part that is gone, as after an update, is worth one reload of the page; after that the
 * failure goes on to the caller (SH-9).
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (chunkFailed(window.sessionStorage, Date.now()) === 'give-up') throw new ChunkError({ cause: error })
    window.location.reload()
    return new Promise<never>(() => undefined)
  }
}

/** A part of the program that could not be loaded, a reload notwithstanding. */
export class ChunkError extends Error {
  constructor(options: ErrorOptions) {
    super('页面资源加载失败，请刷新重试', options)
    this.name = 'ChunkError'
  }
}
