import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import {
  type Account,
  hire,
  makeRole,
  newSession,
  type Role,
  type Session,
  type Shop,
  type Staff,
  staffOf,
  startShop,
} from './shop.ts'

export { expect, type Page }

type Visit = {
  /** Staff who are already signed in. */
  as?: Account | string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** Signs in for this journey alone, which ends the session or changes what it may do. */
  alone?: boolean
}

type Fixtures = {
  /** This journey's IP address, so that it has its own limits per address. */
  ip: string
  admin: Staff
  /** Signs in one of the demo staff, or a new one, without a browser. */
  staff: (who: Account | string) => Promise<Staff>
  /** Adds a member of staff with exactly these permissions. */
  person: (permissions: readonly string[]) => Promise<Account & { role: Role }>
  /** Opens the console in a separate browser context. */
  open: (path: string, visit?: Visit) => Promise<Page>
  trouble: Trouble
}

type WorkerFixtures = {
  shop: Shop
  /** Signs in, or gives the session of an earlier journey. */
  enter: (account: Account, ip: string) => Promise<Session>
  /** Browser contexts whose journey has ended: they have the console's files, compiled, and are emptied of all else. */
  idle: BrowserContext[]
}

/** So old may a shared session be: what needs a proof of identity needs a sign-in within ten minutes. */
const SHARED_MS = 3 * 60_000

/**
 * Problems in a browser: console errors (including violations of the content security policy), uncaught errors, and answers
 * with status 400 or above. A journey that expects some must allow them.
 */
class Trouble {
  readonly seen: string[] = []
  /** What the browser asked for and has no answer to: a page that stays empty waits for it. */
  readonly unanswered = new Set<Request>()
  readonly #allowed: RegExp[] = []

  allow(...patterns: RegExp[]) {
    this.#allowed.push(...patterns)
  }

  watch(page: Page) {
    page.on('request', (request) => this.unanswered.add(request))
    page.on('requestfinished', (request) => this.unanswered.delete(request))
    page.on('requestfailed', (request) => this.unanswered.delete(request))
    page.on('console', (message) => {
      // Answers are recorded below, with more details; machines that run journeys have nothing to play a sound on.
      const isTold = /^(Failed to load resource|The AudioContext encountered an error from the audio device)/
      if (message.type() === 'error' && !isTold.test(message.text())) this.seen.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.seen.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('response', (response) => {
      const request = response.request()
      if (response.status() >= 400)
        this.seen.push(`${response.status()} ${request.method()} ${new URL(request.url()).pathname}`)
    })
  }

  unexpected(): string[] {
    return this.seen.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)))
  }
}

/** A server on a busy machine may take so long to start. */
const START_MS = 600_000

let visitors = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop('demo')
      await use(shop)
      await shop.end()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  enter: [
    async ({ shop }, use) => {
      const kept = new Map<string, { session: Session; at: number }>()
      await use(async (account, ip) => {
        const before = kept.get(account.username)
        if (before?.session.password === account.password && Date.now() - before.at < SHARED_MS) return before.session
        const at = Date.now()
        const session = await newSession(shop, account, ip)
        kept.set(account.username, { session, at })
        return session
      })
    },
    { scope: 'worker' },
  ],
  idle: [
    async ({ shop: _ }, use) => {
      await use([])
    },
    { scope: 'worker' },
  ],
  ip: async ({ shop: _ }, use) => {
    visitors++
    await use(`198.18.${visitors >> 8}.${visitors & 255}`)
  },
  staff: async ({ shop, enter, ip }, use) => {
    await use(async (who) => staffOf(shop, await enter(accountOf(shop, who), ip), ip))
  },
  admin: async ({ staff }, use) => {
    await use(await staff('admin'))
  },
  person: async ({ shop, admin, ip }, use) => {
    await use(async (permissions) => {
      const role = await makeRole(admin, permissions)
      return { ...(await hire(shop, admin, [role], ip)), role }
    })
  },
  trouble: async ({ shop: _ }, use) => {
    const trouble = new Trouble()
    await use(trouble)
    expect(trouble.unexpected(), 'what the browser complained of').toEqual([])
  },
  open: async ({ browser, contextOptions, idle, shop, enter, ip, trouble }, use, info) => {
    const opened: { page: Page; secrets: (string | undefined)[] }[] = []
    await use(async (path, { as, width = 1440, height = 900, colorScheme = 'light', alone = false } = {}) => {
      const context = idle.pop() ?? (await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }))
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': ip })
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: contextOptions.reducedMotion ?? 'reduce' })
      const account = as === undefined ? undefined : accountOf(shop, as)
      const session = account && (await (alone ? newSession(shop, account, ip) : enter(account, ip)))
      if (session)
        await context.addCookies([{ name: 'ADMIN-TOKEN', value: session.token, url: shop.url, sameSite: 'Strict' }])
      trouble.watch(page)
      opened.push({ page, secrets: [session?.token, session?.name, account?.password ?? shop.password] })
      await page.goto(path)
      return page
    })
    const isWell = info.status === info.expectedStatus
    if (!isWell) {
      const body = [...trouble.unanswered].map((request) => `${request.method()} ${request.url()}`).join('\n')
      await info.attach('requests without an answer', { body: body || 'none', contentType: 'text/plain' })
    }
    for (const { page, secrets } of opened) {
      expectSilence(shop, secrets)
      await expectNoSecrets(page, secrets)
      if (isWell) idle.push(await emptied(page.context(), shop))
      else await page.context().close()
    }
  },
})

/** The context without pages, cookies and data. */
async function emptied(context: BrowserContext, shop: Shop): Promise<BrowserContext> {
  // Closed, not left: a form with unsaved input would ask.
  const pages = context.pages()
  const blank = await context.newPage()
  for (const page of pages) await page.close()
  const devtools = await context.newCDPSession(blank)
  await devtools.send('Storage.clearDataForOrigin', {
    origin: shop.url,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await blank.close()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  return context
}

/** Journeys in a shop without data that they share. */
export const inEmptyShop = journeyIn('empty')
/** Journeys in a shop that is not set up. */
export const inFreshShop = journeyIn('fresh')

function journeyIn(kind: 'empty' | 'fresh') {
  return test.extend({
    shop: [
      async ({ browserName: _ }, use) => {
        const shop = await startShop(kind)
        await use(shop)
        await shop.end()
      },
      { scope: 'worker', timeout: START_MS },
    ],
  })
}

function accountOf(shop: Shop, who: Account | string): Account {
  return typeof who === 'string' ? { username: who, password: shop.password } : who
}

/** The browser's storage reveals neither who worked here nor a way to sign in. */
async function expectNoSecrets(page: Page, secrets: readonly (string | undefined)[]) {
  if (page.isClosed() || !page.url().startsWith('http')) return
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'ADMIN-TOKEN')?.value
  for (const secret of [...secrets, cookie]) if (secret) expect(kept, 'SEC-51').not.toContain(secret)
}

/** The server's logs contain no credentials. */
function expectSilence(shop: Shop, [token, , password]: readonly (string | undefined)[]) {
  const logged = shop
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  for (const secret of [token, password])
    if (secret)
      expect(
        logged.filter((line) => line.includes(secret)),
        'SEC-10, SEC-40',
      ).toEqual([])
}

/** Makes a call with the page's session, as a user who knows the routes could. */
export function callFrom(page: Page, method: string, path: string, body?: unknown): Promise<number> {
  return page.evaluate(
    async ([verb, address, text]) => {
      const token = /ADMIN-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      return (await fetch(address, { method: verb, headers, body: text ?? null })).status
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )
}
