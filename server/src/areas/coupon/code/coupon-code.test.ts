import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { eq, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { countCopies, makeCoupon, readCoupon } from '../../../testing/coupon.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'
import { couponCodes, couponCodeUses } from './coupon-code.tables.ts'

const INVALID = { status: 422, body: { message: '兑换码无效或已被使用' } }

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(coupon), ...Object.values(couponCode)] })
  const add = (change: object = {}) => makeCoupon(staff, { type: 4, ...change })
  const save = (body: object) => staff.call(couponCode.save, { body: body as never })
  const share = async (couponId: number, code: string, mostUses?: number) => {
    const answer = await save({
      couponId,
      batchName: '传单',
      kind: 'shared',
      code,
      ...(mostUses !== undefined && { mostUses }),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.batchNo
  }
  const list = async (query: object = {}) => (await staff.call(couponCode.list, { query })).body
  const voidBatch = (couponId: number, batchNo: string) => staff.call(couponCode.void, { body: { couponId, batchNo } })
  return { shop, staff, add, save, share, list, voidBatch }
}

const redeem = (buyer: Caller, code: string) => buyer.call(frontCoupon.redeem, { body: { code } })

/** As clients do that were told to come back: all who share a code wait for one another. */
async function redeemPatiently(buyer: Caller, code: string) {
  for (;;) {
    const answer = await redeem(buyer, code)
    if (answer.status !== 503) return answer
  }
}

/** Has unique codes made, and reads them in the file of the task. */
async function makeUnique(shop: Shop, staff: Caller, couponId: number, count: number) {
  const { status, body } = await staff.call(couponCode.save, { body: { couponId, kind: 'unique', count } })
  expect(status, JSON.stringify(body)).toBe(202)
  const { taskId, batchNo } = body as unknown as { taskId: string; batchNo: string }
  await shop.app.work()
  const read = async () => (await staff.call(task.info, { params: { id: taskId } })).body
  await expect.poll(async () => (await read()).status).toBe('success')
  const content = await shop.app.fastify.inject({
    method: 'GET',
    url: task.download.path.replace(':id', taskId),
    headers: { authorization: `Bearer ${staff.token}` },
  })
  const { sheets } = await readXlsx(new Uint8Array(content.rawPayload))
  const [heading, ...rows] = sheets[0]?.rows ?? []
  expect(heading).toEqual(['兑换码'])
  return { taskId, batchNo, codes: rows.map(([code]) => String(code)) }
}

/** The tables of the database in whose rows a text can be read, whatever its case. */
async function tablesWith({ ctx }: Shop, text: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await ctx.db.execute(
      sql`select from ${sql.raw(name)} as t where t::text ilike ${`%${text}%`} limit 1`,
    )
    if (hits.length) found.push(name)
  }
  return found
}

