import { notification } from '@zhanggui/contract/message/notification.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { consumeTicket } from '../../../platform/security/tickets.ts'
import { pushLive } from '../../../platform/work/live.ts'
import { useFakeTimeouts } from '../../../testing/outside/fake-timeouts.ts'
import { openPage, openSocket } from '../../../testing/process/page-socket.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { raisePermVersion } from '../../staff/role/rights.service.ts'
import { notify } from '../notice/notification.service.ts'
import { liveSeats } from './live-seat.tables.ts'
import { todoChanged } from './todo.service.ts'

async function ticketOf(caller: Caller, form: { purpose: 'websocket' | 'download'; target?: string }) {
  return (await caller.call(ticket.make, { body: form })).body.ticket
}

const websocket = { purpose: 'websocket' } as const

function notifyUsers(shop: Shop, userIds: number[], title = '有新消息') {
  return inTransaction(shop.ctx, (tx) => notify(tx, { event: 'order.mention', to: { userIds }, title }))
}

test('a ticket is valid for one use, one purpose, one target and one minute', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const use = (text: string, purpose: 'websocket' | 'download', target?: string) =>
    consumeTicket(shop.ctx, text, purpose, target).then(
      ({ userId }) => userId,
      (error: { status: number }) => error.status,
    )
  expect((await staff.call(ticket.make, { body: websocket })).body).toEqual({
    ticket: expect.stringMatching(/^[\w-]{43}$/),
    expiresIn: 60,
  })
  const download = () => ticketOf(staff, { purpose: 'download', target: '/file/7' })
  expect(await use(await download(), 'websocket')).toBe(401)
  expect(await use(await download(), 'download', '/file/8')).toBe(401)
  const good = await download()
  expect(await Promise.all([1, 2, 3].map(() => use(good, 'download', '/file/7')))).toEqual(
    expect.arrayContaining([staff.userId, 401, 401]),
  )
  const late = await download()
  shop.clock.advance(60_000)
  expect(await use(late, 'download', '/file/7')).toBe(401)
  const orphan = await download()
  await staff.call(auth.logout)
  expect(await use(orphan, 'download', '/file/7')).toBe(401)
})

test('tickets are stored as hashes', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const text = await ticketOf(staff, websocket)
  const { rows } = await shop.ctx.db.execute(sql`select * from ticket`)
  expect(JSON.stringify(rows)).not.toContain(text)
})

test('a socket without a ticket, with a used one or with a wrong token is closed with 4401', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const used = await ticketOf(staff, websocket)
  const first = await openSocket(shop.app, `?ticket=${used}`)
  await first.next('ready')
  expect(await (await openSocket(shop.app, `?ticket=${used}`)).closed).toBe(4401)
  expect(await (await openSocket(shop.app, '?ticket=none')).closed).toBe(4401)
  expect(await (await openSocket(shop.app, `?ticket=${'x'.repeat(5000)}`)).closed).toBe(4401)
  const wrong = await openSocket(shop.app)
  wrong.send({ type: 'auth', token: 'wrong' })
  expect(await wrong.closed).toBe(4401)
  const other = await openSocket(shop.app)
  other.send({ type: 'resume', data: { lastId: 0 } })
  expect(await other.closed).toBe(4401)
  expect(first.socket.readyState).toBe(first.socket.OPEN)
})

test('a socket that does not authenticate within five seconds is closed with 4401', async () => {
  const shop = await openShop()
  useFakeTimeouts()
  const silent = await openSocket(shop.app)
  await vi.advanceTimersByTimeAsync(4999)
  expect(silent.socket.readyState).toBe(silent.socket.OPEN)
  await vi.advanceTimersByTimeAsync(1)
  expect(await silent.closed).toBe(4401)
})

test('a client that cannot fetch a ticket authenticates in its first frame', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const page = await openSocket(shop.app)
  page.send({ type: 'auth', token: staff.token })
  expect(await page.next('ready')).toEqual({
    type: 'ready',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    data: { unread: 0, notices: 0, todo: {}, badges: {}, lastId: 0 },
  })
})

test('a page of a foreign origin gets 403, our own and those the shop allows are accepted', async () => {
  const shop = await openShop({ env: { CORS_ORIGINS: 'https://pos.example.com' } })
  const staff = await shop.signIn()
  const open = async (origin: string) => openSocket(shop.app, `?ticket=${await ticketOf(staff, websocket)}`, { origin })
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])
    await expect(open(origin)).rejects.toThrow('403')
  await (await open('https://pos.example.com')).next('ready')
  const host = await openSocket(shop.app).then(({ socket }) => new URL(socket.url).host)
  await (await open(`http://${host}`)).next('ready')
})

test('the address of the socket answers a plain GET with 426', async () => {
  const shop = await openShop()
  const answer = await shop.visitor().send('GET', '/websocket')
  expect(answer).toMatchObject({ status: 426, body: { code: 'UPGRADE_REQUIRED' } })
})

