import { agreement, frontAgreement } from '@zhanggui/contract/decor/agreement.ts'
import { agreementNames } from '@zhanggui/domain/decor/agreement.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runsCode, smuggled } from '../../../testing/hostile-html.ts'
import { type Caller, openShop, type Refused } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'

const HOUR_MS = 3600_000
const key = 'privacy_policy' as const
const may = ['admin:agreement:list', 'admin:agreement:info', 'admin:agreement:save', 'admin:agreement:publish']

async function openAgreements() {
  const shop = await openShop()
  return { shop, keeper: await shop.signIn({ permissions: may }) }
}
const draft = (change: object = {}) => ({ key, title: '隐私政策', content: '<p>只收手机号</p>', ...change })

async function publish(keeper: Caller, change: object = {}) {
  const { status, body } = await keeper.call(agreement.save, { body: { ...draft(change), publish: true } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.no
}

test('a new shop has drafts of all agreements that ask to be edited, and buyers see none of them', async () => {
  const { shop, keeper } = await openAgreements()
  const { body } = await keeper.call(agreement.list)
  expect(body.list.map((row) => [row.key, row.status, row.no])).toEqual(
    agreementNames.map((name) => [name, 'draft', null]),
  )
  for (const { key: each } of body.list)
    expect((await keeper.call(agreement.info, { query: { key: each } })).body.content).toContain('请按实际经营情况修改')
  const buyer = shop.visitor()
  expect((await buyer.call(frontAgreement.list)).body.list).toEqual([])
  expect((await buyer.call(frontAgreement.info, { params: { key } })).body).toMatchObject({
    status: 404,
    message: '协议尚未发布',
  })
  expect((await buyer.send('GET', '/api/front/agreement/nothing')).status).toBe(400)
})

test('publishing has a right of its own, by saving and by going back; two who publish at once make two versions', async () => {
  const { shop, keeper } = await openAgreements()
  const clerk = await shop.signIn({ permissions: may.slice(0, 3) })
  expect((await clerk.call(agreement.save, { body: draft() })).status).toBe(200)
  expect((await clerk.call(agreement.save, { body: { ...draft(), publish: true } })).status).toBe(403)
  const refused = async (change: object, status: number, message: string) =>
    expect(await keeper.send('POST', '/admin/agreement/save', { ...draft(change), publish: true })).toMatchObject({
      status,
      body: { message },
    })
  await refused({ content: '<p> </p>' }, 400, '请输入协议内容')
  await refused({ title: '长'.repeat(31) }, 400, '协议标题不能超过30个字符，请缩短')
  await refused({ effectiveTime: '2020-01-01 00:00:00' }, 400, '生效时间不能早于现在')
  await refused({ effectiveTime: 'bald' }, 400, '生效时间格式不正确')
  await refused({ version: 0 }, 409, '数据已被他人修改，请刷新后重试')
  const both = await Promise.all(['甲', '乙'].map((text) => publish(keeper, { content: `<p>${text}</p>` })))
  expect(both.sort()).toEqual([1, 2])
  expect((await clerk.call(agreement.rollback, { body: { key, no: 1, publish: true } })).status).toBe(403)
  const back = await keeper.call(agreement.rollback, { body: { key, no: 1, publish: true, note: '退回' } })
  expect([back.body.no, await trailOf(shop, back)]).toEqual([3, ['publish']])
  expect((await keeper.call(agreement.rollback, { body: { key, no: 9 } })).status).toBe(404)
  const { body: versions } = await keeper.call(agreement.versions, { query: { key } })
  expect(versions.list.map(({ no, live, note }) => [no, live, note])).toEqual([
    [3, true, '退回'],
    [2, false, ''],
    [1, false, ''],
  ])
  expect(versions.list[0]?.content).toBe(versions.list[2]?.content)
})

test('a version is read from its time on; until then buyers read the one before', async () => {
  const { shop, keeper } = await openAgreements()
  await publish(keeper, { content: '<p>一</p>' })
  const effectiveTime = toWireTime(new Date(shop.clock.now().getTime() + HOUR_MS))
  await publish(keeper, { content: '<p>二</p>', effectiveTime })
  await keeper.call(agreement.save, { body: draft({ content: '<p>三</p>' }) })
  const read = async () => (await shop.visitor().call(frontAgreement.info, { params: { key } })).body
  expect(await read()).toMatchObject({ no: 1, content: '<p>一</p>' })
  expect((await keeper.call(agreement.info, { query: { key } })).body).toMatchObject({
    status: 'published',
    changed: true,
    no: 2,
    content: '<p>三</p>',
  })
  shop.clock.advance(HOUR_MS + 1000)
  expect(await read()).toMatchObject({ no: 2, content: '<p>二</p>', effectiveTime })
})

test('a buyer is asked for the version that needs it, once, and agrees to no other than the one to be read', async () => {
  const { shop, keeper } = await openAgreements()
  const buyer = await shop.buyer()
  const asked = async (who = buyer) =>
    (await who.call(frontAgreement.list)).body.list.filter(({ mustConsent }) => mustConsent).map(({ no }) => no)
  await publish(keeper)
  expect(await asked()).toEqual([])
  await publish(keeper, { requireConsent: true, content: '<p>还收地址</p>' })
  // A later version that only mends a word still stands for the one that asks.
  await publish(keeper, { requireConsent: false, content: '<p>还收地址。</p>' })
  expect(await asked()).toEqual([3])
  expect(await asked(shop.visitor())).toEqual([])
  const stale = await buyer.call(frontAgreement.consent, { body: { key, no: 2 } })
  expect([stale.status, (stale.body as Refused).message]).toEqual([409, '协议已更新，请重新阅读后同意'])
  expect((await shop.visitor().call(frontAgreement.consent, { body: { key, no: 3 } })).status).toBe(401)
  const agree = () => buyer.call(frontAgreement.consent, { body: { key, no: 3 } })
  expect((await Promise.all([agree(), agree()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await asked()).toEqual([])
  const { rows } = await shop.ctx.db.execute(sql`select uid, no, channel, ip <> '' as known from agreement_consent`)
  expect(rows).toEqual([{ uid: buyer.userId, no: 3, channel: 'h5', known: true }])
  expect((await keeper.call(agreement.versions, { query: { key } })).body.list[0]?.consents).toBe(1)
  await publish(keeper, { requireConsent: true })
  expect(await asked()).toEqual([4])
})

test('no text of an agreement runs where it is shown', async () => {
  const { shop, keeper } = await openAgreements()
  for (const text of smuggled) {
    const { status } = await keeper.call(agreement.save, { body: draft({ content: `<p>正文</p>${text}` }) })
    expect(status, text).toBe(200)
    expect(runsCode((await keeper.call(agreement.info, { query: { key } })).body.content), text).toBe(false)
  }
  await publish(keeper)
  // What an earlier server stored is cleaned once more.
  await shop.ctx.db.execute(sql`update agreement_version set content = ${smuggled.join('<p>正文</p>')}`)
  const { body } = await shop.visitor().call(frontAgreement.info, { params: { key } })
  expect(runsCode(body.content)).toBe(false)
})
