import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'web')
const hashFile = join(web, 'dist/.build-hash')

/**
 * Builds the console into `web/dist` if any of its sources changed since the last build. The build runs in its own
 * process, so that its memory is released afterwards.
 * @throws when the build fails
 */
export async function buildWeb(): Promise<void> {
  const hash = await hashSources()
  if ((await readFile(hashFile, 'utf8').catch(() => '')) === hash) return
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
  await writeFile(hashFile, hash)
}

async function hashSources(): Promise<string> {
  const files: string[] = [join(root, 'package-lock.json')]
  for (const folder of ['web', 'contract/src', 'domain/src']) await collectFiles(join(root, folder), files)
  const hash = createHash('sha256')
  for (const file of files) {
    const content = await readFile(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @param files receives the paths, in a fixed order */
async function collectFiles(folder: string, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isFile()) files.push(path)
    else if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist')
      await collectFiles(path, files)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
