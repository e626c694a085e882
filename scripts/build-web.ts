import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildIfChanged } from './build-if-changed.ts'
import { root } from './run.ts'

const web = join(root, 'web')
const stamp = join(web, 'dist/.build-hash')
const sources = ['package-lock.json', 'web', 'contract/src', 'domain/src']

/**
 * Builds the console into `web/dist` if any of its sources changed since the last build. The build runs in its own
 * process, so that its memory is released afterwards.
 * @throws when the build fails
 */
export async function buildWeb(): Promise<void> {
  await buildIfChanged({ stamp, sources }, runVite)
}

async function runVite(): Promise<void> {
  console.log('正在构建控制台…')
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    // The console is always built for production, whatever NODE_ENV the server has.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error('控制台构建失败，原因见上。')
}

if (import.meta.main) await buildWeb()
