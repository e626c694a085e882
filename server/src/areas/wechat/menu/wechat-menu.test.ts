import { wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import type { MenuButton } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { expect, test } from 'vitest'
import { openShop, type Refused } from '../../../testing/shop.ts'
import { wechatCallbacks } from '../incoming/incoming.tables.ts'

const view = (name: string, url = 'https://shop.example/h5/') => ({ type: 'view', name, url })

async function openMenu() {
  const shop = await openShop()
  const fake = await shop.ctx.platform.wechat.played()
  const keeper = await shop.signIn({ can: Object.values(wechatMenu) })
  const get = async (refresh?: true) => (await keeper.call(wechatMenu.get, { query: { refresh } })).body
  const send = async (act: 'create' | 'draft', button: MenuButton[], version: number) => {
    const { status, body } = await keeper.call(wechatMenu[act], { body: { menu: { button }, version } })
    return { status, body: body as typeof body & Refused }
  }
  return { shop, fake, keeper, get, send }
}

test('a shop without a menu of its own sees that of the platform, which has another form; what was set on the website is named', async () => {
  const { fake, get } = await openMenu()
  expect(await get()).toMatchObject({ source: 'none', version: 0, menu: { button: [] } })
  fake.menu.published = [
    { name: '逛', sub_button: [view('首页'), { type: 'text', name: '地址', value: '湖滨路' }] },
    { type: 'click', name: '客服', key: '人工' },
  ]
  expect(await get()).toMatchObject({
    source: 'platform',
    dirty: false,
    published: null,
    menu: {
      button: [
        { name: '逛', sub_button: [view('首页'), { name: '地址' }] },
        { type: 'click', name: '客服', key: '人工' },
      ],
    },
    notes: [expect.stringContaining('「地址」')],
  })
  fake.tricks.set('/cgi-bin/get_current_selfmenu_info', [{ errcode: 48001, errmsg: 'api unauthorized' }])
  expect(await get()).toMatchObject({ source: 'none', notes: [expect.stringContaining('账号无该接口权限')] })
})

test('a menu is published as the platform takes it; a refused one leaves what fans see, and the refusal is put into words', async () => {
  const { fake, get, send, keeper } = await openMenu()
  const first = [{ name: '逛', sub_button: [view('首页')] }]
  const { body: saved } = await send('create', first, 0)
  expect(fake.menu.published).toEqual(first)
  expect(await get()).toMatchObject({
    source: 'shop',
    dirty: false,
    version: saved.version,
    published: { button: first },
  })

  fake.menu.unbound.add('wx0123456789abcdef')
  const mini = {
    type: 'miniprogram',
    name: '商城',
    appid: 'wx0123456789abcdef',
    pagepath: 'pages/index/index',
    url: 'https://shop.example',
  }
  const refused = await send('create', [mini], saved.version)
  expect(refused.body).toMatchObject({ status: 422, code: 'UPSTREAM_REFUSED', errcode: 40119 })
  expect(refused.body.message).toContain('微信拒绝了请求：')
  expect(await get()).toMatchObject({ dirty: false, version: saved.version, published: { button: first } })
  fake.tricks.set('/cgi-bin/menu/create', [{ errcode: 40018, errmsg: 'invalid button name size' }])
  expect((await send('create', [view('我的')], saved.version)).body.message).toBe(
    '菜单数量、名称、KEY、链接长度或域名不符合规则',
  )
  expect(fake.menu.published).toEqual(first)

  fake.menu.unbound.clear()
  expect((await send('create', [mini], saved.version)).status).toBe(200)
  expect(await get()).toMatchObject({ dirty: false, published: { button: [{ name: '商城' }] } })
  const { list } = (await keeper.call(wechatMenu.log, {})).body
  expect(list.map(({ kind, menu }) => [kind, menu.button[0]?.name])).toEqual([
    ['publish', '商城'],
    ['publish', '逛'],
  ])
  expect(fake.callsOf('/cgi-bin/menu/create')).toHaveLength(4)
})

test('what the platform would refuse is refused before it is asked, naming the field', async () => {
  const { fake, send } = await openMenu()
  const six = ['一', '二', '三', '四', '五', '六'].map((name) => view(name))
  for (const [button, message] of [
    [[], '请至少添加一个菜单'],
    [six.slice(0, 4), '一级菜单最多3个'],
    [[{ name: '逛', sub_button: six }], '二级菜单最多5个'],
    [[view('首页', 'javascript:1')], '“首页”：请输入正确的跳转地址'],
    [[{ name: '客服', type: 'click' }], '“客服”：请填写关键字'],
  ] as const)
    expect((await send('create', [...button], 0)).body).toMatchObject({ status: 400, message })
  expect(fake.callsOf('/cgi-bin/menu/create')).toEqual([])
})

test('a draft is kept without being published; a published menu comes back into it, and deletion leaves it', async () => {
  const { shop, fake, get, send, keeper } = await openMenu()
  await send('create', [view('旧')], 0)
  const { version } = await get()
  const { body: draft } = await send('draft', [view('新'), view('')], version)
  expect(await get()).toMatchObject({ dirty: true, menu: { button: [view('新'), view('')] } })
  expect(fake.menu.published).toEqual([view('旧')])
  expect((await send('draft', [], version)).body).toMatchObject({
    code: 'VERSION_CONFLICT',
    current: { version: draft.version, menu: { button: [view('新'), view('')] } },
  })
  const log = async () => (await keeper.call(wechatMenu.log, {})).body.list
  const restore = (id: number, at: number) => keeper.call(wechatMenu.restore, { body: { id, version: at } })
  const [past] = await log()
  expect((await restore(past?.id ?? 0, draft.version)).status).toBe(200)
  expect(await get()).toMatchObject({ dirty: false, menu: { button: [view('旧')] } })
  expect((await restore(999, (await get()).version)).status).toBe(404)
  expect((await keeper.call(wechatMenu.remove, {})).status).toBe(200)
  expect(fake.menu.published).toBeUndefined()
  expect(await get()).toMatchObject({ published: null, publishTime: null, menu: { button: [view('旧')] } })
  expect((await log()).map(({ kind }) => kind)).toEqual(['delete', 'publish'])
  const reader = await shop.signIn({ can: [wechatMenu.get] })
  expect((await reader.call(wechatMenu.create, { body: { menu: { button: [view('旧')] }, version: 0 } })).status).toBe(
    403,
  )
})

test('of two who publish at once one does, and what is stored is what the platform has', async () => {
  const { fake, get, send } = await openMenu()
  for (let round = 0; round < 3; round++) {
    const { version } = await get()
    const both = await Promise.all([
      send('create', [view(`甲${round}`)], version),
      send('create', [view(`乙${round}`)], version),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await get()).published).toEqual({ button: fake.menu.published })
  }
})

test('the last fifty publications are kept, and taps of a week are counted by what they lead to', async () => {
  const { shop, get, send, keeper } = await openMenu()
  await send('create', [view('首页')], 0)
  await shop.ctx.db.execute(
    `insert into wechat_menu_log (kind, menu) select 'publish', '{"button": []}' from generate_series(1, 60)`,
  )
  await send('create', [view('首页')], (await get()).version)
  expect((await keeper.call(wechatMenu.log, {})).body.list).toHaveLength(50)
  const { rows } = await shop.ctx.db.execute<{ count: number }>('select count(*)::int as count from wechat_menu_log')
  expect(rows[0]?.count).toBe(50)
  const now = shop.ctx.now()
  const tap = (key: string, event: string, eventKey: string, days = 0) => ({
    account: 'public' as const,
    key,
    openid: 'o1',
    type: 'event',
    event,
    eventKey,
    fields: {},
    at: now,
    createdAt: new Date(now.getTime() - days * 24 * 3600_000),
  })
  await shop.ctx.db
    .insert(wechatCallbacks)
    .values([
      tap('1', 'CLICK', '人工'),
      tap('2', 'VIEW', 'https://shop.example/h5/'),
      tap('3', 'CLICK', '人工'),
      tap('4', 'CLICK', '人工', 8),
      tap('5', 'subscribe', ''),
    ])
  expect((await get()).clicks).toEqual([
    { key: '人工', count: 2 },
    { key: 'https://shop.example/h5/', count: 1 },
  ])
})
