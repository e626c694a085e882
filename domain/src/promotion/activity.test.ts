import { expect, test } from 'vitest'
import {
  type ActivityTimes,
  activityPhase,
  type BargainOrderFacts,
  type CombinationFacts,
  dayStart,
  judgeActivity,
  lastDayOf,
  nextWindow,
  percentGone,
  phaseName,
  phaseOn,
  type SeckillFacts,
  saleTime,
  windowOfDays,
  windowOn,
} from './activity.ts'
import type { TeamFacts } from './team.ts'

/** A moment of the Shanghai day. */
const at = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)
const days = windowOfDays('2026-11-10', '2026-11-12')
if (!days) throw new Error('the days are none')
const slot = { startHour: 8, endHour: 10, isOpen: true }
const times: ActivityTimes = { status: true, startAt: days.from, stopAt: days.to, slot }

test('days are half-open: they begin at midnight and end with the midnight after the last of them', () => {
  expect([days.from, days.to]).toEqual([at('2026-11-10 00:00:00'), at('2026-11-13 00:00:00')])
  expect(lastDayOf(days.to)).toBe('2026-11-12')
  expect(windowOfDays('2026-11-31', '2026-12-01')).toBeUndefined()
  expect(dayStart(at('2026-11-10 23:59:59'))).toEqual(days.from)
})

test('a flash sale runs in its slot to the second, waits between two days, and is over after the last day’s slot', () => {
  for (const [moment, phase] of [
    ['2026-11-09 09:00:00', 'upcoming'],
    ['2026-11-10 07:59:59', 'upcoming'],
    ['2026-11-10 08:00:00', 'running'],
    ['2026-11-10 09:59:59', 'running'],
    ['2026-11-10 10:00:00', 'upcoming'],
    ['2026-11-12 08:00:00', 'running'],
    ['2026-11-12 10:00:00', 'ended'],
    ['2026-11-14 08:30:00', 'ended'],
  ] as const)
    expect([moment, activityPhase(times, at(moment))]).toEqual([moment, phase])
  const late = { ...times, slot: { startHour: 22, endHour: 24, isOpen: true } }
  expect(activityPhase(late, at('2026-11-12 23:59:59'))).toBe('running')
  expect(activityPhase(late, at('2026-11-13 00:00:00'))).toBe('ended')
})

test('an activity without a slot runs from its first second to its last', () => {
  const whole = { ...times, slot: null }
  expect(activityPhase(whole, at('2026-11-09 23:59:59'))).toBe('upcoming')
  expect(activityPhase(whole, at('2026-11-10 00:00:00'))).toBe('running')
  expect(activityPhase(whole, at('2026-11-12 23:59:59'))).toBe('running')
  expect(activityPhase(whole, at('2026-11-13 00:00:00'))).toBe('ended')
})

test('a closed one is closed whatever the clock says, and one whose slot is closed says so', () => {
  expect(activityPhase({ ...times, status: false }, at('2026-11-10 09:00:00'))).toBe('closed')
  const shut = { ...times, slot: { ...slot, isOpen: false } }
  expect([activityPhase(shut, at('2026-11-10 09:00:00')), phaseName(shut, at('2026-11-10 09:00:00'))]).toEqual([
    'closed',
    '时段已关闭',
  ])
  expect(phaseName(times, at('2026-11-10 09:00:00'))).toBe('进行中')
})

test('one that is ended early runs until then, and no more', () => {
  const ended = { ...times, stopAt: at('2026-11-11 08:30:00') }
  expect(nextWindow(ended, at('2026-11-11 08:00:00'))?.to).toEqual(at('2026-11-11 08:30:00'))
  expect(activityPhase(ended, at('2026-11-11 08:30:00'))).toBe('ended')
  const before = { ...times, stopAt: at('2026-11-11 07:00:00') }
  expect(activityPhase(before, at('2026-11-10 10:00:00'))).toBe('ended')
})

test('on a day it sells within its slot, as far as its days reach, whatever becomes of it on other days', () => {
  const on = (text: string) => at(`2026-11-${text} 00:00:00`)
  expect(windowOn(times, on('11'))).toEqual({ from: at('2026-11-11 08:00:00'), to: at('2026-11-11 10:00:00') })
  expect([windowOn(times, on('09')), windowOn(times, on('13'))]).toEqual([undefined, undefined])
  const ended = { ...times, stopAt: at('2026-11-11 08:30:00') }
  expect(windowOn(ended, on('11'))?.to).toEqual(ended.stopAt)
  expect(windowOn(ended, on('12'))).toBeUndefined()
  const now = at('2026-11-11 09:00:00')
  expect(['09', '10', '11', '12'].map((day) => phaseOn(times, on(day), now))).toEqual([
    ...[undefined, 'ended', 'running', 'upcoming'],
  ])
  expect(phaseOn({ ...times, status: false }, on('10'), now)).toBe('closed')
})

