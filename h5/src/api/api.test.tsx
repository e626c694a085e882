import { act, render, screen } from '@testing-library/react'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, refuse } from '../testing/fake-server.ts'
import { CallError } from './call.ts'
import { readOnce, takeInlined, useRead } from './read.ts'
import { readToken, setToken } from './token.ts'
import { write } from './write.ts'

const detail = (name: string) => Response.json({ product: { storeName: name } })
const goods = { params: { id: 5 } }

function Name({ when = true }: { when?: boolean }) {
  const { data, error, retry } = useRead(shopWindow.detail, goods, when)
  return (
    <button type="button" onClick={retry}>
      {data?.product.storeName ?? error?.message ?? '正在取'}
    </button>
  )
}

function Count() {
  return <p>{useRead(cart.count, { query: { type: 'sum' } }).data?.count ?? '没有'}</p>
}

test('two who ask for the same share one call, and a screen that opens soon after asks for nothing', async () => {
  const answer = fakeServer()
  const asked = answer(shopWindow.detail, () => detail('毛巾'))
  const { unmount } = render(
    <>
      <Name />
      <Name />
    </>,
  )
  expect(await screen.findAllByText('毛巾')).toHaveLength(2)
  unmount()
  render(<Name />)
  expect(screen.getByText('毛巾')).toBeTruthy()
  expect(asked).toHaveLength(1)
})

test('what failed is asked for again by 重试', async () => {
  const answer = fakeServer()
  answer(shopWindow.detail, () => refuse(404, 'NOT_FOUND', '商品已下架'))
  render(<Name />)
  const button = await screen.findByText('商品已下架')
  answer(shopWindow.detail, () => detail('毛巾'))
  button.click()
  expect(await screen.findByText('毛巾')).toBeTruthy()
})

test('what the document brought is drawn without a call, and asked for again by a buyer who is answered otherwise', async () => {
  const answer = fakeServer()
  const asked = answer(shopWindow.detail, () => detail('会员看到的毛巾'))
  const inlined = {
    answers: { '/api/front/product/detail/5': { product: { storeName: '毛巾' } } },
    own: ['/api/front/product/detail/5'],
  }
  takeInlined(inlined)
  const { unmount } = render(<Name />)
  expect(screen.getByText('毛巾')).toBeTruthy()
  expect(asked).toHaveLength(0)
  unmount()
  act(() => setToken('t1'))
  render(<Name />)
  expect(await screen.findByText('会员看到的毛巾')).toBeTruthy()
  expect(asked[0]?.headers.get('Authorization')).toBe('Bearer t1')
})

test('what is looked at already is asked for as such, which is no further view; what a screen opens anew is one', async () => {
  const answer = fakeServer()
  let times = 0
  const asked = answer(shopWindow.detail, () => detail(`毛巾 ${++times}`))
  const address = '/api/front/product/detail/5'
  takeInlined({ answers: { [address]: { product: { storeName: '文档里的毛巾' } } }, own: [address] })
  act(() => setToken('t1'))
  const { unmount } = render(<Name />)
  await screen.findByText('毛巾 1')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  act(() => void window.dispatchEvent(new Event('focus')))
  await screen.findByText('毛巾 2')
  unmount()
  vi.setSystemTime(Date.now() + 60_000)
  render(<Name />)
  await screen.findByText('毛巾 3')
  expect(asked.map(({ headers }) => headers.get('X-Again'))).toEqual(['1', '1', null])
})

test('old answers are asked for again when the window is looked at, and stay until there are new ones', async () => {
  const answer = fakeServer()
  answer(shopWindow.detail, () => detail('毛巾'))
  render(<Name />)
  await screen.findByText('毛巾')
  answer(shopWindow.detail, () => detail('新毛巾'))
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(screen.getByText('毛巾')).toBeTruthy()
  expect(await screen.findByText('新毛巾')).toBeTruthy()
  vi.useRealTimers()
})

