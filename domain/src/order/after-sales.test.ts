import { describe, expect, test } from 'vitest'
import {
  canApprove,
  canChange,
  canEndCase,
  canForget,
  canOpenCase,
  canPayBack,
  canRefuse,
  canRevoke,
  canSendBack,
  canTakeBack,
  caseActs,
  claimable,
  judgeCaseActs,
  type Received,
  type SalesFacts,
  type SalesOutcome,
  type SalesState,
  type ServiceType,
  salesTab,
} from './after-sales.ts'
import type { OrderFacts } from './order-state.ts'

const facts = (serviceType: ServiceType, state: SalesState, salesState: SalesOutcome = 0, received: Received = 0) =>
  ({ serviceType, state, salesState, received }) satisfies SalesFacts

/** Every case there can be, with its tab and what may be done with it. */
const cases: [SalesFacts, string, string][] = [
  [facts(0, 0), 'audit', 'approve refuse change revoke'],
  [facts(1, 0), 'audit', 'approve refuse change revoke'],
  [facts(0, 1), 'waitPay', 'revoke pay'],
  [facts(1, 1), 'waitReturn', 'revoke sendBack'],
  [facts(1, 2), 'waitReceive', 'refuse takeBack'],
  [facts(1, 2, 0, 1), 'waitPay', 'pay'],
  [facts(1, 2, 0, 2), 'waitPay', 'pay'],
  [facts(0, 3), 'finished', 'forget'],
  [facts(1, 3, 0, 1), 'finished', 'forget'],
  [facts(0, 3, 1), 'cancelled', 'forget'],
  [facts(1, 3, 2), 'refused', 'forget'],
  [facts(1, 3, 3), 'cancelled', 'forget'],
]
const acts = {
  approve: canApprove,
  refuse: canRefuse,
  change: canChange,
  revoke: canRevoke,
  sendBack: canSendBack,
  takeBack: canTakeBack,
  pay: canPayBack,
  forget: canForget,
}

describe('a case', () => {
  test.each(cases)('%o stands in tab %s and allows %s', (row, tab, allowed) => {
    expect(salesTab(row)).toBe(tab)
    const may = Object.entries(acts).flatMap(([name, guard]) => (guard(row) ? [] : [name]))
    expect(may.join(' ')).toBe(allowed)
  })

  test('says 售后单已处理 of whatever it was handled for', () => {
    for (const guard of [canApprove, canRefuse, canChange, canRevoke, canSendBack, canTakeBack, canPayBack])
      for (const [row] of cases.filter(([, tab]) => ['finished', 'refused', 'cancelled'].includes(tab)))
        expect(guard(row)).toEqual({ status: 409, message: '售后单已处理' })
  })

  test.each([
    ['audit', facts(1, 0), { refundStatus: 1 }, 'approve refuse'],
    ['waitReturn', facts(1, 1), { refundStatus: 1 }, ''],
    ['waitReceive', facts(1, 2), { refundStatus: 1 }, 'refuse receive'],
    ['waitPay', facts(1, 2, 0, 1), { refundStatus: 1 }, 'pay'],
    ['audit of a team that failed', facts(0, 0), { refundStatus: 1, pinkStatus: 3 }, 'approve'],
    ['audit with money on its way', facts(0, 0), { refundStatus: 3 }, ''],
    ['waitReceive with money on its way', facts(1, 2), { refundStatus: 3 }, ''],
    ['waitPay with money on its way', facts(0, 1), { refundStatus: 3 }, ''],
    ['finished', facts(0, 3), { refundStatus: 2 }, ''],
  ] as const)('%s allows staff what its order allows, too', (_, sale, order, allowed) => {
    const may = judgeCaseActs(sale, { paid: true, pinkStatus: 0, ...order }, () => true)
    expect(caseActs.filter((act) => may[act]).join(' ')).toBe(allowed)
    const few = judgeCaseActs(sale, { paid: true, pinkStatus: 0, ...order }, (act) => act === 'receive')
    expect(caseActs.filter((act) => few[act])).toEqual(may.receive ? ['receive'] : [])
  })

  test('T17 ends without money only while none is on its way, and never for a team that failed', () => {
    expect(canEndCase({ refundStatus: 1, pinkStatus: 0 })).toBeUndefined()
    expect(canEndCase({ refundStatus: 3, pinkStatus: 0 })?.message).toBe('退款正在处理，不能结束售后')
    expect(canEndCase({ refundStatus: 1, pinkStatus: 3 })?.message).toBe('拼团失败的订单只能退款')
    expect(canEndCase({ refundStatus: 0, pinkStatus: 0 })?.message).toBe('售后单已处理')
  })
})

