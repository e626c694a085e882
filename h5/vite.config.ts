import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080'

/** Whatever is not a screen itself. */
const OWN = /\/(?:h5\/src\/(?!screens\/)|page-kit\/src|contract\/src|domain\/src)/
/** What so many screens need is loaded with each of them, in one file: a browser fetches six at a time. */
const COMMON = 12
/** What the pages of products and activities share: a file for each set of them would be twenty. */
const GOODS = /\/h5\/src\/sheets\/(?:goods|activity|sku|share)\//

/** A class by its name and its file: Vite's own, which say the line as well, are half a kilobyte more of what a phone loads first. */
const classOf = (name: string, file: string) =>
  `${name}-${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const only = (value: Fields, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => key in value).map((key) => [key, value[key]]))

const isRoute = (value: unknown) => isObject(value) && 'method' in value && 'path' in value
const isComponent = (value: unknown) => isObject(value) && 'zone' in value && 'props' in value
const bareRoute = (value: unknown) => only(value as Fields, ['method', 'path', 'permission', 'quiet'])

/** What the storefront needs of an export; undefined for what it has no use for. */
function bareOf(value: unknown): unknown {
  if (isComponent(value)) return only(value as Fields, ['type', 'title', 'zone'])
  if (!isObject(value)) return typeof value === 'function' ? undefined : value
  const entries = Object.entries(value)
  if (entries.some(([, each]) => isRoute(each)))
    return Object.fromEntries(entries.map(([key, each]) => [key, bareRoute(each)]))
  return entries.some(([, each]) => isObject(each) || typeof each === 'function') ? undefined : value
}
const isDeclaring = (value: unknown) => isComponent(value) || (isObject(value) && Object.values(value).some(isRoute))

/**
 * Schemas are for the server and the designer, and would double what a phone loads: of a call the storefront needs where it goes and
 * who may call it, of a component where it stands. Constants beside them stay; an import of anything else there fails the build.
 */
const bareDeclarations: Plugin = {
  name: 'bare-declarations',
  apply: 'build',
  load: {
    filter: { id: /\/(?:contract\/src\/.*|page-kit\/src\/components\/.*\/schema)\.ts$/ },
    async handler(id) {
      const exported: [string, unknown][] = Object.entries(await import(pathToFileURL(id).href))
      if (!exported.some(([, value]) => isDeclaring(value))) return undefined
      return exported
        .map(([name, value]) => [name, bareOf(value)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  },
}

/** The source of a screen, as the table of screens imports it: `() => import('../screens/cart/cart.screen.tsx')`. */
function sourceOf(load: () => unknown): string {
  const [, source] = /import\(['"]\.\.\/(screens\/[\w/.-]+)['"]\)/.exec(String(load)) ?? []
  if (!source) throw new Error(`no source of a screen: ${load}`)
  return `src/${source}`
}

/** Tells the server which addresses the storefront knows, and what each of them loads. */
const screenTable: Plugin = {
  name: 'screen-table',
  apply: 'build',
  async generateBundle() {
    const table = pathToFileURL(join(import.meta.dirname, 'src/app/screens.ts')).href
    const { screens, lost }: typeof import('./src/app/screens.ts') = await import(table)
    const paths = Object.fromEntries(screens.map(({ path, load }) => [path, sourceOf(load)]))
    const source = JSON.stringify({ paths, lost: sourceOf(lost) })
    this.emitFile({ type: 'asset', fileName: 'screens.json', source })
  },
}

export default defineConfig({
  base: '/h5/',
  plugins: [react(), bareDeclarations, screenTable],
  css: { modules: { generateScopedName: classOf } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Fifteen kB for all screens, one file: seventy would each be named in what a phone loads first, and wait for one another.
    cssCodeSplit: false,
    // The server finds by it what a screen loads.
    manifest: 'manifest.json',
    // Inlined small images would need exceptions to the CSP, which allows only files of our own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry lists the files of all screens: their names are 1 kB of what a phone loads first.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          // What every screen needs and few releases change keeps its file name, and so stays in the browser's cache.
          groups: [
            {
              name: 'platform',
              test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt)\//,
              priority: 1,
            },
            { name: 'base', test: OWN, minShareCount: COMMON, priority: 0.9 },
            { name: 'goods', test: GOODS, minShareCount: 2, includeDependenciesRecursively: false, priority: 0.8 },
          ],
        },
      },
    },
  },
  server: { port: 5174, proxy: Object.fromEntries(['/api', '/file'].map((prefix) => [prefix, server])) },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/h5' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    isolate: false,
    // Same as in vitest.config.ts; the reason is there.
    maxWorkers: availableParallelism() + 1,
  },
})
