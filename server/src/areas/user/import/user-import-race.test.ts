import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withContext } from '../../../platform/http/context.ts'
import { codeFor, prepareCodes } from '../../../testing/buyer.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import {
  check,
  ended,
  type ImportDesk,
  importPermissions,
  openImportDesk,
  sheetOf,
} from '../../../testing/files/user-sheets.ts'
import { setSettings } from '../../../testing/pay.ts'
import { findActorByName } from '../../staff/admin-user/actor.service.ts'
import { runImport } from './user-import-run.service.ts'
import { runUndo } from './user-import-undo.service.ts'

const phoneOf = (n: number) => `137${String(n).padStart(8, '0')}`
const sheet = (n: number, row: (at: number) => string) =>
  sheetOf('手机号,昵称,余额,推广员,推广人手机号', ...Array.from({ length: n }, (_, at) => row(at)))

async function actorOf({ shop, staff }: ImportDesk) {
  const actor = await findActorByName(shop.ctx, staff.username)
  if (!actor) throw new Error('nobody has that name')
  return actor
}

/** Stops the work at a report of progress, as a process that is killed there does. */
const dyingAt = (reports: number) => {
  let left = reports
  return {
    progress: async () => {
      if (--left <= 0) throw new Error('killed')
    },
  }
}

async function openings({ ctx }: ImportDesk['shop']) {
  const { rows } = await ctx.db.execute<{ n: number; users: number; bound: number }>(sql`
    select (select count(*)::int from user_bill where title = '期初余额') as n, (select count(*)::int from shop_user) as users,
      (select count(*)::int from shop_user where spread_uid > 0) as bound`)
  return rows[0]
}