test('malformed, binary and oversized frames and floods close their own socket only', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const witness = await openPage(shop.app, staff)
  const ended = async (spoil: (page: Awaited<ReturnType<typeof openPage>>) => void) => {
    const page = await openPage(shop.app, staff)
    spoil(page)
    return page.closed
  }
  for (const text of ['{', 'null', '[]', '{"type":7}', '', '\u0000', '{"type":"resume"}'])
    expect(await ended(({ socket }) => socket.send(text)), text).toBe(1007)
  for (const lastId of [-1, 1.5, '7', null, 1e300])
    expect(await ended(({ send }) => send({ type: 'resume', data: { lastId } })), String(lastId)).toBe(1007)
  expect(await ended(({ socket }) => socket.send(Buffer.from([1, 2, 3])))).toBe(1007)
  expect(await ended(({ send }) => send({ type: 'x', data: 'x'.repeat(17_000) }))).toBe(1009)
  const flood = (once: (page: Awaited<ReturnType<typeof openPage>>) => void) =>
    ended((page) => {
      for (let sent = 0; sent < 60; sent++) once(page)
    })
  expect(await flood(({ send }) => send({ type: 'pong' }))).toBe(4429)
  expect(await flood(({ socket }) => socket.ping())).toBe(4429)
  await notifyUsers(shop, [staff.userId])
  await witness.next('notify')
})

test('an account has at most ten sockets across processes; those of a dead process expire', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const other = await shop.second()
  const [first] = await Promise.all(
    Array.from({ length: 10 }, (_, open) => openPage(open % 2 ? other : shop.app, staff)),
  )
  const open = async () => openSocket(shop.app, `?ticket=${await ticketOf(staff, websocket)}`)
  expect(await (await open()).closed).toBe(4429)
  first?.socket.close()
  const taken = async () => (await shop.ctx.db.select().from(liveSeats)).length
  await expect.poll(taken).toBe(9)
  await openPage(other, staff)
  expect(await (await open()).closed).toBe(4429)
  // No process renews these seats any more.
  shop.clock.advance(91_000)
  await openPage(shop.app, staff)
})

test('a page that misses two pings is closed with 4408, one that answers stays open', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const [dead, alive] = [await openPage(shop.app, staff), await openPage(shop.app, staff)]
  for (let beats = 0; beats < 4; beats++) {
    shop.app.platform.sockets.beat()
    if (dead.socket.readyState !== dead.socket.OPEN) break
    await alive.next('ping')
    alive.send({ type: 'pong' })
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  expect(await dead.closed).toBe(4408)
  await notifyUsers(shop, [staff.userId])
  await alive.next('notify')
})

test('a kicked session is notified, whichever process holds its page', async () => {
  const shop = await openShop()
  const boss = await shop.signInAdmin()
  const staff = await shop.signIn()
  const other = await shop.second()
  const pages = [await openPage(shop.app, staff), await openPage(other, staff)]
  await boss.call(adminUser.kick, { params: { id: staff.userId } })
  for (const page of pages) {
    const { data } = await page.next('session.revoked')
    expect(data).toEqual({ reason: 'kicked', code: 'SESSION_KICKED', message: '您已被强制下线' })
    expect(await page.closed).toBe(4401)
  }
})

test('signing out closes only the socket of that session', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const page = await openPage(shop.app, staff)
  const bystander = await openPage(shop.app, await shop.signIn())
  await staff.call(auth.logout)
  expect((await page.next('session.revoked')).data.reason).toBe('logout')
  expect(await page.closed).toBe(4401)
  expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
})

test('an expired session loses its socket at the next beat', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const page = await openPage(shop.app, staff)
  shop.clock.advance(2 * 3600_000)
  shop.app.platform.sockets.beat()
  expect(await page.closed).toBe(4401)
})

test('a page whose user gets other permissions receives perm.changed and reconnects with a new ticket', async () => {
  const shop = await openShop()
  const [staff, bystander] = [await shop.signIn(), await shop.signIn()]
  const page = await openPage(shop.app, staff)
  const other = await openPage(shop.app, bystander)
  await inTransaction(shop.ctx, (tx) => raisePermVersion(tx, { userIds: [staff.userId] }))
  await page.next('perm.changed')
  expect(await page.closed).toBe(4403)
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  await openPage(shop.app, staff)
})

test('a notification raised in one process reaches a page in another, and only after its transaction commits', async () => {
  const shop = await openShop()
  const other = await shop.second()
  const [staff, stranger] = [await shop.signIn(), await shop.signIn()]
  const page = await openPage(other, staff)
  const foreign = await openPage(other, stranger)
  await inTransaction(shop.ctx, async (tx) => {
    await notify(tx, { event: 'order.mention', to: { userIds: [staff.userId] }, title: '不会发生' })
    throw new Error('rolled back')
  }).catch(() => {})
  await notifyUsers(shop, [staff.userId], '第一条')
  await notifyUsers(shop, [staff.userId], '第二条')
  const titles = [(await page.next('notify')).data.title, (await page.next('notify')).data.title]
  expect(titles).toEqual(['第一条', '第二条'])
  expect(page.frames.map(({ data }) => data)).toMatchObject([{ event: 'order.mention', level: 'info' }, {}])
  expect(foreign.frames).toEqual([])
})

