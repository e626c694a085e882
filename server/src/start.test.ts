import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginAnswer } from '@zhanggui/contract/staff/auth.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withClient } from './testing/database/emptying.ts'
import { quickFolder } from './testing/database/quick-folder.ts'
import { type ServerProcess, startServerProcess } from './testing/process/server-process.ts'
import { openShop } from './testing/shop.ts'

const owner = { ADMIN_INITIAL_USERNAME: 'owner', ADMIN_INITIAL_PASSWORD: 'Unattended-2026' }
const code = { CAPTCHA_FIXED_CODE: '7' }

/** A shop that was started once: creating its database takes longer than most of the tests. */
let shopFolder: string
let first: { output: string; exitCode: number | null }

beforeAll(async () => {
  shopFolder = await mkdtemp(join(quickFolder(), 'zhanggui-start-'))
  const server = await startServerProcess({ ZHANGGUI_DATA: shopFolder })
  first = { output: server.output(), exitCode: await server.stop() }
})

afterAll(() => rm(shopFolder, { recursive: true, force: true }))

async function copyShop(): Promise<string> {
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(shopFolder, folder, { recursive: true })
  return folder
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(env)
  onTestFinished(async () => {
    await server.stop()
  })
  return server
}

async function signIn({ url }: ServerProcess, form: Record<string, string>, ip = '198.51.100.1') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
  const captcha = (await (await fetch(`${url}/auth/code`, { headers })).json()) as { uuid: string }
  const body = JSON.stringify({ code: '7', uuid: captcha.uuid, ...form })
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as LoginAnswer }
}

test('a server killed while writing restarts with every acknowledged row', async () => {
  const env = { ...owner, ...code, ZHANGGUI_DATA: await copyShop() }
  const server = await start(env)
  const login = await signIn(server, { username: 'owner', password: 'Unattended-2026' })
  const headers = { authorization: `Bearer ${login.body.token}`, 'content-type': 'application/json' }
  const call = (to: ServerProcess, method: string, path: string, body?: unknown) =>
    fetch(to.url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  const changed = await call(server, 'POST', '/api/users/updatePass', {
    oldPass: 'Unattended-2026',
    newPass: 'Changed-Now-2026',
  })
  expect(changed.status).toBe(200)

  const acknowledged: string[] = []
  let going = true
  const writer = async (who: number) => {
    for (let row = 0; going; row++) {
      const name = `部门 ${who}-${row}`
      const answer = await call(server, 'POST', '/api/dept', { name }).catch(() => undefined)
      if (!answer) return
      if (answer.status === 200) acknowledged.push(name)
    }
  }
  const writing = Promise.all([0, 1, 2, 3].map(writer))
  while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 20))
  await server.kill()
  going = false
  await writing

  const again = await start(env)
  const list = (await (await call(again, 'GET', '/api/dept')).json()) as { name: string }[]
  const names = new Set(list.map(({ name }) => name))
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
  // The session is a row too.
  expect((await call(again, 'GET', '/auth/info')).status).toBe(200)
})