test('an import that is killed three times opens each account once, and so is its undoing', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const ctx = withContext(shop.ctx, { caller: await actorOf(desk) })
  const rows = 105
  const { body } = await check(
    staff,
    sheet(rows, (n) => `${phoneOf(n)},客${n},1,${n ? '' : '是'},${n ? phoneOf(0) : ''}`),
  )
  const { importId } = body
  expect((await staff.call(userImport.confirm, { body: { importId, policy: 'all' } })).status).toBe(202)
  for (const reports of [1, 1, 1])
    await expect(runImport(ctx, { importId }, dyingAt(reports))).rejects.toThrow('killed')
  expect((await staff.call(userImport.undo, { body: { importId } })).body).toMatchObject({ message: '导入尚未结束' })
  const info = await ended(desk, importId)
  expect(info).toMatchObject({ status: 'done', done: rows, failed: 0 })
  expect(await openings(shop)).toEqual({ n: rows, users: rows, bound: rows - 1 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  expect((await staff.call(userImport.undo, { body: { importId } })).status).toBe(202)
  // Beside the task, which another process has begun.
  await Promise.allSettled([5, 30].map((reports) => runUndo(ctx, { importId }, dyingAt(reports))))
  expect(await ended(desk, importId)).toMatchObject({ status: 'undone', back: rows, left: 0 })
  await expect(runImport(ctx, { importId }, dyingAt(999))).rejects.toThrow('已撤销')
  const { rows: left } = await shop.ctx.db.execute(
    sql`select 1 from shop_user where status or now_money_fen > 0 or spread_uid > 0`,
  )
  expect(left).toEqual([])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('of two files that bring a phone at once one makes the customer; both orders of the rows end', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const rows = 120
  const one = (
    await check(
      staff,
      sheet(rows, (n) => `${phoneOf(n)},甲,1,,`),
      { mode: 'create' },
    )
  ).body
  const other = (
    await check(
      staff,
      sheet(rows, (n) => `${phoneOf(rows - 1 - n)},乙,2,,`),
      { mode: 'create' },
    )
  ).body
  const answers = await Promise.all(
    [one, other].map(({ importId }) => staff.call(userImport.confirm, { body: { importId, policy: 'skip' } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const again = await staff.call(userImport.confirm, { body: { importId: one.importId, policy: 'skip' } })
  expect(again.body).toMatchObject({ status: 409, message: '该导入已执行' })
  expect(
    (
      await check(
        staff,
        sheet(1, () => phoneOf(1)),
      )
    ).body,
  ).toMatchObject({ status: 409, message: '已有导入正在进行' })
  const [first, second] = await Promise.all([one, other].map(({ importId }) => ended(desk, importId)))
  expect((first?.done ?? 0) + (second?.done ?? 0)).toBe(rows)
  expect((first?.failed ?? 0) + (second?.failed ?? 0)).toBe(rows)
  const failed = [...(first?.errors ?? []), ...(second?.errors ?? [])].map(({ message }) => message)
  expect(new Set(failed.map((message) => message.replace('手机号：', '')))).toEqual(new Set(['该手机号已存在']))
  expect(await openings(shop)).toMatchObject({ n: rows, users: rows })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an import and the sign-up of its phone make one customer, who has what the file opened or did not get it at all', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await prepareCodes(shop)
  const phones = Array.from({ length: 2 }, (_, n) => phoneOf(n))
  const { body } = await check(
    staff,
    sheet(phones.length, (n) => `${phones[n]},客,1,,`),
    { mode: 'create' },
  )
  const codes: string[] = []
  for (const phone of phones) codes.push(await codeFor(shop, phone))
  await staff.call(userImport.confirm, { body: { importId: body.importId, policy: 'skip' } })
  const [info, ...entered] = await Promise.all([
    ended(desk, body.importId),
    ...phones.map((phone, n) => shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha: codes[n] ?? '' } })),
  ])
  expect(entered.map(({ status }) => status)).toEqual(phones.map(() => 200))
  expect(info.done + info.failed).toBe(phones.length)
  expect(await openings(shop)).toMatchObject({ n: info.done, users: phones.length })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a right that is gone before the task runs stops it whole', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const { body } = await check(
    staff,
    sheet(1, () => `${phoneOf(1)},客,1,,`),
  )
  await staff.call(userImport.confirm, { body: { importId: body.importId, policy: 'skip' } })
  const actor = await actorOf(desk)
  const caller = { ...actor, permissions: new Set(importPermissions.slice(0, 1)) }
  await expect(runImport(withContext(shop.ctx, { caller }), { importId: body.importId }, dyingAt(9))).rejects.toThrow()
  expect(await openings(shop)).toMatchObject({ n: 0, users: 0 })
})

test('above the sum of the settings a second person agrees before anything is imported, and then the task is the applicant’s', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await setSettings(shop, { approval_amount: 100_00 })
  const chief = await shop.signIn({ can: [approval.list, approval.review], permissions: importPermissions })
  const { importId } = (
    await check(
      staff,
      sheet(2, (n) => `${phoneOf(n)},客${n},60,,`),
    )
  ).body
  const confirm = () => staff.call(userImport.confirm, { body: { importId, policy: 'skip' } })
  const asked = await confirm()
  expect(asked).toMatchObject({ status: 202, body: { approvalId: expect.any(Number) } })
  expect((await confirm()).body).toMatchObject({ status: 409, message: '该操作正在等待审批' })
  const stateOf = async (who = staff) => (await who.call(userImport.info, { params: { id: importId } })).body.status
  expect(await stateOf()).toBe('waiting')
  expect(await openings(shop)).toMatchObject({ n: 0, users: 0 })
  const { list } = (await chief.call(approval.list, { query: { state: 0 } })).body
  expect(list).toMatchObject([{ kind: 'opening', amount: 120, objectName: 'a.csv', blocked: '' }])
  const { body } = await chief.call(approval.review, { body: { id: list[0]?.id ?? 0, pass: true } })
  expect(body).toMatchObject({ state: 1, message: '' })
  expect(await ended(desk, importId)).toMatchObject({ status: 'done', done: 2, money: 120 })
  expect(await openings(shop)).toMatchObject({ n: 2, users: 2 })
})

test('points count by what they take off an order, and what one member of staff opens in a day counts, however many files it is in', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await setSettings(shop, { approval_amount: 100_00, integral_ratio: 0.01 })
  const bring = async (lines: string) => {
    const { importId } = (await check(staff, sheetOf('手机号,余额,积分', lines))).body
    const { body } = await staff.call(userImport.confirm, { body: { importId, policy: 'all' } })
    return { ...body, importId }
  }
  expect(await bring(`${phoneOf(1)},,10001`)).toMatchObject({ approvalId: expect.any(Number) })
  const small = await bring(`${phoneOf(2)},60,`)
  expect(small).not.toHaveProperty('approvalId')
  expect(await ended(desk, small.importId)).toMatchObject({ status: 'done', money: 60 })
  expect(await bring(`${phoneOf(3)},60,`)).toMatchObject({ approvalId: expect.any(Number) })
})

test('a phone whose sums were opened once opens none for another customer who has it later', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const { importId } = (await check(staff, sheetOf('手机号,余额', `${phoneOf(1)},60`))).body
  await staff.call(userImport.confirm, { body: { importId, policy: 'all' } })
  await ended(desk, importId)
  await shop.ctx.db.execute(sql`update shop_user set phone = '13900000009' where phone = ${phoneOf(1)}`)
  const { body } = await check(staff, sheetOf('手机号,余额', `${phoneOf(1)},60.00`))
  expect(body).toMatchObject({ invalid: 1, errors: [{ message: expect.stringContaining('已经导入过') }] })
})
