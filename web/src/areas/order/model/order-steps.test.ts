import { expect, test } from 'vitest'
import { makeOrderInfo } from '../order.fixture.ts'
import { stepsOf } from './order-steps.ts'

const titles = (change: Parameters<typeof makeOrderInfo>[1]) =>
  stepsOf(makeOrderInfo(1, change)).map(({ title, state }) => `${title} ${state}`)

test('a paid order of a team waits for it before it is sent, and for its money when the team failed', () => {
  const ofTeam = { orderKind: 'combination', paid: true, pinkId: 4, status: 0, sentNum: 0, refundStatus: 0 } as const
  expect(titles({ ...ofTeam, pinkStatus: 1 })).toEqual(expect.arrayContaining(['等成团 now', '发货 later']))
  expect(titles({ ...ofTeam, pinkStatus: 2 })).toEqual(expect.arrayContaining(['成团 done', '等我发货 now']))
  expect(titles({ ...ofTeam, pinkStatus: 3 }).at(-1)).toBe('待退款 now')
})
