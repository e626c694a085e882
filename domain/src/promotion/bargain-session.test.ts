import { expect, test } from 'vitest'
import {
  bargainState,
  type CutSession,
  cutRefusal,
  orderRefusal,
  recordState,
  type ShownSession,
} from './bargain-session.ts'

const now = new Date('2030-11-11T09:00:00+08:00')
const later = new Date(now.getTime() + 1000)

test('a won session is ordered once and to the last moment of its time', () => {
  const won = { status: 3 as const, hasOrder: false, orderDeadline: now }
  expect(orderRefusal(won, now)).toBeUndefined()
  expect(orderRefusal(won, later)).toEqual({ status: 422, message: '砍价活动已过期' })
  expect(orderRefusal({ ...won, hasOrder: true }, later)).toEqual({ status: 409, message: '该砍价活动已创建了订单' })
  expect(orderRefusal({ ...won, status: 1, orderDeadline: null }, now)?.message).toBe('请先完成砍价活动')
  expect(orderRefusal({ ...won, status: 2 }, now)?.message).toBe('砍价活动已过期')
  expect(orderRefusal(null, now)).toEqual({ status: 404, message: '砍价记录不存在' })
})

test('a session is cut until the second in which it ends, once by each, and for something', () => {
  const running: CutSession = { status: 1, isCancelled: false, stopAt: later, onSale: true, quota: 1, hasHelped: false }
  expect(cutRefusal(running, now)).toBeUndefined()
  for (const [change, status, message] of [
    [{ stopAt: now }, 422, '砍价活动已结束'],
    [{ status: 2 }, 422, '砍价活动已结束'],
    [{ status: 2, isCancelled: true }, 422, '砍价已取消'],
    [{ status: 3 }, 409, '砍价已完成'],
    [{ onSale: false }, 422, '砍价商品已下架'],
    [{ hasHelped: true }, 409, '您已经砍过了'],
    [{ quota: 0 }, 409, '砍价商品已抢光'],
  ] as const)
    expect([change, cutRefusal({ ...running, ...change }, now)]).toEqual([change, { status, message }])
})

test('the page of a session says what its caller can do', () => {
  const runs = { isRunning: true, quota: 1, isStartUsedUp: false }
  const session: ShownSession = {
    isOwn: true,
    status: 1,
    stopAt: later,
    orderDeadline: null,
    order: '',
    hasHelped: false,
    isHelpUsedUp: false,
  }
  const won = { ...session, status: 3 as const, stopAt: now, orderDeadline: later }
  const others = { ...session, isOwn: false }
  for (const [state, activity, shown] of [
    [1, runs, null],
    [2, { ...runs, isStartUsedUp: true }, null],
    [4, { ...runs, isRunning: false }, null],
    [11, { ...runs, quota: 0 }, null],
    [3, runs, session],
    [3, { ...runs, isRunning: false }, session],
    [11, { ...runs, quota: 0 }, session],
    [5, runs, others],
    [6, runs, { ...others, hasHelped: true }],
    [7, runs, { ...others, isHelpUsedUp: true }],
    [4, runs, { ...others, stopAt: now }],
    [4, runs, { ...others, status: 2 }],
    [1, runs, { ...session, status: 2 }],
    [2, { ...runs, isStartUsedUp: true }, { ...session, status: 2 }],
    [4, { ...runs, quota: 0 }, won],
    [8, runs, { ...won, order: 'unpaid' }],
    [10, runs, { ...won, order: 'closed' }],
    [1, runs, { ...won, orderDeadline: new Date(now.getTime() - 1) }],
    [1, runs, { ...won, order: 'paid' }],
    [9, { ...runs, isStartUsedUp: true }, { ...won, order: 'paid' }],
    [9, { ...runs, isRunning: false }, { ...won, order: 'paid' }],
    [9, { ...runs, quota: 0 }, { ...won, order: 'paid' }],
    [9, runs, { ...others, status: 3, order: 'paid' }],
    [10, runs, { ...others, status: 3, order: 'closed' }],
    [4, runs, { ...others, status: 3, order: 'unpaid' }],
  ] as const)
    expect([activity, shown, bargainState(activity, shown, now)]).toEqual([activity, shown, state])
  expect(recordState(runs, { ...won, order: 'paid' }, now)).toBe(9)
  expect(recordState(runs, { ...won, order: 'unpaid' }, now)).toBe(8)
})
