import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080'

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

export default defineConfig({
  base: '/h5/',
  plugins: [react(), bareDeclarations],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
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