describe('what can be asked for', () => {
  const order: OrderFacts = {
    status: 1,
    refundStatus: 0,
    paid: true,
    cod: false,
    closeType: 0,
    shippingType: 1,
    pinkStatus: 0,
    isDel: false,
    isSystemDel: false,
  }
  const line = { id: 1, storeName: '毛巾', num: 5, sentNum: 3, refundNum: 2, cutNum: 1, refusals: 0 }
  const now = new Date('2026-11-23T10:00:00+08:00')
  const open = (
    change: { order?: Partial<OrderFacts>; line?: Partial<typeof line>; receiveTime?: Date | null; saleDays?: number },
    wish: { serviceType?: ServiceType; lines?: { lineId: number; num: number }[] } = {},
  ) =>
    canOpenCase(
      { ...order, ...change.order },
      [{ ...line, ...change.line }],
      { serviceType: 0, lines: [{ lineId: 1, num: 1 }], ...wish },
      { receiveTime: change.receiveTime ?? null, saleDays: change.saleDays ?? 7, now },
    )?.message

  test('is by money all that is not refunded, by return what was sent and is not', () => {
    expect([claimable(line, 0), claimable(line, 1)]).toEqual([3, 2])
    expect(open({}, { lines: [{ lineId: 1, num: 3 }] })).toBeUndefined()
    expect(open({}, { lines: [{ lineId: 1, num: 4 }] })).toBe('「毛巾」最多可申请3件')
    expect(open({}, { serviceType: 1, lines: [{ lineId: 1, num: 3 }] })).toBe('「毛巾」最多可申请2件')
    expect(open({ line: { sentNum: 0, refundNum: 0, cutNum: 0 } }, { serviceType: 1 })).toBe(
      '「毛巾」尚未发货，请申请仅退款',
    )
    expect(open({ line: { refundNum: 5, cutNum: 2 } })).toBe('「毛巾」已全部退款')
    expect(open({}, { lines: [{ lineId: 2, num: 1 }] })).toBe('申请售后的商品不属于该订单')
  })

  test('ends with the days of the settings after receipt, to the millisecond', () => {
    const ago = (days: number, more = 0) => new Date(now.getTime() - days * 86_400_000 - more)
    expect(open({ receiveTime: ago(7) })).toBeUndefined()
    expect(open({ receiveTime: ago(7, 1) })).toBe('已超过售后期限')
    expect(open({ receiveTime: ago(0, 1), saleDays: 0 })).toBe('已超过售后期限')
  })

  test('is nothing of what is not paid, under refund or refused three times', () => {
    expect(open({ order: { paid: false } })).toBe('未支付订单不能申请售后')
    expect(open({ order: { refundStatus: 1 } })).toBe('已有售后申请正在处理')
    expect(open({ order: { refundStatus: 3 } })).toBe('订单正在退款')
    expect(open({ order: { refundStatus: 2 } })).toBe('订单已退款')
    expect(open({ line: { refusals: 2 } })).toBeUndefined()
    expect(open({ line: { refusals: 3 } })).toBe('「毛巾」的售后申请已被拒绝3次，请联系客服')
  })
})
