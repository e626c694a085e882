import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Route, RouteInput } from '@zhanggui/contract/routes.ts'
import type { Static, TSchema } from '@zhanggui/contract/schema.ts'
import type { LoginAnswer, MfaQuestion } from '@zhanggui/contract/staff/auth.ts'
import type { DataScope } from '@zhanggui/contract/staff/role.ts'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { buildApp, buildFront, type Front, type RunningApp } from '../app.ts'
import { adminUserRoles, adminUserStores, adminUsers } from '../areas/staff/admin-user/admin-user.tables.ts'
import { menus } from '../areas/staff/menu/menu.tables.ts'
import { roleDepts, roleMenus, roles } from '../areas/staff/role/role.tables.ts'
import { openSession } from '../areas/staff/sign-in/session.service.ts'
import { openBuyerSession } from '../areas/user/buyer-session/buyer-session.service.ts'
import { shopUsers } from '../areas/user/shop-user/shop-user.tables.ts'
import { type Config, readConfig } from '../config.ts'
import { type BuyerChannel, type Ctx, inTransaction } from '../platform/http/context.ts'
import type { App } from '../platform/http/serve.ts'
import { hashPassword } from '../platform/security/password-hash.ts'
import { emptyDatabase } from './database/emptying.ts'
import { type KeptConnections, keepConnections } from './database/kept-connections.ts'
import { quickFolder } from './database/quick-folder.ts'
import { environment, named, onDatabase } from './templates.ts'
import { compareAnswers } from './walk/contract-check.ts'

/** The answer to a call. */
export type Answer<Body> = { status: number; body: Body; headers: Record<string, string | string[] | undefined> }

/** The parts of a route's input a test gives; the rest is omitted, as a client might do. */
export type CallInput<Spec extends Route> = {
  [Part in keyof RouteInput<Spec>]?: RouteInput<Spec>[Part] extends undefined ? never : RouteInput<Spec>[Part]
} & { headers?: Record<string, string>; process?: RunningApp }

/** The answer to a sign-in without a second factor. */
export function signedInBy({ body }: Answer<LoginAnswer | MfaQuestion>): LoginAnswer {
  if (!('token' in body)) throw new Error(`not signed in: ${JSON.stringify(body)}`)
  return body
}

/** A caller, signed in or not. */
export type Caller = {
  userId: number
  username: string
  token: string
  sessionId: string
  /** Calls a route with an input of its type. */
  call<Spec extends Route>(route: Spec, input?: CallInput<Spec>): Promise<Answer<TestAnswer<Spec>>>
  /** Sends any request, for refusals. */
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Refused>>
}

/** What a call answers; of one that may be answered later, too, what it answers then. */
type TestAnswer<Spec extends Route> = Static<Spec['response']> &
  (Spec['accepted'] extends TSchema ? Static<Spec['accepted']> : unknown)

/** An error body as tests read it. */
export type Refused = {
  status: number
  message: string
  code: string
  errors?: { field: string; message: string }[]
  [key: string]: unknown
}

export type SignInOptions = {
  /** The routes the user may call. */
  can?: readonly Route[]
  permissions?: readonly string[]
  /** A default role's code, instead of a role made for the user. */
  role?: string
  level?: number
  dataScope?: DataScope
  deptId?: number
  scopeDeptIds?: readonly number[]
  storeIds?: readonly number[]
  /** Stored hashed, which is slow: only for tests that sign in with it. */
  password?: string
  username?: string
}

export type BuyerOptions = {
  /** Signs this customer in once more, instead of a new one. */
  uid?: number
  nickname?: string
  phone?: string
  channel?: BuyerChannel
  /** Stored hashed, which is slow: only for tests that sign in with it. */
  password?: string
}

export type Shop = {
  app: RunningApp
  ctx: Ctx
  databaseUrl: string
  /** The address for the role that may migrate. */
  databaseOwnerUrl: string
  clock: Clock
  /** Signs in a new user with exactly the given permissions. */
  signIn(options?: SignInOptions): Promise<Caller>
  /** Signs in the super administrator. */
  signInAdmin(): Promise<Caller>
  /** Signs in a new buyer; `userId` is the customer's id. */
  buyer(options?: BuyerOptions): Promise<Caller>
  /** A caller who is not signed in, with a separate IP address. */
  visitor(): Caller
  /** Builds a second application on the same database, like another server process. */
  second(): Promise<RunningApp>
}

/** The shop's clock: real time, shifted by the test. */
export type Clock = { now: () => Date; advance(milliseconds: number): void }