test('an order is refused for the first reason there is, in the order in which buyers are told', () => {
  const now = at('2026-11-10 09:00:00')
  const facts: SeckillFacts = {
    type: 1,
    status: true,
    startAt: days.from,
    stopAt: days.to,
    slot,
    isDel: false,
    skuIsDel: false,
    onSale: true,
    quota: 5,
    num: 2,
    onceNum: 3,
    totalNum: 4,
    mine: { today: 0, units: 0, openNo: null },
  }
  const refused = (change: Partial<SeckillFacts>, num = 1, when = now) =>
    judgeActivity(1, { ...facts, ...change }, num, when)
  expect(refused({}, 3)).toBeUndefined()
  expect(judgeActivity(1, null, 1, now)).toMatchObject({ status: 404, message: '秒杀商品不存在' })
  const worst = { isDel: true, skuIsDel: true, onSale: false, status: false, quota: 0 }
  expect(refused(worst)).toMatchObject({ status: 404, message: '秒杀商品不存在' })
  expect(refused({ ...worst, isDel: false })).toMatchObject({ status: 404, message: '秒杀商品规格不存在' })
  expect(refused({ ...worst, isDel: false, skuIsDel: false })).toMatchObject({
    status: 422,
    message: '秒杀主商品已下架',
  })
  expect(refused({ status: false, quota: 0 })).toMatchObject({ message: '秒杀商品已下架' })
  expect(refused({ quota: 0 }, 1, at('2026-11-10 07:59:59'))).toMatchObject({ message: '秒杀活动未开始' })
  expect(refused({ quota: 0 }, 1, at('2026-11-12 10:00:00'))).toMatchObject({ message: '秒杀商品已过期' })
  const held = { today: 2, units: 4, openNo: 'S1' }
  expect(refused({ mine: held, quota: 0 }, 4)).toMatchObject({ code: 'LIMIT_REACHED', message: '超过单笔限购数量 3' })
  expect(refused({ mine: held, quota: 0 })).toMatchObject({ status: 409, code: 'OPEN_ORDER', orderNo: 'S1' })
  expect(refused({ mine: { ...held, openNo: null }, quota: 0 })).toMatchObject({ code: 'LIMIT_REACHED' })
  expect(refused({ mine: { today: 1, units: 3, openNo: null } }, 2)).toMatchObject({ code: 'LIMIT_REACHED' })
  expect(refused({ mine: { today: 1, units: 3, openNo: null } }, 1)).toBeUndefined()
  expect(refused({ mine: { today: 1, units: 99, openNo: null }, totalNum: 0 })).toBeUndefined()
  expect(refused({ quota: 0 })).toMatchObject({ status: 409, code: 'SOLD_OUT', message: '已抢光' })
  expect(refused({ quota: 2 }, 3)).toMatchObject({ code: 'SOLD_OUT', message: '限量不足，仅剩 2 件' })
})

test('the share that is gone is rounded down, so that 100 % means that nothing is left', () => {
  expect(percentGone({ quotaShow: 1000, quota: 1 })).toBe(99)
  expect(percentGone({ quotaShow: 1000, quota: 0 })).toBe(100)
  expect(percentGone({ quotaShow: 0, quota: 0 })).toBe(0)
})

