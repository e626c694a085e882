import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { expect, test, vi } from 'vitest'
import { setToken } from '../api/token.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { noteSpread, spreadOf } from './spread.ts'

const comeBy = (search: string) => {
  history.replaceState(null, '', `/h5/goods/5${search}`)
  noteSpread()
}

test('the last person who recommended the shop is sent with the sign-in, for thirty days', () => {
  expect(spreadOf()).toEqual({})
  comeBy('?spread=12')
  comeBy('?spread=<b>')
  comeBy('')
  expect(spreadOf()).toEqual({ spread_spid: 12 })
  comeBy('?spread=13')
  expect(spreadOf()).toEqual({ spread_spid: 13 })
  vi.setSystemTime(Date.now() + 30 * 86_400_000)
  expect(spreadOf()).toEqual({})
  vi.useRealTimers()
})

test('a buyer who has signed in is tied to them at once', async () => {
  const answer = fakeServer()
  const bound = answer(frontPromoter.bind, { bound: true })
  setToken('t1')
  comeBy('?spread=12')
  await expect.poll(() => bound.map(({ body }) => body)).toEqual([{ spreadPid: 12 }])
})