test('a server whose database is killed, or one backend of it, serves again', async () => {
  const folder = await copyShop()
  const server = await start({ ...owner, ...code, ZHANGGUI_DATA: folder })
  const readPid = async () => Number.parseInt(await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
  const ask = async (path: string) => (await fetch(server.url + path)).status
  const serves = () => ask('/auth/site')
  const postmaster = await readPid()
  const { passwords, port } = JSON.parse(await readFile(join(folder, 'database.json'), 'utf8'))
  const backend = await withClient(`postgres://postgres:${passwords.postgres}@127.0.0.1:${port}/zhanggui`, (client) =>
    client.query(`select pid from pg_stat_activity where usename = 'zhanggui_app' limit 1`),
  )
  process.kill(backend.rows[0].pid, 'SIGKILL')
  // Calls that come while PostgreSQL recovers wait for it.
  await expect.poll(serves).toBe(200)
  for (let call = 0; call < 20; call++) expect(await serves()).toBe(200)
  expect(await readPid()).toBe(postmaster)

  process.kill(postmaster, 'SIGKILL')
  // Answered while the database is gone, too: 503, or 200 where it runs again already.
  expect([200, 503]).toContain(await ask('/readyz'))
  // Backends outlive their postmaster for a moment, so an answer alone proves nothing.
  await expect.poll(() => server.output()).toContain('the embedded database runs again')
  expect(await serves()).toBe(200)
  expect(await ask('/readyz')).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a second server on the same folder is refused with a message', async () => {
  await start({ ZHANGGUI_DATA: shopFolder })
  await expect(startServerProcess({ ZHANGGUI_DATA: shopFolder })).rejects.toThrow('正被另一个服务器')
})

test('SIGTERM stops the server cleanly', () => {
  expect(first.exitCode).toBe(0)
})

test('address and set-up token are the last lines at the start, in Chinese', () => {
  const lines = first.output.trim().split('\n').slice(-2)
  expect(lines).toEqual([
    expect.stringMatching(/^http:\/\/localhost:\d+\/setup$/),
    expect.stringMatching(/^初始化令牌：[\w-]{32}$/),
  ])
})

describe('what stops the start is said in one Chinese sentence, without a stack', () => {
  const refused = async (env: Record<string, string>) => {
    const { message } = await startServerProcess(env).then(
      () => new Error('it started'),
      (error: Error) => error,
    )
    return message.trim()
  }

  test('a port in use, another key, a key file that is broken', async () => {
    const { url } = await start({ ZHANGGUI_DATA: await copyShop() })
    const { port } = new URL(url)
    const folder = await copyShop()
    expect(await refused({ ZHANGGUI_DATA: folder, PORT: port })).toMatch(
      /^the server ended with 1: 端口 \d+ 已被占用：请停止占用它的程序，或用 PORT 指定别的端口。$/,
    )
    expect(await refused({ ZHANGGUI_DATA: folder, APP_SECRET_KEY: 'c0'.repeat(32) })).toMatch(
      /^the server ended with 1: APP_SECRET_KEY 不是这个店铺的密钥：.+$/,
    )
    await writeFile(join(folder, 'secret.key'), 'short')
    expect(await refused({ ZHANGGUI_DATA: folder })).toMatch(
      /^the server ended with 1: \S+ 已损坏：应为 64 位十六进制.+$/,
    )
  })

  test('a data folder that cannot be created, with or without a database of the operator’s own', async () => {
    const folder = { ZHANGGUI_DATA: '/proc/zz' }
    for (const env of [folder, { ...folder, DATABASE_URL: 'postgres://127.0.0.1:1/none' }])
      expect(await refused(env)).toMatch(/^the server ended with 1: 无法读写 \/proc\/zz：它不存在，也无法创建。.+$/)
  })

  test('an invalid environment variable', async () => {
    expect(await refused({ PORT: 'eighty' })).toBe(
      'the server ended with 1: PORT 应为 0 到 65535 的整数，现在是「eighty」',
    )
  })
})

test('two server processes on one database share sessions, lock-outs and rate limits', async () => {
  const { databaseUrl, databaseOwnerUrl } = await openShop()
  const env = {
    ...code,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    ZHANGGUI_DATA: await copyShop(),
  }
  const one = await start(env)
  const other = await start(env)

  const login = await signIn(one, { username: 'boss', password: 'Shop-Keeper-2026' })
  const headers = { authorization: `Bearer ${login.body.token}` }
  expect((await fetch(`${other.url}/auth/info`, { headers })).status).toBe(200)
  expect((await fetch(`${other.url}/auth/logout`, { method: 'DELETE', headers })).status).toBe(200)
  expect((await fetch(`${one.url}/auth/info`, { headers })).status).toBe(401)

  for (let tries = 0; tries < 5; tries++)
    await signIn(tries % 2 ? one : other, { username: 'boss', password: 'wrong' }, `198.51.100.${10 + tries}`)
  const locked = await signIn(one, { username: 'boss', password: 'Shop-Keeper-2026' }, '198.51.100.30')
  expect(locked.status).toBe(423)

  const fromOneAddress = { 'x-forwarded-for': '198.51.100.77' }
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      fetch(`${i % 2 ? one.url : other.url}/auth/code`, { headers: fromOneAddress }),
    ),
  )
  expect(codes.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(20)
  expect(codes.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20)
})
