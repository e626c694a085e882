import { type Access, isForStaff, outsideAccess, type Route } from '@zhanggui/contract/routes.ts'
import { describe, expect, test } from 'vitest'
import { listCalls } from '../../../app.ts'
import { defaultMenu } from '../../../areas/staff/default-menu/default-menu.ts'
import { namesOwnRow, rowsOfBuyers } from '../../../testing/buyer-rows.ts'
import { type Caller, type CallInput, openShop, type Shop } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { screens } from '../page/screens.ts'

const widget = 'the figures of the home page come with the orders and users they count; issue 2 builds its frame'
const fulfilling = 'trade A3: comes with shipping, refunds and the tools of the desk'
/** Permissions of existing screens that no route requires, each with the reason. */
const withoutRoute: Record<string, string> = {
  'admin:system:task:list': 'everybody calls the task centre; its service shows the tasks of others to who holds this',
  'admin:system:config:pay': 'a group of settings asks for it, inside the settings service',
  'admin:system:config:storage': 'a group of settings asks for it, inside the settings service',
  'admin:system:config:security': 'a group of settings asks for it, inside the settings service',
  'admin:product:cost:view': 'its holders are shown costs and may change them, inside the product services',
  'admin:user:operate:founds:large': 'its holders may change balances by more, inside the customers service',
  'admin:agreement:publish':
    'its holders publish agreements by saving them or going back, inside the agreement service',
  'admin:order:sheet:info': fulfilling,
  'admin:order:create:discount':
    'its holders may give a larger discount, inside the services of orders, drafts and reships',
  'admin:order:write:force':
    'trade 1.9: its holders verify after the time of pick-up is over, inside the pick-up service',
  'admin:statistics:home:operating:data': widget,
  'admin:statistics:home:chart:user': widget,
  'admin:statistics:home:chart:user:buy': widget,
  'admin:statistics:home:chart:order': widget,
  'admin:statistics:home:chart:order:week': widget,
  'admin:statistics:home:chart:order:month': widget,
  'admin:statistics:home:chart:order:year': widget,
}

describe('every route', () => {
  test('is closed to visitors unless it is public, or open to visitors of the buyer channel', async () => {
    const shop = await openShop()
    for (const route of shop.app.routes) {
      const { status, body } = await callBare(shop.visitor(), route)
      if (route.permission === 'public' || route.permission === 'visitor') expect(status, route.name).not.toBe(401)
      // A provider's own form of refusal; no provider is called so.
      else if (route.permission === 'provider') expect([401, 404], route.name).toContain(status)
      else expect({ status, code: body.code }, route.name).toEqual({ status: 401, code: 'TOKEN_INVALID' })
    }
  })

  test('that requires a permission is closed to users without it', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const nobody = await shop.signIn()
    for (const route of guarded(shop)) {
      const { status, body } = await callBare(nobody, route)
      expect({ status, body }, route.name).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', message: '没有权限执行此操作', permission: listOf(route.permission)[0] },
      })
    }
  })

  test('that changes anything is closed to the role 只读', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const reader = await shop.signIn({ role: 'readonly' })
    const reading = new Set(defaultMenu.filter(({ read }) => read).flatMap(({ permissions }) => permissions))
    const changing = guarded(shop).filter(({ permission }) => !listOf(permission).some((each) => reading.has(each)))
    expect(changing.length).toBeGreaterThan(5)
    for (const route of changing) expect((await callBare(reader, route)).status, route.name).toBe(403)
  })

  test('is open to the super administrator', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const admin = await shop.signInAdmin()
    for (const route of guarded(shop)) {
      const { status } = await callBare(admin, route)
      expect([401, 403], route.name).not.toContain(status)
    }
  })

  test('of buyers is closed to staff, and of staff to buyers', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const [admin, buyer] = [await shop.signInAdmin(), await shop.buyer()]
    for (const route of shop.app.routes) {
      if (isOpen(route) || route.permission === 'provider') continue
      const { status, body } = await callBare(isForStaff(route) ? buyer : admin, route)
      expect({ status, code: body.code }, route.name).toEqual({ status: 401, code: 'TOKEN_INVALID' })
    }
  })

  test('of buyers answers another buyer as if the row were not there', async () => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const [owner, other] = [await shop.buyer(), await shop.buyer()]
    const naming = shop.app.routes.filter((route) => route.permission === 'buyer' && namesOwnRow(route))
    expect(Object.keys(rowsOfBuyers).sort()).toEqual(naming.map(({ name }) => name).sort())
    for (const route of naming) {
      const input = (await rowsOfBuyers[route.name]?.(shop, owner)) as CallInput<Route>
      expect((await other.call(route, input)).status, route.name).toBe(404)
      expect((await owner.call(route, input)).status, route.name).not.toBe(404)
    }
  })

  test('is listed by `npm run routes` with the permission it requires', async () => {
    const { app } = await openShop()
    const listed = listCalls().map(({ method, path, permission }) => [method, path, permission])
    for (const { method, path, permission } of app.routes) expect(listed).toContainEqual([method, path, permission])
  })
})

describe('permissions', () => {
  const required = new Set(listCalls().flatMap(({ permission }) => listOf(permission)))
  const seeded = new Set(defaultMenu.flatMap(({ permissions }) => permissions))

  test('that a route requires are in the default menu', () => {
    const grantable = [...required].filter(
      (permission) => !['public', 'auth', 'super', ...outsideAccess].includes(permission),
    )
    expect(grantable.filter((permission) => !seeded.has(permission))).toEqual([])
  })

  test('of existing screens are required by a route, or have a documented reason', () => {
    const pages = defaultMenu.filter(({ component }) => component && screens.has(component))
    const codes = new Set(pages.map(({ code }) => code))
    const rows = defaultMenu.filter(({ code, parentCode }) => codes.has(code) || codes.has(parentCode ?? ''))
    const idle = rows.flatMap(({ permissions }) => permissions).filter((permission) => !required.has(permission))
    expect(idle.filter((permission) => !Object.hasOwn(withoutRoute, permission))).toEqual([])
  })

  test('listed as having no route have none, and are in the default menu', () => {
    for (const permission of Object.keys(withoutRoute)) {
      expect(seeded).toContain(permission)
      expect(required).not.toContain(permission)
    }
  })
})

/** Routes of staff that require more than being signed in. */
function guarded(shop: Shop): Route[] {
  return shop.app.routes.filter((route) => isForStaff(route) && !['public', 'auth'].includes(String(route.permission)))
}

/** Whether anyone may call. */
function isOpen({ permission }: Route): boolean {
  return permission === 'public' || permission === 'visitor'
}

function listOf(permission: Access): string[] {
  return [permission].flat()
}

/** Calls a route without any input: permissions are checked before the input is read. */
function callBare(caller: Caller, { method, path }: Route) {
  return caller.send(method, path.replace(/:\w+/g, '1'))
}