describe('codes are made', () => {
  test('not without what their kind needs, nor for a coupon of another way, nor for one that is gone', async () => {
    const { staff, add, save, share } = await openDesk()
    const couponId = await add()
    const plain = await makeCoupon(staff)
    await share(couponId, 'Spring2026')
    for (const [body, status, message] of [
      [{ couponId, kind: 'unique' }, 400, '请输入数量'],
      [{ couponId, kind: 'unique', count: 100_001 }, 400, '数量不能大于100000'],
      [{ couponId, kind: 'shared' }, 400, '请输入兑换码'],
      [{ couponId, kind: 'shared', code: 'abc' }, 400, '兑换码为4到20位字母和数字'],
      [{ couponId, kind: 'shared', code: '春天来了' }, 400, '兑换码为4到20位字母和数字'],
      [
        { couponId, kind: 'shared', code: 'WINTER', batchName: '传单 winter' },
        400,
        '批次名称里不能写兑换码，它会被看到',
      ],
      [{ couponId: plain, kind: 'unique', count: 1 }, 422, '只有领取方式为兑换券的优惠券可以生成兑换码'],
      [{ couponId: 999_999, kind: 'unique', count: 1 }, 404, '优惠券不存在'],
      [{ couponId, kind: 'shared', code: 'sPRING2026' }, 409, '兑换码已存在'],
    ] as const)
      expect(await save(body), message).toMatchObject({ status, body: { message } })
    const racing = await Promise.all([1, 2, 3].map(() => save({ couponId, kind: 'shared', code: 'SUMMER' })))
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('unique ones by a task whose file alone holds them; none can be read in the database', async () => {
    const { shop, staff, add, share, list } = await openDesk()
    const couponId = await add({ name: '兑换有礼' })
    const { codes, batchNo } = await makeUnique(shop, staff, couponId, 2500)
    expect(new Set(codes).size).toBe(2500)
    expect(codes.every((code) => /^[23456789A-HJ-NP-Z]{12}$/.test(code))).toBe(true)
    expect((await list()).list).toMatchObject([
      { batchNo, couponId, couponName: '兑换有礼', kind: 'unique', tail: '', count: 2500, used: 0, voided: 0 },
    ])
    const shared = 'ZHANGGUI88'
    await share(couponId, shared)
    const buyer = await shop.buyer()
    for (const code of [codes[0] ?? '', shared, 'WRONGCODE1']) await redeem(buyer, code)
    await shop.app.work()
    for (const code of [codes[0], codes[1], shared, 'WRONGCODE1'])
      expect(await tablesWith(shop, code ?? '')).toEqual([])
    const [row] = await shop.ctx.db.select().from(couponCodes).where(eq(couponCodes.batchNo, batchNo)).limit(1)
    expect(row?.tail).toHaveLength(4)
    await share(couponId, 'K7Q2')
    // Two batches of one second have no order.
    expect((await list()).list.slice(0, 2).map(({ kind, tail }) => `${kind} ${tail}`)).toContain('shared Q2')
  })

  test('a task that is carried out again leaves the codes of its last file only', async () => {
    const { shop, staff, add, list } = await openDesk()
    const first = await makeUnique(shop, staff, await add(), 3)
    await shop.ctx.db.execute(sql`update task set status = 'failed' where id = ${first.taskId}`)
    expect((await staff.call(task.retry, { params: { id: first.taskId } })).status).toBe(200)
    await shop.app.work()
    const status = async () => (await staff.call(task.info, { params: { id: first.taskId } })).body.status
    await expect.poll(status).toBe('success')
    expect(await redeem(await shop.buyer(), first.codes[0] ?? '')).toMatchObject(INVALID)
    expect((await list()).list).toMatchObject([{ batchNo: first.batchNo, count: 3 }])
  })
})

describe('codes are redeemed', () => {
  test('wrong, used and void ones are refused in the same words, and after five within a minute all are', async () => {
    const { shop, staff, add, share, voidBatch } = await openDesk()
    const couponId = await add({ limitPerUser: 9 })
    const { codes } = await makeUnique(shop, staff, couponId, 1)
    const stopped = await share(couponId, 'STOPPED')
    await share(couponId, 'EVERYBODY')
    expect((await redeem(await shop.buyer(), codes[0] ?? '')).status).toBe(200)
    expect((await voidBatch(couponId, stopped)).body).toEqual({ voided: 1 })
    const buyer = await shop.buyer()
    // What is right does not count as a try.
    expect((await redeem(buyer, ' every body ')).status).toBe(200)
    for (const code of ['NOSUCHCODE', codes[0] ?? '', 'STOPPED', 'everybodyelse', '兑换码'])
      expect(await redeem(buyer, code), code).toMatchObject(INVALID)
    await share(couponId, 'ANOTHER')
    await share(couponId, 'ONEUSE', 1)
    expect(await redeem(buyer, 'ANOTHER')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await redeem(await shop.buyer(), 'ANOTHER')).status).toBe(200)
    shop.clock.advance(121_000)
    expect((await redeem(buyer, 'ANOTHER')).status).toBe(200)
    expect((await redeem(buyer, 'ONEUSE')).status).toBe(200)
    // Who has had a shared code hears so, also once it is used up.
    for (let tries = 0; tries < 6; tries++)
      for (const code of ['EVERYBODY', 'oneuse'])
        expect(await redeem(buyer, code)).toMatchObject({
          status: 409,
          body: { message: '当前用户已经领取过此优惠券了！' },
        })
    expect(await redeem(await shop.buyer(), 'ONEUSE')).toMatchObject(INVALID)
  })

  test('before and after the time of the coupon, while it is closed, and when none is left, the code stays unused', async () => {
    const { shop, staff, add, share } = await openDesk()
    const couponId = await add({ status: false, isLimited: true, total: 1 })
    await share(couponId, 'LATER')
    const [one, two] = [await shop.buyer(), await shop.buyer()]
    expect(await redeem(one, 'LATER')).toMatchObject({
      status: 404,
      body: { message: '优惠券信息不存在或者已失效！' },
    })
    await staff.call(coupon.useStatus, { body: { id: couponId, status: true } })
    const redeemed = await redeem(one, 'later')
    expect(redeemed).toMatchObject({ status: 200, body: { name: '十元券' } })
    expect(await redeem(two, 'LATER')).toMatchObject({ status: 409, body: { code: 'SOLD_OUT' } })
    expect(await shop.ctx.db.$count(couponCodeUses)).toBe(1)
    const own = (await one.call(frontCoupon.list, { query: {} })).body.list
    expect(own).toMatchObject([{ id: redeemed.body.id, couponId, source: 'code', status: 0 }])
    const full = await add()
    await share(full, 'ONCE')
    await share(full, 'TWICE')
    expect((await redeem(one, 'ONCE')).status).toBe(200)
    expect(await redeem(one, 'TWICE')).toMatchObject({
      status: 409,
      body: { message: '当前用户已经领取过此优惠券了！' },
    })
    const at = (seconds: number) => new Date(shop.clock.now().getTime() + seconds * 1000 + 8 * 3600_000)
    const wire = (seconds: number) => at(seconds).toISOString().slice(0, 19).replace('T', ' ')
    for (const [from, to, code, message] of [
      [600, 1200, 'EARLY', '还未达到优惠券领取时间！'],
      [-1200, -600, 'LATE', '已超过优惠券领取最后期限！'],
    ] as const) {
      const window = { isReceiveLimited: true, receiveStartTime: wire(from), receiveEndTime: wire(to) }
      await share(await add(window), code)
      expect(await redeem(two, code)).toMatchObject({ status: 422, body: { message } })
    }
  })

  test('of a coupon that is kept for a segment only by its customers; the code stays unused by others', async () => {
    const { shop, staff, add } = await openDesk()
    const [segment] = await shop.ctx.db
      .insert(userSegments)
      .values({ name: '买过的', query: { payCount: 1 } })
      .returning({ id: userSegments.id })
    const couponId = await add({ segmentId: segment?.id ?? 0 })
    const { codes } = await makeUnique(shop, staff, couponId, 1)
    const code = codes[0] ?? ''
    const [stranger, regular] = [
      await shop.buyer(),
      await shop.buyer({ uid: await makeCustomer(shop.ctx, { payCount: 1 }) }),
    ]
    const kept = { status: 422, body: { message: '该优惠券仅限指定用户领取' } }
    expect(await redeem(stranger, code)).toMatchObject(kept)
    expect((await redeem(regular, code)).status).toBe(200)
    expect(await redeem(stranger, code)).toMatchObject(INVALID)
    expect(await countCopies(shop.ctx, couponId)).toMatchObject({ received: 1 })
  })

  test('of sixty wrong ones that a buyer tries at once five are judged, and the right one after them is not', async () => {
    const { shop, add, share } = await openDesk()
    await share(await add(), 'EVERYBODY')
    const buyer = await shop.buyer()
    const tries = await Promise.all(Array.from({ length: 60 }, (_, at) => redeem(buyer, `GUESS${at}`)))
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(55)
    expect((await redeem(buyer, 'EVERYBODY')).status).toBe(429)
  })

  test('of fifty buyers at one unique code one has it', async () => {
    const { shop, staff, add, list } = await openDesk()
    const couponId = await add()
    const { codes } = await makeUnique(shop, staff, couponId, 2)
    const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.buyer()))
    const answers = await Promise.all(buyers.map((buyer) => redeemPatiently(buyer, codes[0] ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49)
    expect(await countCopies(shop.ctx, couponId)).toEqual({ received: 1, used: 0 })
    expect((await list()).list).toMatchObject([{ count: 2, used: 1, voided: 0 }])
  })

  test('a shared code with a hundred uses is redeemed a hundred times by a hundred and fifty buyers', async () => {
    const { shop, staff, add, share, list } = await openDesk()
    const couponId = await add({ isLimited: true, total: 1000 })
    await share(couponId, 'HUNDRED', 100)
    const buyers = await Promise.all(Array.from({ length: 150 }, () => shop.buyer()))
    const answers = await Promise.all(buyers.map((buyer) => redeemPatiently(buyer, 'hundred')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(50)
    expect(await countCopies(shop.ctx, couponId)).toEqual({ received: 100, used: 0 })
    expect(await readCoupon(staff, couponId)).toMatchObject({ receivedCount: 100, lastTotal: 900 })
    expect((await list()).list).toMatchObject([{ count: 100, used: 100 }])
  })

  test('a buyer who taps five times with one shared code has one copy', async () => {
    const { shop, add, share } = await openDesk()
    const couponId = await add({ limitPerUser: 5 })
    await share(couponId, 'TAPTAP')
    const buyer = await shop.buyer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeemPatiently(buyer, 'TAPTAP')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await countCopies(shop.ctx, couponId)).received).toBe(1)
  })
})

describe('batches', () => {
  test('are listed with their counts, filtered and paged, the newest first', async () => {
    const { shop, staff, add, share, list, voidBatch } = await openDesk()
    const [one, two] = [await add({ name: '甲' }), await add({ name: '乙' })]
    const batches: string[] = []
    for (const [couponId, code] of [
      [one, 'FIRST'],
      [one, 'SECOND'],
      [two, 'THIRD'],
    ] as const) {
      batches.push(await share(couponId, code, 7))
      shop.clock.advance(1000)
    }
    const unique = await makeUnique(shop, staff, two, 3)
    await redeem(await shop.buyer(), unique.codes[1] ?? '')
    await redeem(await shop.buyer(), 'SECOND')
    const names = async (query: object) => (await list(query)).list.map(({ batchNo }) => batchNo)
    const [first = '', second = '', third = ''] = batches
    expect(await names({})).toEqual([unique.batchNo, third, second, first])
    expect(await names({ limit: 2, page: 2 })).toEqual([second, first])
    expect(await names({ limit: 2, page: 9 })).toEqual([])
    expect((await list({ limit: 2, page: 9 })).total).toBe(4)
    expect(await names({ couponId: one })).toEqual([second, first])
    expect(await names({ batchNo: third })).toEqual([third])
    expect(await names({ batchNo: third, couponId: one })).toEqual([])
    expect((await voidBatch(one, unique.batchNo)).status).toBe(404)
    const voided = await voidBatch(two, unique.batchNo)
    expect(voided).toMatchObject({ status: 200, body: { voided: 2 } })
    expect(await trailOf(shop, voided)).toEqual(['void'])
    expect(await voidBatch(two, unique.batchNo)).toMatchObject({ status: 200, body: { voided: 0 } })
    expect(await names({ state: 'voided' })).toEqual([unique.batchNo])
    expect(await names({ state: 'open', couponId: two })).toEqual([third])
    expect((await list({ couponId: two })).list).toMatchObject([
      { kind: 'unique', batchName: '', count: 3, used: 1, voided: 2, operatorName: staff.username },
      { kind: 'shared', batchName: '传单', tail: 'RD', count: 7, used: 0, voided: 0 },
    ])
    expect((await list({ batchNo: second })).list).toMatchObject([{ used: 1, couponName: '甲' }])
  })
})
