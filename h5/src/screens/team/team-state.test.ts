import { expect, test } from 'vitest'
import { placesOf, teamStateOf } from './team-state.ts'

const mine = { orderNo: '1', refunded: false }
const back = { orderNo: '1', refunded: true }

test.each([
  ['join', { team: { status: 1 }, joined: null, refusal: '' }],
  ['refused', { team: { status: 1 }, joined: null, refusal: '该团已满' }],
  ['invite', { team: { status: 1 }, joined: mine, refusal: '您已参加该团' }],
  ['left', { team: { status: 1 }, joined: back, refusal: '' }],
  ['done', { team: { status: 2 }, joined: mine, refusal: '该团已满' }],
  ['done', { team: { status: 2 }, joined: null, refusal: '该团已满' }],
  ['failed', { team: { status: 3 }, joined: mine, refusal: '拼团已结束' }],
  ['failed', { team: { status: 3 }, joined: back, refusal: '拼团已结束' }],
] as const)('a team is %s with %j', (state, facts) => {
  expect(teamStateOf(facts)).toBe(state)
})

test('of a large team the first are drawn and the others counted', () => {
  expect(placesOf(['a', 'b'], 1)).toEqual({ drawn: ['a', 'b'], open: 1, more: 0 })
  expect(placesOf(['a'], 99)).toEqual({ drawn: ['a'], open: 7, more: 92 })
  const many = Array.from({ length: 20 }, (_, index) => index)
  expect(placesOf(many, 5)).toEqual({ drawn: many.slice(0, 8), open: 0, more: 17 })
})
