import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { quickFolder } from '../../../server/src/testing/database/quick-folder.ts'
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/process/server-process.ts'

/** A complete server with its own database. */
export type Shop = ServerProcess & {
  /** The password of the demo shop's staff, or of `admin` in an empty shop; '' in one that is not set up. */
  password: string
  end(): Promise<void>
}

/**
 * Starts the demo shop, with staff of every default role; or an empty one, set up by `admin` without any data; or one that
 * is not set up.
 * @param given its folder, which is kept
 */
export async function startShop(kind: 'demo' | 'empty' | 'fresh', given?: string): Promise<Shop> {
  const folder = given ?? (await mkdtemp(join(quickFolder(), 'zhanggui-e2e-')))
  const env = { ZHANGGUI_DATA: folder, CAPTCHA_FIXED_CODE: '7', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'debug' }
  const filled = process.env.ZHANGGUI_E2E_DEMO ?? ''
  if (kind === 'demo' && !given && existsSync(filled)) await cp(filled, folder, { recursive: true })
  const server = await startServerProcess(env, kind === 'demo' ? 'demo.ts' : 'main.ts')
  const password =
    kind === 'demo'
      ? await readFile(join(folder, 'demo-password'), 'utf8')
      : kind === 'empty'
        ? await setUp(server)
        : ''
  return {
    ...server,
    password,
    end: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Sets a shop up as its first administrator does.
 * @returns the password of `admin`
 */
async function setUp({ url, output }: ServerProcess): Promise<string> {
  const password = 'Abacus-Beads-13'
  const setupToken = /初始化令牌：([\w-]{32})/.exec(output())?.[1]
  const answer = await fetch(`${url}/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ setupToken, username: 'admin', nickName: '店主', password, siteName: '新开的店' }),
  })
  if (answer.status !== 200) throw new Error(`the shop was not set up: ${await answer.text()}`)
  return password
}

export type Answer<Body> = { status: number; body: Body }
export type Account = { username: string; password: string }

/** A signed-in member of staff who calls the server directly. */
export type Staff = Account & {
  token: string
  /** The nickname. */
  name: string
  call<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer<Body>>
}

/** A signed-in session. */
export type Session = Account & { token: string; name: string }

/**
 * Signs in without a browser.
 * @param ip the address the server sees
 * @throws when the server refuses
 */
export async function signIn(shop: Shop, account: Account, ip: string): Promise<Staff> {
  return staffOf(shop, await newSession(shop, account, ip), ip)
}

export async function newSession(shop: Shop, { username, password }: Account, ip: string): Promise<Session> {
  const { uuid } = (await send<{ uuid: string }>(shop, ip, 'GET', '/auth/code')).body
  type SignedIn = { token: string; user: { name: string }; message?: string }
  const login = await send<SignedIn>(shop, ip, 'POST', '/auth/login', { username, password, uuid, code: '7' })
  const { token, user, message } = login.body
  if (login.status !== 200) throw new Error(`${username} cannot sign in: ${message}`)
  return { username, password, token, name: user.name }
}

export function staffOf(shop: Shop, session: Session, ip: string): Staff {
  return { ...session, call: (method, path, body) => send(shop, ip, method, path, body, session.token) }
}

async function send<Body>(
  shop: Shop,
  ip: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer<Body>> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
  const answer = await fetch(shop.url + path, {
    method,
    headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

type MenuNode = { id: number; permissions: string[]; children?: MenuNode[] }

/** The ids of the menu rows with any of the permissions, as a role is given them. */
export async function menusWith(admin: Staff, permissions: readonly string[]): Promise<{ id: number }[]> {
  const { body } = await admin.call<MenuNode[]>('GET', '/api/menus/tree')
  const listed = (nodes: readonly MenuNode[]): MenuNode[] =>
    nodes.flatMap((node) => [node, ...listed(node.children ?? [])])
  return listed(body)
    .filter((node) => node.permissions.some((permission) => permissions.includes(permission)))
    .map(({ id }) => ({ id }))
}

/** Makes names unique to a test, as role codes and user names can be used only once. */
let made = 0
const stamp = () => `${Date.now().toString(36)}${(++made).toString(36)}`

export type Role = { id: number; version: number; name: string }

/** Adds a role with the permissions. @param dataScope which rows its holders see */
export async function makeRole(admin: Staff, permissions: readonly string[], dataScope = '全部'): Promise<Role> {
  const name = `角色${stamp()}`
  const saved = await admin.call<{ id: number; version: number }>('POST', '/api/roles', {
    name,
    permission: `r_${stamp()}`,
    level: 5,
    dataScope,
    menus: await menusWith(admin, permissions),
  })
  if (saved.status !== 200) throw new Error(`the role was not saved: ${JSON.stringify(saved.body)}`)
  return { ...saved.body, name }
}

/** Adds a member of staff with the roles, and the stores they work in, who has already changed the initial password. */
export async function hire(
  shop: Shop,
  admin: Staff,
  roles: readonly { id: number }[],
  ip: string,
  storeIds: readonly number[] = [],
): Promise<Account> {
  const username = `u${stamp()}`
  const [first, password] = ['First-Secret-31', 'Second-Secret-47']
  const nickName = `员工${username.slice(-6)}`
  const body = { username, nickName, password: first, roles: roles.map(({ id }) => ({ id })), storeIds }
  const saved = await admin.call('POST', '/api/users', body)
  if (saved.status !== 200) throw new Error(`the user was not saved: ${JSON.stringify(saved.body)}`)
  const staff = await signIn(shop, { username, password: first }, ip)
  const changed = await staff.call('POST', '/api/users/updatePass', { oldPass: first, newPass: password })
  if (changed.status !== 200) throw new Error(`the password was not changed: ${JSON.stringify(changed.body)}`)
  await staff.call('DELETE', '/auth/logout')
  return { username, password }
}