export type ShopOptions = {
  /** false for a shop that waits at /setup, as after the very first start. */
  setUp?: boolean
  env?: Record<string, string>
  /** Adds the test's own routes. */
  serveMore?: (app: App) => void
}

/**
 * Opens a shop that is set up with the default menu and roles, on an otherwise empty database; closed after the test, which
 * fails if any of its answers contradicts the contract.
 */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const database = await takeDatabase(options.setUp ?? true)
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-shop-'))
  const config = readConfig({ ...environment, ZHANGGUI_DATA: folder, ...options.env })
  const clock = makeClock()
  const apps: RunningApp[] = []
  const contradictions = new Set<string>()
  const taken = options.env || options.serveMore ? undefined : await takeFront(config)
  taken?.report((contradiction) => contradictions.add(contradiction))
  onTestFinished(async () => {
    for (const app of apps) await app.close()
    if (taken?.isOpen()) fronts.push(taken)
    await database.giveBack()
    await rm(folder, { recursive: true, force: true })
    if (contradictions.size) throw new Error(`answers contradict the contract:\n${[...contradictions].join('\n')}`)
  })
  const open = async (front?: Front) => {
    const serveMore = (app: App) => {
      options.serveMore?.(app)
      compareAnswers(app, (contradiction) => contradictions.add(contradiction))
    }
    const { url: databaseUrl, Client } = database
    const app = await buildApp({ config, databaseUrl, Client, now: clock.now, ...(front && { front }), serveMore })
    apps.push(app)
    return app
  }
  const app = await open(taken?.front)
  const ctx = app.ownContext()
  let visitors = 0
  let users = 0
  let buyers = 0
  const caller = (who: Pick<Caller, 'userId' | 'username' | 'token' | 'sessionId'>): Caller => {
    const remoteAddress = `203.0.${Math.floor(++visitors / 250)}.${visitors % 250}`
    const send: Caller['send'] = async (method, url, body, headers) => {
      const answer = await app.fastify.inject({
        method: method as 'GET',
        url,
        remoteAddress,
        headers: { ...(who.token && { authorization: `Bearer ${who.token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      const isJson = answer.body !== '' && String(answer.headers['content-type']).startsWith('application/json')
      return {
        status: answer.statusCode,
        body: (isJson ? answer.json() : answer.body) as Refused,
        headers: answer.headers as Answer<unknown>['headers'],
      }
    }
    const call: Caller['call'] = async (route, input = {}) => {
      const {
        params,
        query,
        body,
        headers,
        process = app,
      } = input as CallInput<Route> & Record<string, Record<string, unknown>>
      const answer = await process.fastify.inject({
        method: route.method,
        url: fillPath(route.path, params ?? {}),
        query: fillQuery(query ?? {}),
        remoteAddress,
        headers: { ...(who.token && { authorization: `Bearer ${who.token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers as Answer<unknown>['headers'] }
    }
    return { ...who, call, send }
  }
  const openFor = async (userId: number, username: string) => {
    const { token, id } = await openSession(ctx, userId, false)
    return caller({ userId, username, token, sessionId: id })
  }
  return {
    app,
    ctx,
    databaseUrl: database.url,
    databaseOwnerUrl: database.ownerUrl,
    clock,
    second: () => open(),
    visitor: () => caller({ userId: 0, username: '', token: '', sessionId: '' }),
    signInAdmin: async () => {
      const [admin] = await ctx.db
        .select({ id: adminUsers.id, name: adminUsers.username })
        .from(adminUsers)
        .orderBy(adminUsers.id)
        .limit(1)
      if (!admin) throw new Error('the shop has no administrator')
      return openFor(admin.id, admin.name)
    },
    buyer: async (who = {}) => {
      const { uid, phone, channel = 'h5' } = who
      const username = phone ?? `buyer${++buyers}`
      const userId = uid ?? (await makeCustomer(ctx, username, who))
      const { id, token } = await inTransaction(ctx, (tx) => openBuyerSession(tx, userId, channel))
      return caller({ userId, username, token, sessionId: id })
    },
    signIn: async (who = {}) => {
      const username = who.username ?? `staff${++users}`
      return openFor(await makeUser(ctx, username, who), username)
    },
  }
}

/** Makes an empty database with the schema, which no server uses; dropped after the test. */
export async function openEmptyDatabase(): Promise<{ url: string; ownerUrl: string }> {
  const { giveBack, url, ownerUrl } = await takeDatabase(false)
  onTestFinished(giveBack)
  return { url, ownerUrl }
}

/** Stores a customer. */
async function makeCustomer(
  ctx: Ctx,
  account: string,
  { nickname = '', phone, channel = 'h5', password }: BuyerOptions,
): Promise<number> {
  const passwordHash = password ? await hashPassword(password) : ''
  const customer = { account, nickname, phone, passwordHash, userType: channel, loginType: channel }
  const [saved] = await ctx.db.insert(shopUsers).values(customer).returning({ id: shopUsers.id })
  if (!saved) throw new Error('the customer was not stored')
  return saved.id
}

/** Stores a user with a separate role, or with a default one. */
async function makeUser(ctx: Ctx, username: string, who: SignInOptions): Promise<number> {
  const [user] = await ctx.db
    .insert(adminUsers)
    .values({
      username,
      nickName: username,
      passwordHash: who.password ? await hashPassword(who.password) : 'none',
      deptId: who.deptId,
    })
    .returning({ id: adminUsers.id })
  if (!user) throw new Error('the user was not stored')
  const roleId = who.role ? await findRole(ctx, who.role) : await makeRole(ctx, username, who)
  await ctx.db.insert(adminUserRoles).values({ userId: user.id, roleId })
  const stores = (who.storeIds ?? []).map((storeId) => ({ userId: user.id, storeId }))
  if (stores.length) await ctx.db.insert(adminUserStores).values(stores)
  return user.id
}

async function makeRole(ctx: Ctx, username: string, who: SignInOptions): Promise<number> {
  const permissions = [
    ...(who.permissions ?? []),
    ...(who.can ?? []).flatMap((route) => [route.permission].flat().slice(0, 1)),
  ]
  const [role] = await ctx.db
    .insert(roles)
    .values({
      name: `r ${username}`,
      permission: `role_${username}`,
      level: who.level ?? 3,
      dataScope: who.dataScope ?? '全部',
    })
    .returning({ id: roles.id })
  if (!role) throw new Error('the role was not stored')
  if (permissions.length) {
    const [menu] = await ctx.db
      .insert(menus)
      .values({ name: `grants of ${username}`, type: 2, permissions })
      .returning({ id: menus.id })
    if (menu) await ctx.db.insert(roleMenus).values({ roleId: role.id, menuId: menu.id })
  }
  const scoped = (who.scopeDeptIds ?? []).map((deptId) => ({ roleId: role.id, deptId }))
  if (scoped.length) await ctx.db.insert(roleDepts).values(scoped)
  return role.id
}

async function findRole({ db }: Ctx, code: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from role where permission = ${code}`)
  if (!rows[0]) throw new Error(`no role ${code}`)
  return rows[0].id
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function fillQuery(query: Record<string, unknown>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

function makeClock(): Clock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}

/** Routes and hooks that a test takes over from earlier ones; `report` is told how answers contradict the contract. */
type TakenFront = { front: Front; isOpen(): boolean; report(to: (contradiction: string) => void): void }

/** This process's routes and hooks that no test is using. They have no state, and building them takes longer than most tests. */
const fronts: TakenFront[] = []

async function takeFront(config: Config): Promise<TakenFront> {
  const kept = fronts.pop()
  if (kept) return kept
  let told = (_contradiction: string) => {}
  let isOpen = true
  const front = await buildFront(config, (app) => {
    compareAnswers(app, (contradiction) => told(contradiction))
    app.fastify.addHook('onClose', async () => {
      isOpen = false
    })
  })
  return {
    front,
    isOpen: () => isOpen,
    report: (to) => {
      told = to
    },
  }
}

/** A database for one test, and how the test returns it. */
type TakenDatabase = { url: string; ownerUrl: string; Client: typeof pg.Client; giveBack: () => Promise<void> }

let databases = 0
/** This process's shop databases that no test is using. */
const unused: { name: string; connections: KeptConnections }[] = []

/**
 * Takes the database of a shop that is set up, possibly used by an earlier test whose writes were undone. Without set-up, or
 * where databases cannot be emptied, it is a new copy of a template with the schema.
 */
async function takeDatabase(setUp: boolean): Promise<TakenDatabase> {
  const { ownerUrl, url, superuserUrl, run, templates } = inject('database')
  const kept = setUp ? unused.pop() : undefined
  const { name, connections } = kept ?? { name: `${run}_${process.pid}_${++databases}`, connections: keepConnections() }
  const template = setUp ? templates.shop : templates.empty
  if (!kept) await onDatabase(ownerUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: named(url, name),
    ownerUrl: named(ownerUrl, name),
    Client: connections.Client,
    giveBack: async () => {
      const canEmpty = setUp && superuserUrl && (await emptyDatabase(named(superuserUrl, name), { connections }))
      if (canEmpty) unused.push({ name, connections })
      else {
        await connections.close()
        await onDatabase(ownerUrl, `drop database ${name}`)
      }
    },
  }
}
