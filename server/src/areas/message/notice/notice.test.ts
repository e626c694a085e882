import { type NoticeDraft, notice } from '@zhanggui/contract/message/notice.ts'
import { notification } from '@zhanggui/contract/message/notification.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openPage } from '../../../testing/process/page-socket.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'

const desk = [notice.list, notice.save, notice.update, notice.remove]

async function publish(editor: Caller, draft: Partial<NoticeDraft> = {}) {
  const body = { title: '盘点通知', content: '<p>今晚盘点</p>', ...draft }
  const { id } = (await editor.call(notice.save, { body })).body
  expect((await editor.call(notice.publish, { params: { id } })).status).toBe(200)
  return id
}

async function titlesOf(caller: Caller) {
  return (await caller.call(notice.own)).body.list.map(({ title }) => title)
}

test('an announcement without title, text or existing targets, or with its end before its start, is refused', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const save = async (draft: Partial<NoticeDraft>) => {
    const { status, body } = await editor.call(notice.save, { body: { title: 'x', content: 'y', ...draft } })
    return `${status} ${(body as unknown as { message: string }).message}`
  }
  expect(await save({ title: ' ' })).toBe('400 请输入公告标题')
  expect(await save({ content: '<p>&nbsp;</p><script>alert(1)</script>' })).toBe('400 公告内容不能为空')
  expect(await save({ startTime: '2025-02-30 00:00:00' })).toBe('400 时间格式不正确')
  expect(await save({ startTime: '2025-03-02 00:00:00', endTime: '2025-03-01 00:00:00' })).toBe(
    '400 结束时间须晚于开始时间',
  )
  expect(await save({ targets: 'roles' })).toBe('400 请选择角色')
  expect(await save({ targets: 'users', targetIds: [999_999] })).toBe('422 通知对象不存在，请重新选择')
  expect(await save({ targetIds: [1, 1], targets: 'users' })).toMatch(/^400/)
})

test('active content is removed from an announcement before it is stored', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const content = `<p onclick="x()" style="color:red;position:fixed">好<script>alert(1)</script></p>
    <a href="javascript:alert(1)">a</a><a href="https://example.com" target="_blank">b</a>
    <img src="data:image/svg+xml,x" onerror="x()"><img src="/file/1.png"><iframe src="https://x"></iframe><form><input></form>
    <img src="//m.example/x.png"><table><tr><td>1</td></tr></table>`
  await editor.call(notice.save, { body: { title: 'x', content } })
  const [row] = (await editor.call(notice.list)).body.list
  expect(row?.content).toContain('<p style="color:red">好</p>')
  expect(row?.content).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer">b</a>')
  expect(row?.content).toContain('<img src="/file/1.png" />')
  expect(row?.content).toContain('<img src="https://m.example/x.png" />')
  expect(row?.content).toContain('<td>1</td>')
  expect(row?.content).not.toMatch(/script|onclick|onerror|iframe|form|input|data:|position/)
})

test('an announcement is visible to its targets from publication to withdrawal', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const [one, other] = [await shop.signIn(), await shop.signIn()]
  const { rows } = await shop.ctx.db.execute<{ id: number }>(
    sql`select role_id as id from admin_user_role where user_id = ${one.userId}`,
  )
  await publish(editor, { title: '给所有人' })
  await publish(editor, { title: '给一人', targets: 'users', targetIds: [one.userId] })
  await publish(editor, { title: '给角色', targets: 'roles', targetIds: [rows[0]?.id ?? 0], pinned: true })
  await editor.call(notice.save, { body: { title: '草稿', content: '未完' } })
  expect(await titlesOf(one)).toEqual(['给角色', '给一人', '给所有人'])
  expect(await titlesOf(other)).toEqual(['给所有人'])
  const [all] = (await editor.call(notice.list, { query: { title: '所有' } })).body.list
  await editor.call(notice.withdraw, { params: { id: all?.id ?? 0 } })
  expect(await titlesOf(other)).toEqual([])
  expect((await other.call(notice.read, { params: { id: all?.id ?? 0 } })).status).toBe(404)
})

