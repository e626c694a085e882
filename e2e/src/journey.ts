import { test as base, expect, type Page } from '@playwright/test'
import { type Account, hire, makeRole, type Role, type Shop, type Staff, signIn, startShop } from './shop.ts'

export { expect, type Page }

type Visit = {
  /** Staff who are already signed in. */
  as?: Account | string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
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

/**
 * Problems in a browser: console errors (including violations of the content security policy), uncaught errors, and answers
 * with status 400 or above. A journey that expects some must allow them.
 */
class Trouble {
  readonly seen: string[] = []
  readonly #allowed: RegExp[] = []

  allow(...patterns: RegExp[]) {
    this.#allowed.push(...patterns)
  }

  watch(page: Page) {
    page.on('console', (message) => {
      // Answers are recorded below, with more details.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.seen.push(`console: ${message.text()}`)
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

let visitors = 0

export const test = base.extend<Fixtures, { shop: Shop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop('demo')
      await use(shop)
      await shop.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  ip: async ({ shop: _ }, use) => {
    visitors++
    await use(`198.18.${visitors >> 8}.${visitors & 255}`)
  },
  staff: async ({ shop, ip }, use) => {
    await use((who) => signIn(shop, accountOf(shop, who), ip))
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
  open: async ({ browser, shop, ip, trouble }, use) => {
    const opened: { page: Page; secrets: (string | undefined)[] }[] = []
    await use(async (path, { as, width = 1440, height = 900, colorScheme = 'light' } = {}) => {
      const context = await browser.newContext({
        baseURL: shop.url,
        extraHTTPHeaders: { 'x-forwarded-for': ip },
        viewport: { width, height },
        colorScheme,
      })
      const account = as === undefined ? undefined : accountOf(shop, as)
      const { token, name }: Partial<Staff> = account ? await signIn(shop, account, ip) : {}
      if (token) await context.addCookies([{ name: 'ADMIN-TOKEN', value: token, url: shop.url, sameSite: 'Strict' }])
      const page = await context.newPage()
      trouble.watch(page)
      opened.push({ page, secrets: [token, name, account?.password ?? shop.password] })
      await page.goto(path)
      return page
    })
    for (const { page, secrets } of opened) {
      expectSilence(shop, secrets)
      await expectNoSecrets(page, secrets)
      await page.context().close()
    }
  },
})

/** Journeys in a fresh shop of another kind; each call makes one. */
export function journeyIn(kind: 'empty' | 'fresh') {
  return test.extend({
    shop: [
      async ({ browserName: _ }, use) => {
        const shop = await startShop(kind)
        await use(shop)
        await shop.end()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  })
}

function accountOf(shop: Shop, who: Account | string): Account {
  return typeof who === 'string' ? { username: who, password: shop.password } : who
}

/** SEC-51: the browser's storage reveals neither who worked here nor a way to sign in. */
async function expectNoSecrets(page: Page, secrets: readonly (string | undefined)[]) {
  if (page.isClosed() || !page.url().startsWith('http')) return
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'ADMIN-TOKEN')?.value
  for (const secret of [...secrets, cookie]) if (secret) expect(kept, 'SEC-51').not.toContain(secret)
}

/** SEC-10, SEC-40: the server's logs contain no credentials. */
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
