import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../run.ts'
import { buildIfChanged } from './build-if-changed.ts'

export const bundleFolder = join(root, 'server/dist')
/** Names the files of the newest bundle. */
export const bundleList = join(bundleFolder, 'files.json')

export type Bundle = { main: string; demo: string; files: string[] }

/**
 * Bundles the server into `server/dist` if its sources changed since the last time (decision 0063). Runs in its own process, so
 * that its memory is released afterwards.
 * @returns the addresses to import for `npm start` and `npm run demo`
 * @throws when it cannot be bundled
 */
export async function buildServer(): Promise<Pick<Bundle, 'main' | 'demo'>> {
  const bundler = 'scripts/build/bundle-server.ts'
  const code = ['domain/src', 'contract/src', 'page-kit/src', 'server/src']
  const sources = ['package-lock.json', 'package.json', bundler, ...code]
  // Of the page kit, views belong to browsers.
  const without = (path: string) => /\.test\.tsx?$|\.(?:tsx|css)$|^(?:server|page-kit)\/src\/testing\//.test(path)
  await buildIfChanged({ stamp: join(bundleFolder, '.build-hash'), sources, without }, async () => {
    console.log('正在打包服务器…')
    const bundling = spawn(process.execPath, [join(root, bundler)], { stdio: 'inherit' })
    const [code] = await once(bundling, 'exit')
    if (code !== 0) throw new Error('服务器打包失败，原因见上。')
  })
  const { main, demo } = await readBundle()
  const urlOf = (name: string) => pathToFileURL(join(bundleFolder, name)).href
  return { main: urlOf(main), demo: urlOf(demo) }
}

export async function readBundle(): Promise<Bundle> {
  return JSON.parse(await readFile(bundleList, 'utf8'))
}

if (import.meta.main) await buildServer()