test('an announcement is visible between its start and its end', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const at = (minutes: number) =>
    new Date(Date.now() + 8 * 3600_000 + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  await publish(editor, { startTime: at(10), endTime: at(20) })
  expect(await titlesOf(editor)).toEqual([])
  shop.clock.advance(11 * 60_000)
  expect(await titlesOf(editor)).toEqual(['盘点通知'])
  shop.clock.advance(10 * 60_000)
  expect(await titlesOf(editor)).toEqual([])
  const { id } = (await editor.call(notice.save, { body: { title: 'x', content: 'y', endTime: at(1) } })).body
  const late = await editor.call(notice.publish, { params: { id } })
  expect(late).toMatchObject({ status: 422, body: { message: '公告的结束时间已过，请修改后再发布' } })
})

test('the readers of an announcement are listed, and those who have not read it are counted', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const [reader, other] = [await shop.signIn(), await shop.signIn()]
  const id = await publish(editor, { targets: 'users', targetIds: [reader.userId, other.userId] })
  const count = async () => (await reader.call(notification.count)).body.notices
  expect(await count()).toBe(1)
  await Promise.all([1, 2, 3].map(() => reader.call(notice.read, { params: { id } })))
  expect(await count()).toBe(0)
  expect((await reader.call(notice.own)).body.list).toMatchObject([{ id, read: true }])
  expect((await editor.call(notice.list)).body.list).toMatchObject([{ id, readCount: 1, targetCount: 2 }])
  const readers = (await editor.call(notice.readers, { params: { id } })).body.list
  expect(readers).toMatchObject([
    { id: reader.userId, readTime: expect.stringMatching(/^\d{4}-/) },
    { id: other.userId, readTime: null },
  ])
  const unread = await editor.call(notice.readers, { params: { id }, query: { read: false } })
  expect(unread.body).toMatchObject({ total: 1, list: [{ id: other.userId }] })
  expect((await editor.call(notice.readers, { params: { id: 999 } })).status).toBe(404)
})

test('a published announcement is changed only after withdrawal; of two simultaneous publications one succeeds', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const { id, version } = (await editor.call(notice.save, { body: { title: 'x', content: 'y' } })).body
  const twice = await Promise.all([1, 2].map(() => editor.call(notice.publish, { params: { id } })))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  const change = { id, title: 'z', content: 'y' }
  const refused = await editor.call(notice.update, { body: change })
  expect(refused).toMatchObject({ status: 422, body: { message: '已发布的公告不能编辑，请先撤回' } })
  expect((await editor.call(notice.withdraw, { params: { id } })).status).toBe(200)
  expect((await editor.call(notice.withdraw, { params: { id } })).status).toBe(409)
  const stale = await editor.call(notice.update, { body: { ...change, version } })
  expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT', current: { id, title: 'x' } } })
  expect((await editor.call(notice.update, { body: change })).status).toBe(200)
  expect((await editor.call(notice.update, { body: { ...change, id: 999 } })).status).toBe(404)
  expect((await editor.call(notice.remove, { body: [id, 999] })).status).toBe(404)
  expect((await editor.call(notice.remove, { body: [id] })).status).toBe(200)
  expect((await editor.call(notice.list)).body.total).toBe(0)
})

test('open pages of an announcement’s targets are notified', async () => {
  const shop = await openShop()
  const editor = await shop.signIn({ can: desk })
  const [one, other] = [await shop.signIn(), await shop.signIn()]
  const [page, foreign] = [await openPage(shop.app, one), await openPage(shop.app, other)]
  const { rows } = await shop.ctx.db.execute<{ id: number }>(
    sql`select role_id as id from admin_user_role where user_id = ${one.userId}`,
  )
  const id = await publish(editor, { targets: 'roles', targetIds: [rows[0]?.id ?? 0], level: 'warn' })
  expect((await page.next('notice')).data).toEqual({ id, title: '盘点通知', level: 'warn' })
  await editor.call(notice.withdraw, { params: { id } })
  expect((await page.next('notice')).data).toEqual({ id, withdrawn: true })
  expect(foreign.frames).toEqual([])
})
