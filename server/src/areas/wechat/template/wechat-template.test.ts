import { buyerMessage } from '@zhanggui/contract/wechat/buyer-message.ts'
import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

const routes = [...Object.values(wechatTemplate), ...Object.values(buyerMessage)]

test('a sync adds what the account lacks, binds what it has, says what it refuses, deletes nothing; a second one changes nothing', async () => {
  const shop = await openShop()
  const { messages } = await shop.ctx.platform.wechat.played()
  const staff = await shop.signIn({ can: routes })
  const list = async (kind: 1 | 2) => (await staff.call(wechatTemplate.list, { query: { kind, limit: 100 } })).body.list
  // Somebody added two on the platform: one that we know by its name and fields, one that only the account has.
  const pay = [
    { kid: '1', name: '订单号', rule: 'character_string' },
    { kid: '2', name: '商品', rule: 'thing' },
    { kid: '3', name: '支付金额', rule: 'amount' },
    { kid: '7', name: '支付时间', rule: 'date' },
  ]
  const bound = messages.addByHand('mini', '付款成功通知', pay)
  const foreign = messages.addByHand('mini', '生日祝福', pay.slice(0, 1))
  messages.library.mini.delete('1451')
  const first = (await staff.call(wechatTemplate.syncRoutine)).body
  expect(first).toMatchObject({ added: 8, kept: 0, bound: 2 })
  expect(first.failed).toEqual([
    { name: '退款通知', errcode: 200014, message: '模板库没有这个编号，或账号的类目不提供它' },
  ])
  const rows = await list(2)
  expect(rows.find(({ tempId }) => tempId === bound)).toMatchObject({ state: 1, fieldMap: { date7: '{payTime}' } })
  expect(rows.find(({ tempId }) => tempId === foreign)).toMatchObject({ name: '生日祝福', marks: [] })
  expect(rows.find(({ tempKey }) => tempKey === '1451')).toMatchObject({
    state: 2,
    syncError: first.failed[0]?.message,
  })
  const known = new Map(messages.own.mini)
  expect((await staff.call(wechatTemplate.syncRoutine)).body).toMatchObject({ added: 0, kept: 10, bound: 0 })
  expect(await list(2)).toEqual(rows)
  expect(messages.own.mini).toEqual(known)

  // A full library is said of each, and asked once.
  const path = '/cgi-bin/template/api_add_template'
  const { calls } = await shop.ctx.platform.wechat.played()
  const fake = await shop.ctx.platform.wechat.played()
  fake.tricks.set(path, [{ errcode: 45026, errmsg: 'template num exceeds limit' }])
  const full = (await staff.call(wechatTemplate.syncWechat)).body
  expect(full.failed.map(({ message }) => message)).toEqual(Array.from({ length: 3 }, () => '模板数量已达上限'))
  expect(calls.filter((call) => call.path === path)).toHaveLength(1)
  const both = await Promise.all([staff.call(wechatTemplate.syncWechat), staff.call(wechatTemplate.syncWechat)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(messages.own.official.size).toBe(3)

  // What the platform took away is said; a platform that says no is passed on.
  const [gone] = await list(1)
  messages.own.official.delete(gone?.tempId ?? '')
  messages.library.official.clear()
  expect((await staff.call(wechatTemplate.syncWechat)).body).toMatchObject({ kept: 2, failed: [{ errcode: 40037 }] })
  expect((await list(1)).find(({ id }) => id === gone?.id)).toMatchObject({ state: 3 })
  fake.tricks.set('/wxaapi/newtmpl/gettemplate', [{ errcode: 48001, errmsg: 'api unauthorized' }])
  expect(await staff.call(wechatTemplate.syncRoutine)).toMatchObject({ status: 422, body: { errcode: 48001 } })
})

test('staff keep templates, say what their fields are filled with, and see what is wrong before anything is sent', async () => {
  const shop = await openShop()
  const fake = await shop.ctx.platform.wechat.played()
  const staff = await shop.signIn({ can: routes })
  const refused = (body: object) => staff.call(wechatTemplate.save, { body: body as never })
  expect(await refused({ kind: 1, name: '旧', tempKey: 'OPENTM2', kidList: ['订单号'] })).toMatchObject({ status: 400 })
  expect(await refused({ kind: 2, name: '少', tempKey: '1927', kidList: ['1'] })).toMatchObject({ status: 400 })
  expect(await refused({ kind: 2, name: '空' })).toMatchObject({ status: 400 })
  const draft = {
    kind: 2 as const,
    name: '升级提醒',
    tempId: 'tpl-1',
    content: '等级:{{thing1.DATA}}\n时间:{{time2.DATA}}',
  }
  const { body: saved } = await staff.call(wechatTemplate.save, { body: draft })
  expect((await staff.call(wechatTemplate.save, { body: draft })).status).toBe(409)

  const { body: told } = await staff.call(buyerMessage.list)
  const levelUp = told.list.find(({ mark }) => mark === 'levelUp')
  const id = levelUp?.id ?? 0
  expect(levelUp).toMatchObject({ isRoutine: 0, isWechat: 0, isSms: 0, isInner: 1 })
  expect(await staff.call(buyerMessage.switchRoutine, { params: { id } })).toMatchObject({
    status: 422,
    body: { code: 'NOT_CONFIGURED', message: '通知没有配置小程序模板' },
  })
  const body = { id, version: levelUp?.version, detailType: 'routine' as const, tempId: String(saved.id) }
  const fieldMap = { thing1: '{level}', time2: '{level}' }
  expect((await staff.call(buyerMessage.preview, { body: { ...body, fieldMap } })).body).toMatchObject({
    faults: ['「时间」时间，如 15:01 或 2026-11-20 15:01'],
    text: '等级：黄金会员\n时间：黄金会员',
  })
  expect(
    (await staff.call(buyerMessage.update, { body: { ...body, fieldMap: { thing1: '{money}' } } })).body,
  ).toMatchObject({
    message: '「升级」没有变量 {money}',
  })
  const good = {
    ...body,
    fieldMap: { thing1: '{level}', time2: '{time}' },
    channelOrder: ['sms', 'routine', 'wechat'] as const,
  }
  const change = { ...good, channelOrder: [...good.channelOrder] }
  expect((await staff.call(buyerMessage.update, { body: change })).status).toBe(200)
  expect((await staff.call(buyerMessage.update, { body: change })).status).toBe(409)
  expect((await staff.call(buyerMessage.detail, { query: { id, detailType: 'routine' } })).body).toMatchObject({
    isRoutine: 1,
    channelOrder: ['sms', 'routine', 'wechat'],
    tempId: String(saved.id),
    fields: [{ label: '等级', value: '黄金会员', fault: '' }, { value: '2026-11-20 13:58:00' }],
  })
  expect((await staff.call(buyerMessage.switchRoutine, { params: { id } })).status).toBe(200)
  // Whoever may edit and not switch does not switch by editing.
  const editor = await shop.signIn({ can: [buyerMessage.update, buyerMessage.list] })
  const edit = (more: object) => editor.call(buyerMessage.update, { body: { id, detailType: 'routine', ...more } })
  expect((await edit({ status: 1 })).status).toBe(403)
  expect((await staff.call(buyerMessage.switchRoutine, { params: { id } })).status).toBe(200)
  expect((await edit({ tempId: '0' })).status, 'taking the template away silences it').toBe(403)
  expect((await edit({ page: 'pages/vip/index' })).status).toBe(200)
  const { rows: trail } = await shop.ctx.db.execute(
    `select row_to_json(entry)::text as said from audit_entry as entry order by id desc limit 1`,
  )
  expect(trail[0]?.said).toContain('pages/vip/index')
  const detail = async () => (await staff.call(buyerMessage.detail, { query: { id, detailType: 'routine' } })).body
  expect(await detail()).toMatchObject({ quietFrom: '22:00', quietTo: '08:00', page: 'pages/vip/index' })
  expect((await edit({ quietFrom: '23:00', quietTo: '' })).status, 'one end of the night').toBe(400)
  expect((await edit({ quietFrom: '', quietTo: '', page: '' })).status).toBe(200)
  expect(await detail()).toMatchObject({ quietFrom: '', quietTo: '', page: '' })
  // What another notice says by the same template is not changed beside it, and both must know what it names.
  const verified = told.list.find(({ mark }) => mark === 'verified')?.id ?? 0
  const share = (by: typeof staff, map: object) =>
    by.call(buyerMessage.update, {
      body: { id: verified, detailType: 'routine', tempId: String(saved.id), fieldMap: { time2: '{time}', ...map } },
    })
  const switcher = await shop.signIn({ can: Object.values(buyerMessage) })
  expect((await share(switcher, { thing1: '{nickname}' })).body).toMatchObject({
    message: '这个模板也用于「升级」，请由能编辑消息模板的同事修改',
  })
  expect((await share(staff, { thing1: '{level}' })).body).toMatchObject({ message: '「核销」没有变量 {level}' })
  expect((await share(staff, { thing1: '{orderNo}' })).body).toMatchObject({ message: '「升级」没有变量 {orderNo}' })
  expect((await share(staff, { thing1: '{nickname}' })).status).toBe(200)
  const { body: template } = await staff.call(wechatTemplate.info, { params: { id: saved.id } })
  const { kind, name, tempId, content } = template
  const whole = { kind, name, tempId, content, version: template.version, fieldMap: { thing1: '{level}' } }
  expect((await staff.call(wechatTemplate.update, { params: { id: saved.id }, body: whole })).body).toMatchObject({
    message: '「核销」没有变量 {level}',
  })
  expect(
    (await staff.call(buyerMessage.update, { body: { id: verified, detailType: 'routine', tempId: '0' } })).status,
  ).toBe(200)

  expect((await staff.call(wechatTemplate.remove, { params: { id: saved.id } })).body).toMatchObject({ code: 'IN_USE' })
  expect((await staff.call(buyerMessage.update, { body: { id, detailType: 'routine', tempId: '0' } })).status).toBe(200)
  expect((await staff.call(wechatTemplate.remove, { params: { id: saved.id } })).status).toBe(200)
  expect(fake.callsOf('/wxaapi/newtmpl/deltemplate')).toEqual([])
})
