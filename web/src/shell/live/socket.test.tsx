import { screen, waitFor, within } from '@testing-library/react'
import { type Notification, notification } from '@zhanggui/contract/message/notification.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLive } from '../../api/live.ts'
import { pollsRest } from '../../api/polling.ts'
import { useSession } from '../../api/session.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { startLive } from './socket.ts'

/** The server side of the page's sockets. */
class FakeSocket extends EventTarget {
  static all: FakeSocket[] = []
  readonly url: string
  readonly sent: unknown[] = []

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.all.push(this)
  }

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  say(type: string, data?: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, time: '', data }) }))
  }

  close(code = 1000) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const counts = { unread: 0, notices: 0, todo: {}, badges: {}, lastId: 7 }
const incoming: Notification = {
  id: 8,
  event: 'order.mention',
  level: 'info',
  title: '有人提到你',
  content: '请看订单',
  link: '',
  objectType: '',
  objectId: '',
  payload: {},
  readTime: null,
  createTime: '2025-03-01 10:00:00',
}
let stop = () => {}

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  useLive.setState(useLive.getInitialState(), true)
  useSession.setState({ user: makeUser() })
  answer(ticket.make, { ticket: 'once', expiresIn: 60 })
  answer(notification.count, { ...counts, unread: 1, lastId: 8 })
  answer(notification.settings, [])
  answer(auth.logout, {})
  answer(auth.info, makeUser())
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function connected(nth = 1): Promise<FakeSocket> {
  await waitFor(() => expect(FakeSocket.all).toHaveLength(nth))
  const socket = FakeSocket.all[nth - 1] as FakeSocket
  return socket
}

test('the page connects with a ticket, answers pings and adopts the counters', async () => {
  stop = startLive()
  const socket = await connected()
  expect(socket.url).toMatch(/^ws:\/\/.*\/websocket\?ticket=once$/)
  socket.say('ready', { ...counts, unread: 3 })
  socket.say('ping')
  expect(socket.sent).toEqual([{ type: 'pong' }])
  socket.say('badge', { todo: { ordersToShip: 5 }, badges: { 'order/order-list': 5 } })
  expect(useLive.getState()).toMatchObject({ unread: 3, todo: { ordersToShip: 5 }, disconnected: false })
})

test('a notification pops up once, and the bell counts it', async () => {
  renderPage(<p>页面</p>)
  stop = startLive()
  const socket = await connected()
  socket.say('ready', counts)
  socket.say('notify', incoming)
  socket.say('notify', incoming)
  await screen.findByText('有人提到你')
  await waitFor(() => expect(useLive.getState().unread).toBe(1))
  expect(screen.getAllByText('有人提到你')).toHaveLength(1)
})

test("users who turned an event's pop-ups off, or are in quiet hours, are not disturbed", async () => {
  renderPage(<p>页面</p>)
  const wish = { event: 'order.mention' as const, site: true, email: false, sms: false, popup: false, sound: false }
  answer(notification.settings, [wish])
  stop = startLive()
  const socket = await connected()
  socket.say('ready', counts)
  socket.say('notify', incoming)
  await waitFor(() => expect(useLive.getState().unread).toBe(1))
  expect(screen.queryByText('有人提到你')).toBeNull()
})

test('a lost connection recovers by itself and requests missed notifications', async () => {
  stop = startLive()
  const first = await connected()
  first.say('ready', counts)
  first.close(1012)
  const second = await connected(2)
  second.say('ready', counts)
  expect(second.sent).toEqual([{ type: 'resume', data: { lastId: 7 } }])
})

test('after a change of permissions the page reconnects at once with a new ticket', async () => {
  const asked = answer(ticket.make, { ticket: 'again', expiresIn: 60 })
  stop = startLive()
  const first = await connected()
  first.say('ready', counts)
  first.say('perm.changed')
  first.close(4403)
  expect((await connected(2)).url).toContain('ticket=again')
  expect(asked).toHaveLength(2)
})

test('a page that begins to look as somebody else asks for no new connection', async () => {
  const asked = answer(ticket.make, { ticket: 'again', expiresIn: 60 })
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  const info = answer(auth.info, makeUser({ seeing }))
  stop = startLive()
  const first = await connected()
  first.say('ready', counts)
  first.close(4403)
  await waitFor(() => expect(info).toHaveLength(1))
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toHaveLength(1)
})

test('after three failures the bell shows it, and the counters are fetched every minute', async () => {
  vi.useFakeTimers()
  const asked = answer(notification.count, { ...counts, unread: 4 })
  answer(ticket.make, refuse(503, 'OVERLOADED', '忙'))
  stop = startLive()
  await vi.advanceTimersByTimeAsync(4000)
  expect(useLive.getState().disconnected).toBe(true)
  expect(asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(1)
  expect(useLive.getState().unread).toBe(4)
})

test('a user who is forced out sees the reason, and the page does not reconnect', async () => {
  renderPage(<p>页面</p>)
  stop = startLive()
  const socket = await connected()
  socket.say('session.revoked', { reason: 'kicked', message: '您已被强制下线' })
  socket.close(4401)
  await screen.findByText('您已被强制下线')
  expect(screen.getByRole('button', { name: '重新登录' })).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(FakeSocket.all).toHaveLength(1)
})

test('an expired session asks to sign in again', async () => {
  const { user } = renderPage(<p>页面</p>)
  answer(auth.info, refuse(401, 'TOKEN_EXPIRED', '登录状态已过期'))
  stop = startLive()
  const socket = await connected()
  socket.close(4401)
  const box = await screen.findByRole('dialog', { name: '系统提示' })
  expect(box.textContent).toContain('登录状态已过期，您可以继续留在该页面，或者重新登录')
  await user.click(within(box).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(pollsRest()).toBe(true))
  await user.keyboard('a')
  expect(pollsRest()).toBe(false)
})
