import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { LoginAnswer, SetupForm } from '@zhanggui/contract/staff/auth.ts'
import { sql } from 'drizzle-orm'
import { audit } from '../../../platform/data/audit.ts'
import { defaults, firstRows, preparations } from '../../../platform/data/defaults.ts'
import { runSteps } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { HttpError, stateConflict, tooMany } from '../../../platform/http/errors.ts'
import { limitedAddress } from '../../../platform/http/networks.ts'
import { hashPassword } from '../../../platform/security/password-hash.ts'
import { StartError } from '../../../platform/start-error.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { adminUserRoles, adminUsers } from '../admin-user/admin-user.tables.ts'
import { insertMissingMenus, lockSeed } from '../menu/menu-defaults.repository.ts'
import { raisePermVersion } from '../role/rights.service.ts'
import { SUPER_ROLE } from '../role/role.tables.ts'
import { admit } from '../sign-in/login.service.ts'
import { setupTokens } from '../sign-in/login.tables.ts'
import { hashNewPassword } from '../sign-in/password.service.ts'
import { fillDemo } from './demo.service.ts'
import { fillDemosAs, fillDemosLater } from './demo-fill.service.ts'
import * as seed from './seed.repository.ts'

const TOKEN_BYTES = 24
const TOKEN_HOURS = 24
const DEMO_ADMIN = 'admin'
const TRIES = { max: 5, seconds: 15 * 60 }

/**
 * Prepares the shop's data at start: adds what this version brings to a shop that is set up; for a new shop, creates the
 * first administrator from the environment, or a set-up token.
 * @returns the token to show once, while the shop awaits its set-up
 */
export async function prepareShop(ctx: Ctx): Promise<string | undefined> {
  await runSteps(ctx, preparations)
  if (await hasAdministrator(ctx)) {
    await inTransaction(ctx, addNewDefaults)
    return undefined
  }
  const { firstAdmin, setupToken } = ctx.platform.config
  if (firstAdmin) {
    const { username, password } = firstAdmin
    const passwordHash = await hashNewPassword(ctx, password, { username }, 'password').catch((cause: unknown) => {
      throw isRefusal(cause) ? new StartError(`ADMIN_INITIAL_PASSWORD：${cause.message}`, { cause }) : cause
    })
    const account = { username, nickName: '超级管理员', passwordHash, mustChangePassword: true }
    // Of several processes starting together one creates the administrator, the others find them.
    await inTransaction(ctx, async (tx) => {
      await createShop(tx, account)
      await runSteps(tx, firstRows)
    }).catch(async (error: unknown) => {
      if (!(await hasAdministrator(ctx))) throw error
    })
    return undefined
  }
  const token = setupToken ?? randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + TOKEN_HOURS * 3600_000)
  await inTransaction(ctx, async ({ db }) => {
    await db.delete(setupTokens)
    await db.insert(setupTokens).values({ tokenHash: hash(token), expiresAt })
  })
  return token
}

/**
 * Sets up a demo shop unless there is one: an administrator and staff of every default role, all with one password, and
 * the demo data of the areas.
 * @returns the administrator's sign-in name
 */
export async function prepareDemo(ctx: Ctx, password: string): Promise<string> {
  await runSteps(ctx, preparations)
  if (await hasAdministrator(ctx)) await inTransaction(ctx, addNewDefaults)
  else {
    const passwordHash = await hashNewPassword(ctx, password, { username: DEMO_ADMIN }, 'password')
    await inTransaction(ctx, async (tx) => {
      await createShop(tx, { username: DEMO_ADMIN, nickName: '店主', passwordHash })
      await writeSettings(tx, { site_name: '掌柜演示店' })
      await fillDemo(tx, passwordHash)
    })
    const { fillDemoFiles } = await import('./demo-files.service.ts')
    await fillDemoFiles(ctx)
  }
  await fillDemosAs(ctx, DEMO_ADMIN)
  return DEMO_ADMIN
}

