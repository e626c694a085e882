import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { FrontOrderRow } from '@zhanggui/contract/order/front-order-own.ts'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { OrderActs } from './order-acts.tsx'

const row: FrontOrderRow = {
  id: 1,
  orderNo: '20261123101500123456',
  createTime: '2026-11-23 10:15:00',
  payPrice: 20,
  statusStr: { key: 'unPaid', value: '待付款' },
  lines: [],
  totalNum: 1,
  payDeadline: null,
  verifyCode: '',
  cod: false,
  orderKind: 'normal',
  pinkId: 0,
  bargainUserId: 0,
  shippingType: 1,
  shipBy: null,
  lastTrace: null,
  serverTime: '2026-11-23 10:15:00',
  canPay: false,
  canCancel: false,
  canTake: false,
  canExtend: false,
  canReview: false,
  canChangeAddress: false,
  canRemind: false,
  canRefund: false,
  canInvoice: false,
  canDelete: false,
}
const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('an order offers what its flags allow, whatever its state is called', () => {
  const { rerender } = render(<OrderActs order={row} size={44} />)
  expect(labels()).toEqual(['再买一次'])
  rerender(<OrderActs order={{ ...row, canPay: true, canCancel: true }} size={44} />)
  expect(labels()).toEqual(['取消', '去付款'])
  rerender(<OrderActs order={{ ...row, canRefund: true, canInvoice: true, canReview: true }} size={44} />)
  expect(labels()).toEqual(['申请售后', '开发票', '再买一次', '写评价'])
})

test('the receipt of an order is put off once it is confirmed', async () => {
  const answer = fakeServer()
  const put = answer(frontOrder.extend, { autoReceiveTime: '2026-12-09 10:15:00' })
  const user = userEvent.setup()
  render(<OrderActs order={{ ...row, canTake: true, canExtend: true }} size={44} />)
  await user.click(screen.getByRole('button', { name: '延长收货' }))
  const [, confirm] = screen.getAllByRole('button', { name: '延长收货' })
  await user.click(confirm as Element)
  expect(put[0]?.body).toEqual({ orderNo: row.orderNo })
})
