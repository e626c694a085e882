import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { type SlotDraft, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openSeckill, openSeckillShop, readSeckill, seckillCalls } from '../../../testing/seckill.ts'
import type { Refused } from '../../../testing/shop.ts'

const image = 'https://m.example/s.jpg'
const draft = (change: Partial<SlotDraft> = {}): SlotDraft => ({
  name: '早场',
  startHour: 5,
  endHour: 7,
  sliderImgs: [image],
  ...change,
})

test('a new shop has a slot for every two hours from eight to midnight, all open, and asks for all of them at once', async () => {
  const { keeper } = await openSeckillShop()
  const { body } = await keeper.call(seckillSlot.list, { query: { page: 1, limit: 9999, isDel: false } })
  expect(body.list.map(({ startHour, endHour, status }) => [startHour, endHour, status])).toEqual(
    [8, 10, 12, 14, 16, 18, 20, 22].map((hour) => [hour, hour + 2, true]),
  )
  expect(body.list.slice(0, 2).map(({ phase, phaseName }) => [phase, phaseName])).toEqual([
    ['running', '进行中'],
    ['upcoming', '未开始'],
  ])
  expect((await keeper.call(seckillSlot.list, { query: { name: '22' } })).body.list).toHaveLength(1)
})

test('two slots share no hour, open or closed, though they may touch; of two saved at once one is', async () => {
  const { keeper } = await openSeckillShop()
  const save = async (change: Partial<SlotDraft> = {}) => {
    const { status, body } = await keeper.call(seckillSlot.save, { body: draft(change) })
    return { status, body: body as typeof body & Refused }
  }
  expect((await save({ startHour: 7, endHour: 9 })).body).toMatchObject({
    status: 409,
    message: '当前时间段的秒杀配置已存在',
  })
  expect((await save({ startHour: 5, endHour: 8, status: false })).status).toBe(200)
  expect((await save({ startHour: 7, endHour: 8 })).status).toBe(409)
  expect((await save({ startHour: 4, endHour: 4 })).body).toMatchObject({
    status: 400,
    message: '请填写正确的时间范围',
  })
  expect((await save({ startHour: 23, endHour: 25 })).status).toBe(400)
  expect((await save({ startHour: 3, endHour: 4, sliderImgs: [] })).body).toMatchObject({
    status: 400,
    message: '轮播图不能为空',
  })
  expect((await save({ startHour: 3, endHour: 4, name: ' ' })).body).toMatchObject({
    status: 400,
    message: '秒杀时段名称不能为空',
  })
  const both = await Promise.all([save({ startHour: 0, endHour: 2 }), save({ startHour: 1, endHour: 3 })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body: list } = await keeper.call(seckillSlot.list, { query: { limit: 9999 } })
  expect(list.total).toBe(10)
})

test('a slot keeps its hours while a flash sale runs in it and is kept while one is not over; closing hides its sales at once', async () => {
  const opened = await openSeckillShop()
  const { keeper, timeId } = opened
  const sale = await openSeckill(opened)
  const info = async () => (await keeper.call(seckillSlot.info, { query: { id: timeId } })).body
  const before = await info()
  expect(before).toMatchObject({ productCount: 1, todayCount: 1, startHour: 8 })
  const update = (change: Partial<SlotDraft>, version = before.version) =>
    keeper.call(seckillSlot.update, {
      body: { ...draft({ name: '八点场', startHour: 8, endHour: 10 }), ...change, id: timeId, version },
    })
  expect((await update({ endHour: 9 })).body).toMatchObject({
    status: 422,
    message: '时段内有进行中的秒杀商品，不能修改时间',
  })
  expect((await update({})).status).toBe(200)
  expect((await update({})).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  expect((await keeper.call(seckillSlot.remove, { query: { id: timeId } })).body).toMatchObject({
    status: 422,
    code: 'IN_USE',
    message: '该时段下有未结束的秒杀商品，不能删除',
    uses: [{ type: 'seckill', id: sale.id, name: '毛巾秒杀' }],
  })
  const use = (status: boolean) => keeper.call(seckillSlot.useStatus, { params: { id: timeId }, body: { status } })
  expect((await use(false)).status).toBe(200)
  const { version } = (await use(false)).body
  expect(version).toBe((await info()).version)
  expect(await readSeckill(opened, sale.id)).toMatchObject({ phase: 'closed', phaseName: '时段已关闭' })
  expect((await update({ endHour: 9 }, version)).status).toBe(200)
  await keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  await keeper.call(seckill.remove, { query: { id: sale.id } })
  expect((await keeper.call(seckillSlot.remove, { query: { id: timeId } })).status).toBe(200)
  expect((await keeper.call(seckillSlot.info, { query: { id: timeId } })).body).toMatchObject({
    status: 404,
    message: '秒杀时段不存在',
  })
  expect((await keeper.call(seckillSlot.save, { body: draft({ startHour: 8, endHour: 10 }) })).status).toBe(200)
})

test('an edit of a slot leaves its switch alone without the right to switch it', async () => {
  const { shop, keeper, timeId } = await openSeckillShop()
  const editor = await shop.signIn({ can: [seckillSlot.update] })
  const update = (change: Partial<SlotDraft>, caller = keeper) =>
    caller.call(seckillSlot.update, { body: { ...draft({ startHour: 8, endHour: 10 }), ...change, id: timeId } })
  const isOpen = async () => (await keeper.call(seckillSlot.info, { query: { id: timeId } })).body.status
  expect((await update({ status: false }, editor)).body).toMatchObject({ status: 403 })
  expect((await update({ status: true }, editor)).status).toBe(200)
  expect((await update({ status: false })).status).toBe(200)
  expect(await isOpen()).toBe(false)
  expect((await update({ status: true }, editor)).status).toBe(403)
  expect((await update({}, editor)).status).toBe(200)
  expect(await isOpen()).toBe(false)
  // However many flash sales of other days stand before the one that runs, its hours stay.
  await update({ status: true })
  await shop.ctx.db.execute(sql`
    with made as (
      insert into activity (type, product_id, title, image, images, unit_name, temp_id, status, start_at, stop_at)
      select 1, (select min(id) from product), 'n' || n, '', '{}', '条', 1, true, now() + case when n > 20 then interval '-9 days' else interval '90 days' end,
        now() + interval '99 days' from generate_series(1, 21) as n order by n returning id
    ) insert into seckill (activity_id, time_id, num) select id, ${timeId}, 1 from made`)
  expect((await update({ endHour: 9 })).body).toMatchObject({ status: 422 })
  // Today one of them runs, as the table of the day says.
  const counted = (await keeper.call(seckillSlot.info, { query: { id: timeId } })).body
  expect(counted).toMatchObject({ productCount: 21, todayCount: 1 })
  const { slots } = (await keeper.call(seckill.day, { query: { day: toWireDay(shop.ctx.now()) } })).body
  expect(slots.find(({ id }) => id === timeId)?.count).toBe(1)
})

test('every call about flash sales is refused without its permission', async () => {
  const { shop } = await openSeckillShop()
  const other = await shop.signIn({ permissions: ['admin:coupon:list'] })
  for (const { method, path } of seckillCalls)
    expect((await other.send(method, path.replace(':id', '1'))).status).toBe(403)
})