test('a call without an answer ends after fifteen seconds, with words that say so', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(15_000)
    const limit = new AbortController()
    setTimeout(() => limit.abort(), 0)
    return limit.signal
  })
  const answer = fakeServer()
  answer(shopWindow.detail, () => new Promise<Response>(() => {}))
  await expect(readOnce(shopWindow.detail, goods)).rejects.toMatchObject({
    kind: 'timeout',
    message: '等了太久没有回音，请再试一次',
  })
  vi.restoreAllMocks()
})

test('a write that had no answer is repeated with its key, one that was answered has a new one', async () => {
  const answer = fakeServer()
  const sent = answer(cart.save, () => refuse(503, 'OVERLOADED', '人太多了'))
  const body = { skuId: 1, num: 2 }
  await expect(write(cart.save, { body })).rejects.toBeInstanceOf(CallError)
  const again = answer(cart.save, () => Response.json({ id: 1 }))
  await write(cart.save, { body })
  await write(cart.save, { body })
  const [first, second, third] = [...sent, ...again].map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a write makes what is shown of the buyer’s own be asked for again', async () => {
  const answer = fakeServer()
  setToken('t1')
  answer(cart.count, { count: 1 })
  render(<Count />)
  await screen.findByText('1')
  answer(cart.count, { count: 3 })
  answer(cart.save, { id: 1 })
  await act(() => write(cart.save, { body: { skuId: 1, num: 2 } }))
  expect(await screen.findByText('3')).toBeTruthy()
})

test('an answer that was on its way during a write is followed by another, which knows the write', async () => {
  const answer = fakeServer()
  act(() => setToken('t1'))
  const answers: ((count: number) => void)[] = []
  const asked = answer(
    cart.count,
    () => new Promise((resolve) => answers.push((count) => resolve(Response.json({ count })))),
  )
  answer(cart.remove, () => Response.json({}))
  render(<Count />)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await write(cart.remove, { body: { ids: [1] } })
  await new Promise((resolve) => setTimeout(resolve))
  answers[0]?.(3)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(2)
  expect(await screen.findByText('2')).toBeTruthy()
  expect(asked).toHaveLength(2)
})

test('what anybody reads may be told otherwise to the buyer after a write, and is asked for again when it is shown again', async () => {
  const answer = fakeServer()
  setToken('t1')
  answer(shopWindow.detail, () => detail('毛巾'))
  const { unmount } = render(<Name />)
  await screen.findByText('毛巾')
  unmount()
  answer(shopWindow.detail, () => detail('买过的毛巾'))
  answer(cart.save, { id: 1 })
  await write(cart.save, { body: { skuId: 1, num: 2 } })
  await new Promise((resolve) => setTimeout(resolve))
  render(<Name />)
  expect(await screen.findByText('买过的毛巾')).toBeTruthy()
})

test('a token that has ended is forgotten with all that was read by it', async () => {
  const answer = fakeServer()
  act(() => setToken('t1'))
  answer(cart.count, { count: 1 })
  render(<Count />)
  await screen.findByText('1')
  answer(cart.count, () => refuse(401, 'TOKEN_INVALID', '登录已失效'))
  answer(cart.save, () => refuse(401, 'TOKEN_INVALID', '登录已失效'))
  await expect(act(() => write(cart.save, { body: { skuId: 1, num: 2 } }))).rejects.toMatchObject({ status: 401 })
  expect(readToken()).toBeUndefined()
  expect(await screen.findByText('没有')).toBeTruthy()
})

test('when another tab signs another buyer in, nothing of the first is shown any more, and the next call is the other’s', async () => {
  const answer = fakeServer()
  const asked = answer(cart.count, ({ headers }) =>
    Response.json({ count: headers.get('Authorization') === 'Bearer t1' ? 3 : 5 }),
  )
  act(() => setToken('t1'))
  render(<Count />)
  expect(await screen.findByText('3')).toBeTruthy()
  // As the other tab does it: this window is told nothing until it is looked at.
  document.cookie = 'h5-token=t2; path=/h5'
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(screen.queryByText('3')).toBeNull()
  expect(await screen.findByText('5')).toBeTruthy()
  expect(asked.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t2'])
})