test('an order of a team is refused for the first reason there is: joining by the team, opening by the activity', () => {
  const now = at('2026-11-10 09:00:00')
  const facts: CombinationFacts = {
    type: 3,
    status: true,
    startAt: days.from,
    stopAt: days.to,
    isDel: false,
    skuIsDel: false,
    onSale: true,
    quota: 5,
    num: 4,
    onceNum: 3,
    team: undefined,
    mine: { today: 0, units: 0, openNo: null },
  }
  const open: TeamFacts = { status: 1, people: 3, memberCount: 1, stopAt: at('2026-11-10 10:00:00'), isMember: false }
  const refused = (change: Partial<CombinationFacts>, num = 1, when = now) =>
    judgeActivity(3, { ...facts, ...change }, num, when)
  const said = (...given: Parameters<typeof refused>) => refused(...given)?.message
  expect(refused({}, 3)).toBeUndefined()
  expect(refused({ team: open }, 3)).toBeUndefined()
  expect(judgeActivity(3, null, 1, now)).toMatchObject({ status: 404, message: '拼团商品不存在' })
  expect(judgeActivity(1, facts, 1, now)).toMatchObject({ status: 404, message: '秒杀商品不存在' })
  expect(refused({ skuIsDel: true })).toMatchObject({ status: 404, message: '拼团商品规格不存在' })
  expect(said({ onSale: false, team: open })).toBe('拼团主商品已下架')
  expect(said({ status: false })).toBe('拼团活动已结束')
  expect(said({}, 1, at('2026-11-09 23:59:59'))).toBe('拼团商品活动未开始')
  expect(said({}, 1, days.to)).toBe('拼团商品已过期')
  expect(said({}, 1, new Date(days.to.getTime() - 5 * 60_000 + 1000))).toBe('拼团活动即将结束')
  expect(said({}, 1, new Date(days.to.getTime() - 5 * 60_000))).toBeUndefined()
  expect(
    said({ status: false, stopAt: at('2026-11-10 08:00:00'), team: open }),
    'joined though it is over',
  ).toBeUndefined()
  expect(refused({ team: null })).toMatchObject({ status: 404, message: '拼团不存在' })
  expect(said({ team: { ...open, status: 2 } })).toBe('拼团已完成')
  expect(said({ team: open }, 1, open.stopAt)).toBe('拼团已结束')
  expect(said({ team: { ...open, isMember: true } })).toBe('您已在该团中')
  const held = { today: 2, units: 4, openNo: 'S1' }
  expect(said({ mine: held, quota: 0 }, 4)).toBe('购买数量超过单次拼团购买上限')
  expect(refused({ mine: held, quota: 0 })).toMatchObject({ status: 409, code: 'OPEN_ORDER', orderNo: 'S1' })
  expect(refused({ mine: { ...held, openNo: null }, quota: 0 })).toMatchObject({
    code: 'LIMIT_REACHED',
    message: '您已达到该商品拼团活动上限',
  })
  expect(refused({ mine: { ...held, units: 3, openNo: null }, quota: 0 })).toMatchObject({ code: 'SOLD_OUT' })
})

test('an order of a bargain is refused for the first of its reasons, whatever became of its activity', () => {
  const now = at('2026-12-01 09:00:00')
  const facts: BargainOrderFacts = {
    type: 2,
    status: false,
    startAt: days.from,
    stopAt: days.to,
    isDel: false,
    skuIsDel: false,
    onSale: true,
    quota: 0,
    mine: { today: 0, units: 9, openNo: null },
    session: { status: 3, hasOrder: false, orderDeadline: now },
  }
  const said = (change: Partial<BargainOrderFacts>, num = 1) => {
    const { status, code, message, orderNo } = judgeActivity(2, { ...facts, ...change }, num, now) ?? {}
    return status && [status, code, message, ...(orderNo ? [orderNo] : [])]
  }
  const ordered = { status: 3 as const, hasOrder: true, orderDeadline: now }
  const open = { today: 1, units: 1, openNo: '20261201' }
  // Closed, over and sold out: what was won is ordered all the same.
  expect(said({})).toBeUndefined()
  expect(said({ isDel: true, onSale: false })).toEqual([404, 'NOT_FOUND', '砍价商品不存在'])
  expect(said({ onSale: false, session: null })).toEqual([422, 'ACTIVITY_NOT_RUNNING', '砍价主商品已下架'])
  expect(said({ session: null }, 2)).toEqual([404, 'NOT_FOUND', '砍价记录不存在'])
  expect(said({ session: ordered, mine: open })).toEqual([409, 'STATE_CONFLICT', '该砍价活动已创建了订单', '20261201'])
  expect(said({ mine: open }, 2)).toEqual([422, 'LIMIT_REACHED', '砍价商品每次限购1件'])
  expect(said({ mine: open })).toEqual([409, 'OPEN_ORDER', '您有砍价待支付订单，请支付后再购买', '20261201'])
})

test('a flash sale was for sale for its hours of each day until then, another activity all the time', () => {
  const hour = 3600_000
  for (const [moment, hours] of [
    ['2026-11-09 09:00:00', 0],
    ['2026-11-10 08:31:00', 31 / 60],
    ['2026-11-10 23:00:00', 2],
    ['2026-11-12 09:00:00', 5],
    ['2026-11-20 00:00:00', 6],
  ] as const)
    expect([moment, saleTime(times, at(moment)) / hour]).toEqual([moment, hours])
  expect(saleTime({ ...times, slot: null }, at('2026-11-11 06:00:00')) / hour).toBe(30)
})
