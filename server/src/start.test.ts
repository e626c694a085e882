import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginAnswer } from '@zhanggui/contract/staff/auth.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { quickFolder } from './testing/quick-folder.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
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
}, 60_000)

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

test('a server killed while writing restarts in seconds with every acknowledged row', async () => {
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

  const started = performance.now()
  const again = await start(env)
  expect(performance.now() - started).toBeLessThan(15_000)
  const list = (await (await call(again, 'GET', '/api/dept')).json()) as { name: string }[]
  const names = new Set(list.map(({ name }) => name))
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
  // The session is a row too.
  expect((await call(again, 'GET', '/auth/info')).status).toBe(200)
}, 60_000)

test('a second server on the same folder is refused with a message', async () => {
  await start({ ZHANGGUI_DATA: shopFolder })
  await expect(startServerProcess({ ZHANGGUI_DATA: shopFolder })).rejects.toThrow(/[\u4e00-\u9fff]/)
}, 30_000)

test('SIGTERM stops the server cleanly', () => {
  expect(first.output).toMatch(/setup token: [\w-]{32}/)
  expect(first.exitCode).toBe(0)
})

test('an invalid environment variable stops the start with a message that names it', async () => {
  await expect(startServerProcess({ PORT: 'eighty' })).rejects.toThrow('PORT 应为 0 到 65535 的整数，现在是「eighty」')
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
}, 60_000)
