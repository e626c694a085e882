import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080'

/** Whatever is not a screen itself. */
const OWN = /\/(?:h5\/src\/(?!screens\/)|page-kit\/src|contract\/src|domain\/src)/
/** What so many screens need is loaded with each of them, in one file: a browser fetches six at a time. */
const COMMON = 12
/** What the home and the pages of products load besides: a file for each would cost more than what is in it. */
const SMALL =
  /preload-helper|rolldown\/runtime|\/h5\/src\/(?:go\/spread|sheets\/take-coupon)\.ts|\/page-kit\/src\/parts\/(?:coupon-tickets|goods-card|rich-text|service-entry|slides|tabs)\.|\/page-kit\/src\/components\/(?:carousel|userOrders\/schema)|\/contract\/src\/(?:coupon\/front-coupon|decor\/front-page)\.ts/
/** Calls that several screens make: a few bytes each, whose files would each be named in what a phone loads first. */
const CALLS = /\/contract\/src\//
/** What the pages of products and activities share: a file for each set of them would be twenty. */
const GOODS = /\/h5\/src\/sheets\/(?:goods|activity|sku|share)\//

/** A class by its name and its file: Vite's own, which say the line as well, are half a kilobyte more of what a phone loads first. */
const classOf = (name: string, file: string) => {
  // Each is exported by its name.
  if (RESERVED.test(name)) throw new Error(`${file}: a class cannot be called ${name}`)
  return `${name}-${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 3)}`
}
const RESERVED =
  /^(?:case|class|default|delete|do|else|enum|export|for|if|import|in|new|package|return|static|super|switch|this|try|var|void|with)$|-/

/**
 * Classes are imported one by one: a table of all classes of a file beside each view is a kilobyte of what a phone loads first. Files
 * that choose one by a value keep theirs.
 */
const bareClasses: Plugin = {
  name: 'bare-classes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:h5|page-kit)\/src\/.*\.tsx$/ },
    handler: (code) =>
      code.replace(/^import (\w+) from '([^']+\.module\.css)'$/gm, (whole, name, source) =>
        code.includes(`${name}[`) ? whole : `import * as ${name} from '${source}'`,
      ),
  },
}

/** Files that every document loads. */
const FIRST = 'assets/1-'
const initial = ['platform', 'base']

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const only = (value: Fields, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => key in value).map((key) => [key, value[key]]))

const isRoute = (value: unknown) => isObject(value) && 'method' in value && 'path' in value
const isComponent = (value: unknown) => isObject(value) && 'zone' in value && 'props' in value

/** What the storefront needs of an export; undefined for what it has no use for. */
function bareOf(value: unknown): unknown {
  if (isComponent(value)) return only(value as Fields, ['type', 'title', 'zone'])
  if (!isObject(value)) return typeof value === 'function' ? undefined : value
  return Object.values(value).some((each) => isObject(each) || typeof each === 'function') ? undefined : value
}
const hasRoutes = (value: unknown): value is Fields => isObject(value) && Object.values(value).some(isRoute)
const isDeclaring = (value: unknown) => isComponent(value) || hasRoutes(value)

/**
 * Schemas are for the server and the designer, and would double what a phone loads: of a call the storefront needs where it goes and
 * who may call it, of a component where it stands. Each call is an export of a module of its own kind, so that a screen loads those
 * that it makes. Constants beside them stay; an import of anything else there fails the build.
 */
const bareDeclarations: Plugin = {
  name: 'bare-declarations',
  apply: 'build',
  load: {
    filter: { id: /\/(?:contract\/src\/.*|page-kit\/src\/components\/.*\/schema)\.ts(?:\?calls=\w+)?$/ },
    async handler(id) {
      const [file = '', calls] = id.split('?calls=')
      const exported: Fields = await import(pathToFileURL(file).href)
      if (!Object.values(exported).some(isDeclaring)) return undefined
      const lines = calls ? callsOf(exported[calls] as Fields) : exportsOf(exported, basename(file))
      return { code: lines.join('\n'), moduleSideEffects: false }
    },
  },
}

const exportsOf = (exported: Fields, file: string) =>
  Object.entries(exported).flatMap(([name, value]) => {
    if (hasRoutes(value)) return [`export * as ${name} from './${file}?calls=${name}'`]
    const bare = bareOf(value)
    return bare === undefined ? [] : [`export const ${name} = ${JSON.stringify(bare)}`]
  })

const callsOf = (routes: Fields) =>
  Object.entries(routes).map(([name, route], index) => {
    const { quiet, ...call } = only(route as Fields, ['method', 'path', 'permission', 'quiet'])
    return `const call${index} = ${JSON.stringify({ ...call, ...(quiet === true && { quiet }) })}; export { call${index} as ${name} }`
  })

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
  plugins: [react(), bareDeclarations, bareClasses, screenTable],
  css: { modules: { generateScopedName: classOf } },
  build: {
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // What came with the document is there already.
      resolveDependencies: (_, files) => files.filter((file) => !file.startsWith(FIRST)),
    },
    // Fifteen kB for all screens, one file: seventy would each be named in what a phone loads first, and wait for one another.
    cssCodeSplit: false,
    // The server finds by it what a screen loads.
    manifest: 'manifest.json',
    // Inlined small images would need exceptions to the CSP, which allows only files of our own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry lists the files of all screens: their names are 1 kB of what a phone loads first.
        chunkFileNames: ({ name }) => (initial.includes(name) ? `${FIRST}[hash:7].js` : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          // What every screen needs and few releases change keeps its file name, and so stays in the browser's cache.
          groups: [
            {
              name: 'platform',
              test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt)\//,
              priority: 1,
            },
            { name: 'base', test: SMALL, priority: 0.95 },
            { name: 'base', test: OWN, minShareCount: COMMON, priority: 0.9 },
            { name: 'calls', test: CALLS, minShareCount: 4, includeDependenciesRecursively: false, priority: 0.85 },
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