/** Whether the shop is set up: it has an administrator. */
export async function hasAdministrator({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  const { rows } = await db.execute<{ some: boolean }>(sql`select exists(select from admin_user) as some`)
  return rows[0]?.some ?? false
}

/** Rows that a later version of the product adds, once for all processes. */
async function addNewDefaults(tx: Ctx): Promise<void> {
  await lockSeed(tx)
  const added = await insertMissingMenus(tx)
  await seed.grantNewMenus(tx, added)
  await runSteps(tx, defaults)
  if (added.size) await raisePermVersion(tx, 'all')
}

/**
 * Checks the set-up token, so that a wrong one is noticed before the rest is typed. Only wrong ones count as tries.
 * @throws 409 when the shop is set up already, 422 for a wrong token, 429 after five tries
 */
export async function checkSetupToken(ctx: Ctx, token: string): Promise<void> {
  if (await hasAdministrator(ctx)) throw stateConflict('系统已初始化')
  const key = `setup ${limitedAddress(ctx.origin.ip)}`
  const { allowed, resetSeconds } = await ctx.platform.limits.take(key, TRIES)
  if (!allowed) throw tooMany(resetSeconds)
  if (!(await isSetupToken(ctx, token))) throw wrongToken()
  ctx.platform.limits.giveBack(key, TRIES)
}

function wrongToken(): HttpError {
  const message = '初始化令牌无效或已过期'
  return new HttpError(422, 'BUSINESS_RULE', message, { errors: [{ field: 'setupToken', message }] })
}

/**
 * Sets up the shop: defaults, first administrator, name; all or nothing, and of two calls at once exactly one.
 * Signs the administrator in.
 * @throws 409 when it is set up already, 422 for a wrong token, 429 after five tries
 */
export async function setUp(ctx: Ctx, form: SetupForm): Promise<LoginAnswer> {
  await checkSetupToken(ctx, form.setupToken)
  const { username, nickName, password, phone, email, siteName } = form
  const passwordHash = await hashNewPassword(ctx, password, { username, phone, email }, 'password')
  const demoHash = await hashPassword(randomBytes(TOKEN_BYTES).toString('base64url'))
  return inTransaction(ctx, async (tx) => {
    const id = await createShop(tx, { username, nickName, passwordHash, phone, email })
    await writeSettings(tx, { site_name: siteName })
    // The demo staff's password is known to nobody: the administrator resets it for the users to try.
    if (form.demoData) {
      await fillDemo(tx, demoHash)
      await fillDemosLater(tx, username)
    } else await runSteps(tx, firstRows)
    await tx.db.delete(setupTokens)
    return admit(tx, { id, passwordHash, loginCount: 0 }, { username, rememberMe: false, mfa: false })
  })
}

/**
 * @returns the administrator's id
 * @throws 409 when there is an administrator already
 */
async function createShop(tx: Ctx, account: typeof adminUsers.$inferInsert): Promise<number> {
  await lockSeed(tx)
  if (await hasAdministrator(tx)) throw stateConflict('系统已初始化')
  await insertMissingMenus(tx)
  await seed.insertDefaultRoles(tx)
  await runSteps(tx, defaults)
  const at = tx.now()
  const [user] = await tx.db
    .insert(adminUsers)
    .values({ ...account, passwordTime: at, createdAt: at, updatedAt: at })
    .returning({ id: adminUsers.id })
  if (!user) throw new Error('the first administrator was not stored')
  const { id } = user
  await tx.db.execute(
    sql`insert into ${adminUserRoles} (user_id, role_id) select ${id}::bigint, id from role where permission = ${SUPER_ROLE}`,
  )
  const { username: objectName, nickName } = account
  await audit(tx, { action: 'setup', objectType: 'admin-user', objectId: id, objectName, after: { nickName } })
  return id
}

async function isSetupToken(ctx: Ctx, token: string): Promise<boolean> {
  const [known] = await ctx.db.select().from(setupTokens)
  return Boolean(known) && (known?.expiresAt ?? 0) > ctx.now() && isSame(known?.tokenHash ?? '', hash(token))
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
