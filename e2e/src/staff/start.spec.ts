import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { root } from '../../../scripts/run.ts'
import { quickFolder } from '../../../server/src/testing/database/quick-folder.ts'

const ownFolders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
/** Where `node` and `npm` are found: those of the machine, which may be older, or the repository's Node first. */
const machinePath = ownFolders.join(delimiter)
const ownPath = [join(root, 'node_modules/node/bin'), ...ownFolders].join(delimiter)

type Started = {
  npm: ChildProcess
  /** npm, what it started, and the server, without PostgreSQL. */
  pids: number[]
  serverPid: number
  url: string
  output: () => string
}

const shops: string[] = []

async function makeFolder() {
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-npm-'))
  shops.push(folder)
  return folder
}

test.afterAll(async () => {
  for (const folder of shops) await rm(folder, { recursive: true, force: true })
})

/** Starts a shop as its owner does: `npm start`, with nothing set but the folder and a free port. */
async function npmStart(folder: string, path = machinePath): Promise<Started> {
  const outside = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|LOG_LEVEL$|ROLE$)/.test(name))
  const env = { ...Object.fromEntries(outside), PATH: path, PORT: '0', ZHANGGUI_DATA: folder }
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk
  }
  npm.stdout.on('data', take)
  npm.stderr.on('data', take)
  const isStarted = () => /(初始化令牌|控制台已启动)：\S+\n$/.test(output)
  await expect.poll(() => isStarted() || npm.exitCode !== null).toBe(true)
  if (!isStarted()) throw new Error(`npm start ended with ${npm.exitCode}: ${output}`)
  const { pid: serverPid } = JSON.parse(await readFile(join(folder, 'database.json'), 'utf8')) as { pid: number }
  const url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? ''
  return { npm, pids: familyOf(npm.pid ?? 0, serverPid), serverPid, url, output: () => output }
}

/** The ids from a process down to one of its descendants. */
function familyOf(ancestor: number, descendant: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]))
  const family = [descendant]
  for (let pid = descendant; pid !== ancestor; ) {
    pid = parents.get(pid) ?? 0
    if (!pid) throw new Error('the server does not descend from npm')
    family.unshift(pid)
  }
  return family
}

/** Those that run, apart from the dead that nobody has asked after yet. */
function alive(pids: readonly number[]): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  const states = new Map(rows.map((row) => row.trim().split(/\s+/) as [string, string]))
  return pids.filter((pid) => !(states.get(`${pid}`) ?? 'Z').startsWith('Z'))
}

const untilGone = (pids: readonly number[]) => expect.poll(() => alive(pids)).toEqual([])

test('address and token stay the last lines until the shop is set up, whatever is called', async () => {
  const folder = await makeFolder()
  const shop = await npmStart(folder)
  const printed = shop.output()
  const token = /http:\/\/localhost:\d+\/setup\n初始化令牌：([\w-]{32})\n$/.exec(printed)?.[1]
  expect(token).toBeDefined()
  const post = (path: string, body: object) =>
    fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (const path of ['/', '/setup', '/auth/site', '/auth/info', '/healthz', '/no-such-page', '/%00', '/file/none.jpg'])
    await fetch(shop.url + path)
  expect((await post('/auth/setup/token', { setupToken: 'wrong' })).status).toBe(422)
  const form = { username: 'laoban', nickName: '王老板', password: 'Abacus-Beads-13', siteName: '算盘小店' }
  expect((await post('/auth/setup', { ...form, setupToken: token })).status).toBe(200)
  expect(shop.output()).toBe(printed)
  // The way to end it that the next test leaves out.
  process.kill(shop.serverPid, 'SIGTERM')
  await untilGone(shop.pids)
  await expect(readFile(join(folder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
})

for (const [whose, path, ways] of [
  ['the machine’s Node', machinePath, ['SIGKILL server', 'SIGKILL npm', 'SIGTERM npm']],
  ['a Node that is new enough', ownPath, ['SIGKILL server', 'SIGKILL npm', 'SIGTERM npm']],
] as const)
  test(`under ${whose}, npm start and its server end together, however either is ended`, async () => {
    const folder = await makeFolder()
    for (const way of ways) {
      const [signal, victim] = way.split(' ') as ['SIGKILL' | 'SIGTERM', 'npm' | 'server']
      const { npm, pids, serverPid } = await npmStart(folder, path)
      process.kill(victim === 'npm' ? (npm.pid ?? 0) : serverPid, signal)
      await untilGone(pids)
      // A server that was killed could not stop its database; the next start does.
      if (way !== 'SIGKILL server')
        await expect(readFile(join(folder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
    }
  })
