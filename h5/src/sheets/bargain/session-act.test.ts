import { parseWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { sessionAct } from './session-act.ts'

const now = parseWireTime('2026-11-30 12:00:00')?.getTime() ?? 0
const running = { isOwn: true, status: 1 as const, hasHelped: true, orderDeadline: null, orderNo: '' }
const won = { ...running, status: 3 as const, orderDeadline: '2026-11-30 13:00:00' }
const late = { ...won, orderDeadline: '2026-11-30 11:00:00' }
const foreign = { ...running, isOwn: false, hasHelped: false }

test.each([
  ['cut', 3, { ...running, hasHelped: false }],
  ['invite', 3, running],
  ['order', 4, won],
  ['order', 10, won],
  ['over', 4, late],
  ['start', 1, late],
  ['pay', 8, { ...won, orderNo: '1' }],
  ['paid', 9, { ...won, orderNo: '1' }],
  ['usedUp', 2, { ...running, status: 2 as const }],
  ['soldOut', 11, running],
  ['over', 4, { ...running, status: 2 as const }],
  ['help', 5, foreign],
  ['helped', 6, { ...foreign, hasHelped: true }],
  ['helpUsedUp', 7, foreign],
  ['soldOut', 11, foreign],
  ['over', 9, { ...foreign, status: 3 as const }],
] as const)('what is next is %s in state %i of %j', (act, state, session) => {
  expect(sessionAct(state, session, now)).toBe(act)
})
