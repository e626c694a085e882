import { describe, expect, test } from 'vitest'
import { defaultMenu, withImplied } from './default-menu.ts'

const rows = new Map(defaultMenu.map((row) => [row.code, row]))
const pages = defaultMenu.filter((row) => row.type === 1)
const buttons = defaultMenu.filter((row) => row.type === 2)

function get(code: string) {
  const row = rows.get(code)
  if (!row) throw new Error(`no row ${code}`)
  return row
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('the default menu', () => {
  test('gives every row a code of its own', () => {
    expect(repeated(defaultMenu.map((row) => row.code))).toEqual([])
    expect(pages).toHaveLength(125)
  })

  test('gives a page its full path as code, and a button its page, # and the permission', () => {
    for (const row of defaultMenu) {
      const code = row.type === 2 ? `${row.parentCode}#${row.permissions[0]}` : `${row.parentCode ?? ''}/${row.path}`
      expect(row.code).toBe(code)
    }
  })

  test('puts parents before children, buttons under pages, and pages under directories or at the top level', () => {
    const seen = new Map<string, number>()
    for (const row of defaultMenu) {
      if (row.parentCode === null) expect(row.type, row.code).not.toBe(2)
      else expect(seen.get(row.parentCode), row.code).toBe(row.type === 2 ? 1 : 0)
      seen.set(row.code, row.type)
    }
  })

  test('repeats no title or path among siblings, and no component name at all', () => {
    expect(repeated(defaultMenu.map((row) => `${row.parentCode} ${row.name}`))).toEqual([])
    expect(repeated([...pages, ...defaultMenu.filter((row) => row.type === 0)].map((row) => row.code))).toEqual([])
    expect(repeated(pages.map((row) => row.componentName ?? ''))).toEqual([])
  })

  test('keeps to the limits of the menu table', () => {
    for (const row of defaultMenu) {
      expect([...row.name].length, row.code).toBeLessThanOrEqual(50)
      expect(row.sort, row.code).toBeLessThanOrEqual(999)
      expect(row.permissions.length, row.code).toBeLessThanOrEqual(row.type === 0 ? 0 : 5)
      for (const permission of row.permissions) expect(permission).toMatch(/^admin(:[a-z0-9]+){1,8}$/)
      if (row.type === 2) expect([row.path, row.component, row.permissions.length]).toEqual([null, null, 1])
      else expect(row.path).toMatch(/^[A-Za-z0-9_:?.-][A-Za-z0-9/_:?.-]{0,199}$/)
      if (row.type === 1) {
        expect(row.component).toMatch(/^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(row.componentName).toMatch(/^[A-Z][A-Za-z0-9]{0,49}$/)
      }
    }
  })

  test('uses no reserved first segment', () => {
    const reserved = `login,404,401,redirect,dashboard,user,setup,yshop,api,auth,admin,public,h5,file,websocket,druid,
      doc.html,openapi.json,healthz,readyz,metrics`.split(/,\s*/)
    const top = defaultMenu.filter((row) => row.parentCode === null)
    expect(top.map((row) => row.path).filter((path) => path && reserved.includes(path))).toEqual([])
    expect(top.map((row) => `${row.name}${row.sort}`).join(' ')).toBe(
      '首页0 商品10 订单20 门店30 用户40 营销50 分销60 直播70 装修80 财务90 数据95 内容100 渠道110 系统120 系统监控130 系统工具140',
    )
  })

  test('highlights an existing page in the sidebar for each page reached from another one', () => {
    const links = new Set(pages.map((row) => row.code.replace(/\/:\w+\?$/, '')))
    const hidden = pages.filter((row) => row.activeMenu)
    expect(hidden.length).toBeGreaterThan(10)
    for (const row of hidden) {
      expect(links, row.code).toContain(row.activeMenu)
      expect(row.hidden).toBe(true)
    }
  })

  test('shows no page whose path needs a parameter', () => {
    expect(pages.filter((row) => !row.hidden && /:\w+(?!\w*\?)(\/|$)/.test(row.code)).map((row) => row.code)).toEqual(
      [],
    )
  })
})

test('a component is the area and the kebab-case of the name, unless the table says otherwise', () => {
  const component = (code: string) => get(code).component
  expect(component('/product/rule')).toBe('product/product-rule-list')
  expect(component('/product/create')).toBe('product/product-edit')
  expect(component('/product/edit/:id')).toBe('product/product-edit')
  expect(component('/product/component/create')).toBe('product/component-product-edit')
  expect(component('/marketing/seckill/config')).toBe('seckill/seckill-slot-list')
  expect(component('/marketing/integral/sign')).toBe('points/sign-config')
  expect(component('/marketing/style/border')).toBe('decor/activity-style-list')
  expect(component('/marketing/report')).toBe('promotion/activity-report')
  expect(component('/content/category')).toBe('product/category-list')
  expect(component('/statistic/user')).toBe('dashboard/user-statistics')
  expect(component('/system/logistics/shipping')).toBe('product/shipping-template-list')
  expect(component('/system/agreement')).toBe('decor/agreement-list')
  expect(component('/system-tools/apikey')).toBe('staff/api-key-list')
  expect(component('/product/component')).toBeNull()
})

test('pages keep their state unless the table says otherwise, and the designer is drawn outside the layout', () => {
  expect(get('/order/list').cache).toBe(true)
  expect(get('/product/create').cache).toBe(true)
  expect(get('/store/verify').cache).toBe(false)
  expect(get('/design/editor/:id?')).toMatchObject({ cache: false, hidden: true, blank: true, activeMenu: null })
  expect(defaultMenu.filter((row) => row.blank)).toHaveLength(1)
})

test('button permissions follow the rule of their block', () => {
  const permissionsOf = (code: string) =>
    buttons.filter((row) => row.parentCode === code).map((row) => row.permissions[0])
  expect(permissionsOf('/product/stock')).toEqual(['admin:product:stock:adjust', 'admin:product:stock:export'])
  expect(permissionsOf('/product/component/list')).toContain('admin:pay:component:product:delisting')
  expect(permissionsOf('/member/wechat')).toEqual(['admin:wechat:user:detail', 'admin:wechat:user:sync'])
  expect(permissionsOf('/marketing/seckill/config')).toContain('admin:seckill:manger:update:status')
  expect(permissionsOf('/design/theme')).toEqual(['admin:system:config:change:color:save'])
  expect(permissionsOf('/design/layout')).toContain('admin:page:layout:user:menu:save')
  expect(permissionsOf('/distribution/config')).toEqual(['admin:retail:spread:manage:set'])
  expect(permissionsOf('/finance/extract')).toContain('admin:finance:apply:apply')
  expect(permissionsOf('/statistic/user')).toEqual([
    'admin:statistics:user:overview:list',
    'admin:statistics:user:channel',
  ])
  expect(permissionsOf('/channel/wechat/menu')).toContain('admin:wechat:menu:public:create')
  expect(permissionsOf('/system/admin')).toContain('admin:system:admin:reset:password')
  expect(permissionsOf('/system/setting')).toContain('admin:system:config:security')
  expect(permissionsOf('/system/logistics/shipping')).toContain('admin:shipping:templates:region:list')
  expect(permissionsOf('/system-tools/task')).toEqual(['admin:system:task:list'])
})

test('the task centre, the message centre, the icons and 首页 are open to everyone signed in', () => {
  expect(pages.filter((row) => !row.permissions.length).map((row) => row.code)).toEqual([
    '/home',
    '/system-tools/task',
    '/system-tools/message',
    '/system-tools/icons',
  ])
})

test('a row is read-only if it is a list, a detail or a figure, never an edit form', () => {
  const reads = (code: string) => get(code).read
  expect(reads('/order/list')).toBe(true)
  expect(reads('/order/detail/:id')).toBe(true)
  expect(reads('/product/list#admin:product:price:history')).toBe(true)
  expect(reads('/system/logistics/express#admin:express:template')).toBe(true)
  expect(reads('/home#admin:statistics:home:index')).toBe(true)
  expect(reads('/design/page#admin:pagediy:template')).toBe(false)
  expect(reads('/product/list#admin:product:cost:view')).toBe(false)
  expect(reads('/member/list#admin:user:sensitive:view')).toBe(false)
  expect(reads('/order/list#admin:export:excel:order')).toBe(false)
  const writing = /:(save|update|edite|add|create|send|delete|excel|status)$/
  for (const row of defaultMenu.filter((row) => row.read)) {
    expect(row.permissions.filter((permission) => writing.test(permission))).toEqual([])
  }
  expect(pages.filter((row) => !row.read).map((row) => row.code)).toEqual([
    '/product/create',
    '/product/edit/:id',
    '/product/grid',
    '/product/import',
    '/product/component/create',
    '/product/component/edit/:id',
    '/order/draft',
    '/order/shipment',
    '/member/import',
    '/marketing/coupon/create/:id?',
    '/marketing/seckill/edit/:id?',
    '/marketing/bargain/edit/:id?',
    '/marketing/combination/edit/:id?',
    '/marketing/style/edit/:type/:id?',
    '/design/editor/:id?',
    '/content/edit/:id?',
  ])
})

describe('implied reads', () => {
  const shared = [
    'admin:category:list:tree',
    'admin:express:all',
    'admin:shipping:templates:list',
    'admin:system:attachment:list',
    'admin:system:city:list:tree',
  ]
  const added = (...held: string[]) =>
    [...withImplied(held)].filter((permission) => !held.includes(permission)).toSorted()

  test('any business permission implies the trees and lists every form needs', () => {
    expect(added('admin:order:write:confirm')).toEqual(shared)
    expect(added('admin:live:anchor:delete')).toEqual(shared)
  })

  test('saving products implies the lists of the product form; seeing users, those of the user list', () => {
    for (const permission of ['admin:product:save', 'admin:product:update']) {
      expect(added(permission)).toEqual(
        [
          ...shared,
          'admin:coupon:send:list',
          'admin:product:brand:list',
          'admin:product:label:list',
          'admin:product:param:list',
          'admin:product:rule:list',
        ].toSorted(),
      )
    }
    expect(added('admin:user:list')).toEqual(
      [...shared, 'admin:system:user:level:list', 'admin:user:group:list', 'admin:user:tag:list'].toSorted(),
    )
  })

  test('adding flash sales implies reading the product that fills their form', () => {
    expect(added('admin:seckill:save')).toEqual([...shared, 'admin:product:info'].toSorted())
    expect(added('admin:seckill:list')).toEqual(shared)
  })

  test('system and finance permissions imply nothing, nor does the wildcard', () => {
    expect(added('admin:system:role:update', 'admin:finance:apply:apply', 'admin:statistics:home:index')).toEqual([])
    expect([...withImplied(['*:*:*'])]).toEqual(['*:*:*'])
    expect([...withImplied([])]).toEqual([])
  })

  test('each implied permission is a reading permission of the default menu', () => {
    const readable = new Set(defaultMenu.filter((row) => row.read).flatMap((row) => row.permissions))
    for (const permission of added('admin:product:save', 'admin:user:list')) expect(readable).toContain(permission)
  })
})
