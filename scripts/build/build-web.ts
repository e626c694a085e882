import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'
import { buildIfChanged } from './build-if-changed.ts'

const shared = ['package-lock.json', 'page-kit/src', 'contract/src', 'domain/src']
const applications = [
  { folder: 'web', name: '控制台' },
  { folder: 'h5', name: '商城' },
]

/**
 * Builds the console into `web/dist` and the buyers' storefront into `h5/dist`, each if any of its sources changed since its last
 * build. A build runs in its own process, so that its memory is released afterwards.
 * @throws when a build fails
 */
export async function buildWeb(): Promise<void> {
  for (const { folder, name } of applications) {
    const stamp = join(root, folder, 'dist/.build-hash')
    await buildIfChanged({ stamp, sources: [folder, ...shared] }, () => runVite(join(root, folder), name))
  }
}

async function runVite(folder: string, name: string): Promise<void> {
  console.log(`正在构建${name}…`)
  const vite = join(dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    // Always built for production, whatever NODE_ENV the server has.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error(`${name}构建失败，原因见上。`)
}

if (import.meta.main) await buildWeb()
