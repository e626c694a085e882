import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderRefund } from '@zhanggui/contract/order/order-info.ts'
import { type RefundQuestion, refund } from '@zhanggui/contract/order/refund.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../../api/session.ts'
import { answer, refuse } from '../../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../../testing/render.tsx'
import { makeSum } from '../../case.fixture.ts'
import { makeOrderInfo } from '../../order.fixture.ts'
import { OrderDetailOf } from '../detail/order-detail.tsx'
import RefundDialog from './refund-dialog.tsx'

function openDialog(given: Parameters<typeof makeOrderInfo>[1] = {}) {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  const info = makeOrderInfo(1, { paid: true, payType: 'weixin', payTypeStr: '微信支付', ...given })
  return renderPage(<RefundDialog info={{ ...info, allow: { ...info.allow, refund: true } }} onClose={() => {}} />, '/')
}

const sumOf = (total: number) => {
  const lines = [{ lineId: 1, num: 1, max: total, money: total, points: 940, coupon: 8, text: '' }]
  return makeSum({ total, goods: total, max: total, lines })
}
const asking = (of: { body: unknown } | undefined) => of?.body as RefundQuestion | undefined

test('退款 reckons while one types, its button names the sum, and what was typed stays when it is refused', async () => {
  const quotes = answer(refund.quote, ({ body }) => {
    const { lines = [], amount } = body as RefundQuestion
    const text = `商品1 78.97 × ${lines[0]?.num ?? 0}/2`
    return { ...sumOf(amount ?? 39.48), text }
  })
  const sent = answer(refund.start, refuse(422, 'REFUSED', '退款金额不能大于可退金额 ¥30.00'))
  const { user } = openDialog()
  const dialog = within(await screen.findByRole('dialog'))
  // It begins with all that is still in the warehouse.
  expect(await dialog.findByText('商品1 78.97 × 2/2')).toBeDefined()
  const units = dialog.getByRole('spinbutton', { name: '「商品1」退几件' })
  await user.click(dialog.getByRole('button', { name: '全不选' }))
  expect(await dialog.findByText('选好退几件，这里算出退多少')).toBeDefined()
  expect(dialog.getByRole('button', { name: '退款' })).toHaveProperty('disabled', true)
  await user.clear(units)
  await user.type(units, '1')
  expect(await dialog.findByText('商品1 78.97 × 1/2')).toBeDefined()
  expect(await dialog.findByRole('button', { name: '退款 ¥39.48' })).toBeDefined()
  expect(dialog.getByText('券抵 8.00；退积分 940')).toBeDefined()
  expect(asking(quotes.at(-1))).toMatchObject({ lines: [{ lineId: 1, num: 1 }], version: 1 })
  const amount = dialog.getByRole('spinbutton', { name: /退款金额/ })
  await user.type(amount, '30.5')
  const button = await dialog.findByRole('button', { name: '退款 ¥30.50' })
  await user.click(button)
  expect(await dialog.findByText('请输入退款原因')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '不想要了' }))
  await user.click(button)
  expect(await screen.findByText('退款金额不能大于可退金额 ¥30.00')).toBeDefined()
  expect(sent.at(-1)?.body).toMatchObject({ lines: [{ lineId: 1, num: 1 }], amount: 30.5, reason: '不想要了' })
  expect((amount as HTMLInputElement).value).toBe('30.50')
})

test('money alone names no units; everything takes the whole rest; a refusal of the calculator stands beside the form', async () => {
  const quotes = answer(refund.quote, ({ body }) => sumOf((body as RefundQuestion).amount ?? 0))
  const { user } = openDialog()
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByText('全部退完'))
  expect(await dialog.findByRole('button', { name: '退款 ¥134.02' })).toBeDefined()
  await user.click(dialog.getByText('只补差价'))
  await user.type(dialog.getByRole('spinbutton', { name: /退款金额/ }), '5')
  expect(await dialog.findByRole('button', { name: '退款 ¥5.00' })).toBeDefined()
  expect(asking(quotes.at(-1))?.lines).toBeUndefined()
  answer(refund.quote, refuse(422, 'REFUSED', '退款金额不能大于可退金额 ¥126.02'))
  await user.type(dialog.getByRole('spinbutton', { name: /退款金额/ }), '00')
  expect((await dialog.findByRole('alert')).textContent).toBe('退款金额不能大于可退金额 ¥126.02')
})

test('a refund that was refused goes again or to the balance; of a silent one the outcome is told, with proof', async () => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  const one = {
    amount: 39.48,
    postage: 0,
    method: 'origin' as const,
    text: '商品1 78.97 × 1/2 = 39.48',
    operatorName: '小满',
    reason: '多拍',
    surplus: false,
    createTime: '2026-11-20 15:00:00',
    finishTime: null,
  } as const
  const refunds: OrderRefund[] = [
    { ...one, refundNo: 'R20261120150000000001', state: 2, failMsg: '余额不足', canRetry: true, canMark: false },
    { ...one, refundNo: 'R20261120150000000002', state: 0, failMsg: '', canRetry: false, canMark: true },
  ]
  answer(order.info, makeOrderInfo(1, { paid: true, refunds }))
  answer(order.log, { list: [], total: 0, page: 1, limit: 20 })
  const calls = answer(refund.again, { id: 1, version: 2, refundNo: 'R1', state: 1 })
  const { user } = renderPage(<OrderDetailOf id={1} />, '/order/detail/1')
  expect(await screen.findAllByText('商品1 78.97 × 1/2 = 39.48')).toHaveLength(2)
  expect(screen.getByText('失败原因：余额不足')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '改退余额' }))
  await user.click(await screen.findByRole('button', { name: '退款 ¥39.48' }))
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ method: 'balance', refundNo: refunds[0]?.refundNo }))
  await user.click(await screen.findByRole('button', { name: '标记结果' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByLabelText('已退款'))
  await user.type(await dialog.findByLabelText('渠道退款凭证'), '5030')
  await user.click(dialog.getByRole('button', { name: '标记结果' }))
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ outcome: 'succeeded', voucher: '5030' }))
})
