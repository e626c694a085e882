import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { defaultMenu, withImplied } from '../default-menu/default-menu.ts'
import { type DefaultRole, defaultRoles, grantedCodes } from './default-roles.ts'

const rows = new Map(defaultMenu.map((row) => [row.code, row]))

function permissionsOf(role: DefaultRole): string[] {
  return [...new Set(grantedCodes(role).flatMap((code) => rows.get(code)?.permissions ?? []))].toSorted()
}

function getRole(permission: string): DefaultRole {
  const role = defaultRoles.find((role) => role.permission === permission)
  if (!role) throw new Error(`no role ${permission}`)
  return role
}

test('each default role holds exactly the permissions of the fixture', async () => {
  const fixture = JSON.parse(await readFile(new URL('default-roles.fixture.json', import.meta.url), 'utf8'))
  expect(Object.fromEntries(defaultRoles.map((role) => [role.permission, permissionsOf(role)]))).toEqual(fixture)
})

test('the default roles have the levels and data scopes of the table', () => {
  expect(defaultRoles.map(({ permission, name, level, dataScope }) => [permission, name, level, dataScope])).toEqual([
    ['admin', '超级管理员', 1, '全部'],
    ['shop_manager', '店铺管理员', 2, '全部'],
    ['operator', '运营', 3, '全部'],
    ['service', '客服', 4, '全部'],
    ['warehouse', '仓库', 4, '全部'],
    ['finance', '财务', 4, '全部'],
    ['verifier', '门店核销员', 5, '本门店'],
    ['readonly', '只读', 9, '全部'],
  ])
})

/** What each role must and must not be able to do, written by hand and without the leading `admin:`. */
const expectations: Record<string, { may: string; mayNot: string }> = {
  shop_manager: {
    may: `product:delete product:cost:view order:refund order:create:discount order:write:force user:operate:founds:large
      user:import finance:apply:apply finance:apply:list recharge:refund system:admin:save system:role:update system:dept:save system:menu:list
      system:config:save:form system:notice:delete system:log:list system:storage:delete schedule:job:log:list
      statistics:home:index system:store:completely:delete`,
    mayNot: `system:config:pay system:config:storage system:config:security system:menu:update system:dict:save
      finance:export finance:apply:update system:log:clear system:online:kick system:audit:list
      system:errorlog:list system:server:info schedule:job:trig system:apikey:list system:backup:list`,
  },
  operator: {
    may: `product:save product:brand:delete order:list order:mark export:excel:order user:update user:export
      seckill:save coupon:delete retail:spread:manage:get pagediy:publish article:save wechat:menu:public:create
      system:notice:save express:list system:storage:list statistics:trade:overview system:store:delete`,
    mayNot: `product:delete product:cost:view order:send order:refund order:create user:import user:operate:founds
      user:operate:founds:large user:sensitive:view retail:spread:manage:set retail:brokerage:adjust system:store:completely:delete
      finance:apply:list system:admin:list sms:temps system:notification:list express:save system:storage:add`,
  },
  service: {
    may: `order:list order:mark order:tag order:comment order:update:price order:update:address order:refund:refuse
      order:refund:apply order:create order:tracking:number:update product:reply:comment user:tag user:group
      user:sensitive:view coupon:user:receive article:delete wechat:keywords:reply:save pagediy:list
      statistics:home:operating:data statistics:home:chart:order:week`,
    mayNot: `order:refund order:send order:close order:delete order:write:update product:save user:update
      user:operate:founds coupon:save pagediy:save wechat:menu:public:create wechat:template:save
      statistics:home:index statistics:user:overview finance:apply:list system:notice:list`,
  },
  warehouse: {
    may: `order:list order:send order:send:import order:sheet:info order:tracking:number:update yly:print order:mark
      product:list product:quick:stock:add product:stock:adjust product:stock:export express:save
      shipping:templates:delete statistics:product:overview statistics:home:operating:data`,
    mayNot: `order:update:price order:refund order:create product:save product:update product:cost:view user:list
      coupon:list retail:list pagediy:list finance:apply:list statistics:home:index system:config:info
      export:excel:order`,
  },
  finance: {
    may: `finance:apply:apply finance:export recharge:refund finance:bill:check finance:payment:retry order:list
      order:refund export:excel:order product:cost:view user:operate:founds system:config:info system:config:pay
      statistics:home:index statistics:home:chart:order:year retail:spread:order:list retail:brokerage:adjust`,
    mayNot: `order:send order:refund:refuse order:update:price product:save user:import user:operate:founds:large
      user:sensitive:view system:config:save:form system:config:security pagediy:list article:list
      statistics:home:chart:user express:list coupon:save`,
  },
  verifier: {
    may: 'system:order:list order:write:confirm order:write:update',
    mayNot: `order:write:force system:order:export order:list order:info system:store:list system:staff:list
      product:list user:list statistics:home:index statistics:home:operating:data system:notice:list
      finance:apply:list`,
  },
  readonly: {
    may: `product:list product:info order:list order:info order:write:confirm user:list user:topdetail coupon:list
      retail:statistics live:room:list pagediy:list article:info wechat:template:list finance:apply:balance
      statistics:home:chart:user:buy statistics:user:channel express:all`,
    mayNot: `product:save product:up product:delete product:cost:view product:import:excel order:create order:send
      order:mark export:excel:order order:write:update user:sensitive:view user:export user:import pagediy:template
      system:admin:list system:log:list system:storage:list`,
  },
}

describe('the table by hand', () => {
  const words = (text: string) => text.split(/\s+/).map((word) => `admin:${word}`)

  test.each(Object.entries(expectations))('%s may do its work and no more', (code, { may, mayNot }) => {
    const held = permissionsOf(getRole(code))
    expect(words(may).filter((permission) => !held.includes(permission))).toEqual([])
    expect(words(mayNot).filter((permission) => held.includes(permission))).toEqual([])
  })

  test('every permission named here exists, so that no misspelling hides a missing one', () => {
    const known = new Set(defaultMenu.flatMap((row) => row.permissions))
    const named = Object.values(expectations).flatMap(({ may, mayNot }) => words(`${may} ${mayNot}`))
    expect(named.filter((permission) => !known.has(permission))).toEqual([])
  })

  test('the verifier has three permissions', () => {
    expect(permissionsOf(getRole('verifier'))).toHaveLength(3)
  })
})

test('the super administrator is linked to every row', () => {
  expect(grantedCodes(getRole('admin'))).toEqual(defaultMenu.map((row) => row.code))
})

test('the read-only role has no permission of a row that changes something, including implied ones', () => {
  const writing = new Set(defaultMenu.filter((row) => !row.read).flatMap((row) => row.permissions))
  for (const row of defaultMenu.filter((row) => row.read)) for (const each of row.permissions) writing.delete(each)
  const held = withImplied(permissionsOf(getRole('readonly')))
  expect([...held].filter((permission) => writing.has(permission))).toEqual([])
  expect([...held].filter((permission) => /:(save|update|delete|add|create|send|export)$/.test(permission))).toEqual([])
})

test('a role is linked to every ancestor directory of its rows, so that its menu has no gaps', () => {
  const linked = grantedCodes(getRole('warehouse'))
  expect(linked).toContain('/product/component')
  expect(linked).toContain('/system/logistics')
  expect(linked).toContain('/home')
  expect(linked).not.toContain('/marketing')
})

test('a granted button never implies a page whose permission the role lacks', () => {
  const linked = grantedCodes(getRole('readonly'))
  expect(linked).toContain('/product/component/edit/:id#admin:pay:component:product:info')
  expect(linked).not.toContain('/product/component/edit/:id')
})