test('a returning page gets what it missed in order, or is asked to reload when there is too much', async () => {
  const shop = await openShop()
  const staff = await shop.signIn()
  for (let sent = 1; sent <= 3; sent++) await notifyUsers(shop, [staff.userId], `第${sent}条`)
  const [, second] = (await staff.call(notification.list)).body.list
  const page = await openPage(shop.app, staff)
  page.send({ type: 'resume', data: { lastId: (second?.id ?? 0) - 1 } })
  expect([(await page.next('notify')).data.title, (await page.next('notify')).data.title]).toEqual(['第2条', '第3条'])
  await shop.ctx.db.execute(sql`insert into notification (user_id, event, level, title, created_at)
    select ${staff.userId}, 'order.mention', 'info', 'x', now() from generate_series(1, 201)`)
  page.send({ type: 'resume', data: { lastId: 0 } })
  await page.next('resync')
  shop.clock.advance(24 * 3600_000)
  const back = await openPage(shop.app, await shop.signInAdmin())
  back.send({ type: 'resume', data: { lastId: 0 } })
  back.send({ type: 'unknown' })
  await notifyUsers(shop, [staff.userId])
  expect(back.frames).toEqual([])
})

test('the progress of a task is pushed to the pages of its owner', async () => {
  const shop = await openShop()
  const [staff, stranger] = [await shop.signIn(), await shop.signIn()]
  const [page, other] = [await openPage(shop.app, staff), await openPage(shop.app, stranger)]
  const { rows } = await shop.ctx.db.execute<{ id: string }>(sql`
    insert into task (type, title, params, heavy, created_by, created_at)
    values ('export', '导出', '{}', false, ${staff.userId}, now()) returning id`)
  const id = rows[0]?.id
  const news = { id, userId: staff.userId }
  await shop.ctx.platform.bus.publish(shop.ctx.db, 'task', JSON.stringify({ ...news, id: crypto.randomUUID() }))
  await shop.ctx.platform.bus.publish(shop.ctx.db, 'task', JSON.stringify(news))
  expect((await page.next('task')).data).toMatchObject({ id, title: '导出', status: 'pending' })
  expect(other.frames).toEqual([])
})

test('frames that are not stored reach their target pages: progress of a task, maintenance', async () => {
  const shop = await openShop()
  const [staff, stranger] = [await shop.signIn(), await shop.signIn()]
  const [page, other] = [await openPage(shop.app, staff), await openPage(shop.app, stranger)]
  await pushLive(shop.ctx, { userIds: [staff.userId] }, 'task', { id: 't', progress: 50 })
  await pushLive(shop.ctx, 'all', 'maintenance', { message: '系统维护中' })
  expect((await page.next('task')).data).toEqual({ id: 't', progress: 50 })
  await other.next('maintenance')
  expect(other.frames.map(({ type }) => type)).toEqual(['maintenance'])
})

test('things to do are counted for those who may see them; changes are pushed once within two seconds', async () => {
  const page = 'finance/withdrawal-list'
  const shop = await openShop()
  const ask = async (many: number) => {
    for (let n = 0; n < many; n++) {
      const uid = await makeCustomer(shop.ctx)
      await shop.ctx.db.execute(sql`insert into user_extract (extract_no, uid, extract_type, extract_price_fen, fee_fen, balance_fen)
        values (${`W${uid}`}, ${uid}, 'alipay', 100, 0, 0)`)
    }
  }
  await ask(2)
  const staff = await shop.signIn({ role: 'admin' })
  const open = await openPage(shop.app, staff)
  const blind = await openPage(shop.app, await shop.signIn())
  const { todo, badges } = (await staff.call(notification.count)).body
  expect({ todo, badges }).toMatchObject({ todo: { withdrawalsToReview: 2 }, badges: { [page]: 2 } })
  const finance = (await staff.call(menu.build)).body.find(({ path }) => path === '/finance')
  expect(finance?.children?.find(({ component }) => component === page)?.meta?.badge).toBe(2)
  await ask(3)
  for (let changes = 0; changes < 3; changes++) await todoChanged(shop.ctx)
  expect((await open.next('badge')).data).toMatchObject({ todo: { withdrawalsToReview: 5 }, badges: { [page]: 5 } })
  expect((await blind.next('badge')).data).toEqual({ todo: {}, badges: {} })
  expect(open.frames).toHaveLength(1)
})

test('a stopping server closes its pages with 1012', async () => {
  const shop = await openShop()
  const other = await shop.second()
  const page = await openPage(other, await shop.signIn())
  await other.fastify.close()
  expect(await page.closed).toBe(1012)
})
