import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { orderPrint } from '@zhanggui/contract/order/order-print.ts'
import { type PickupOrder, pickup } from '@zhanggui/contract/order/pickup.ts'
import { type PickupRow, pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import StoreOrderListPage from './store-order-list.page.tsx'
import VerifyDeskPage from './verify-desk.page.tsx'

const createTime = '2026-11-23 13:18:00'
const found: PickupOrder = {
  id: 7,
  version: 1,
  orderNo: '20261123131800930155',
  createTime,
  uid: 3,
  nickname: '老郑',
  avatar: '',
  realName: '郑国平',
  userPhone: '138****8852',
  visits: 12,
  statusStr: { key: 'toBeWrittenOff', value: '待核销' },
  refundStatus: 0,
  payPrice: 86,
  payTypeStr: '',
  paid: false,
  cod: true,
  toCollect: 86,
  totalNum: 1,
  mark: '',
  remark: '',
  storeId: 1,
  storeName: '湖滨店',
  verifyCode: '6381207455',
  verifyTime: null,
  clerkName: '',
  lines: [
    {
      id: 1,
      productId: 1,
      skuId: 1,
      unique: 'a',
      storeName: '红富士苹果',
      image: '',
      sku: '2.5kg',
      price: 86,
      unitPrice: 86,
      num: 1,
      lineTotal: 86,
      payShare: 86,
      sentNum: 0,
      refundNum: 0,
      cutNum: 0,
      afterNum: 0,
      refundMoney: 0,
      isReply: false,
    },
  ],
  refusal: '',
}
const summary = {
  orderTotal: 1,
  orderTotalPrice: 86,
  refundTotal: 0,
  refundTotalPrice: 0,
  collected: 86,
  isLowerBound: false,
}
const row: PickupRow = {
  id: 7,
  version: 2,
  orderNo: found.orderNo,
  uid: 3,
  nickname: '老郑',
  avatar: '',
  realName: '郑国平',
  userPhone: '138****8852',
  payPrice: 86,
  beforePayPrice: null,
  payType: 'offline',
  payTypeStr: '线下支付',
  paid: true,
  cod: true,
  createTime,
  payTime: createTime,
  payDeadline: null,
  status: 2,
  refundStatus: 0,
  statusStr: { key: 'toReview', value: '待评价' },
  refundPrice: 0,
  shippingType: 2,
  area: '',
  storeName: '湖滨店',
  shipBy: null,
  printTime: null,
  orderTypeText: '自提订单',
  channel: 'h5',
  labels: [],
  tagIds: [],
  remark: '',
  mark: '',
  lines: [{ storeName: '红富士苹果', image: '', sku: '2.5kg', num: 1, unitPrice: 86 }],
  lineCount: 1,
  totalNum: 1,
  clerkName: '沈小满',
  verifyTime: '2026-11-23 14:26:00',
  verifyCode: '6381207455',
  spreader: '',
}
const page = (list: PickupRow[]) => ({
  list,
  total: list.length,
  page: 1,
  limit: 20,
  summary,
  statusNum: { all: 2, toBeWrittenOff: 1, writtenOff: 1, refunding: 0, refunded: 0 },
})

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
})

test('the desk finds the order of ten digits, takes the money first, verifies once and says so', async () => {
  const user = userEvent.setup()
  answer(pickupOrder.list, page([row]))
  answer(pickup.confirm, found)
  const requests = answer(pickup.verify, { id: 7, version: 2 })
  renderPage(<VerifyDeskPage />, '/store/verify')
  await user.type(await screen.findByLabelText('核销码'), '638 120 7455')
  expect(await screen.findByText('手机尾号 8852 · 第 12 次来取')).toBeDefined()
  const act = screen.getByRole<HTMLButtonElement>('button', { name: '已收款，核销 ¥86.00' })
  expect(act.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /已收到 ¥86.00/ }))
  await user.click(screen.getByText('门店收款码'))
  await user.click(act)
  expect(await screen.findByText('核销成功')).toBeDefined()
  expect(requests.map(({ body }) => body)).toEqual([{ collected: true, collectedBy: 'code' }])
  expect(screen.getByLabelText<HTMLInputElement>('核销码').value).toBe('')
  expect(screen.getByText('今天核销 1 单')).toBeDefined()
  const printed = answer(orderPrint.data, refuse(422, 'REFUSED', '订单不存在'))
  await user.click(screen.getByRole('button', { name: '打小票' }))
  await user.click(await screen.findByRole('button', { name: '打印小票' }))
  await waitFor(() => expect(printed.at(-1)?.body).toMatchObject({ orderNos: [found.orderNo], kind: 'receipt' }))
  // Said before the next test has a page of its own.
  expect(await screen.findByText('订单不存在')).toBeDefined()
})

test('an order verified already says when and by whom, and offers no act; a wrong code says so', async () => {
  const user = userEvent.setup()
  answer(pickupOrder.list, page([]))
  const told = '该订单已核销（2026-11-23 14:26:00 沈小满）'
  answer(pickup.confirm, { ...found, verifyTime: '2026-11-23 14:26:00', refusal: told })
  renderPage(<VerifyDeskPage />, '/store/verify')
  await user.type(await screen.findByLabelText('核销码'), '6381207455')
  expect((await screen.findByRole('alert')).textContent).toBe(told)
  expect(screen.queryByRole('button', { name: /核销 ¥/ })).toBeNull()
  answer(pickup.confirm, () => refuse(404, 'NOT_FOUND', '核销码无效'))
  await user.click(screen.getByRole('button', { name: '下一单' }))
  await user.type(screen.getByLabelText('核销码'), '0000000000')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('核销码无效0000000000'))
})

test('a list opens its order on the desk, which verifies it by its number; a code found leaves the field, a wrong one is replaced', async () => {
  const user = userEvent.setup()
  answer(pickupOrder.list, page([]))
  const looks = answer(pickup.confirm, { ...found, paid: true, cod: false, toCollect: 0 })
  const requests = answer(pickup.verify, { id: 7, version: 2 })
  renderPage(<VerifyDeskPage />, `/store/verify?orderNo=${found.orderNo}`)
  await user.click(await screen.findByRole('button', { name: /^核\s*销$/ }))
  expect(await screen.findByText('核销成功')).toBeDefined()
  expect(requests.map(({ params }) => params)).toEqual([{ vCode: found.orderNo }])
  const field = screen.getByLabelText<HTMLInputElement>('核销码')
  await user.type(field, '6381207455')
  await waitFor(() => expect(field.value).toBe(''))
  answer(pickup.confirm, () => refuse(400, 'BAD_REQUEST', '请输入10位核销码'))
  await user.type(field, '7455{Enter}')
  const link = await screen.findByRole('link', { name: /在核销订单中找「7455」/ })
  expect(link.getAttribute('href')).toBe('/store/order?keywords=7455')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4])
  expect(looks).toHaveLength(2)
})

test('the list of pick-ups asks for a state in its body, and says what clerks hand over', async () => {
  const requests = answer(pickupOrder.list, page([row]))
  renderPage(<StoreOrderListPage />, '/store/order?status=writtenOff')
  expect(await screen.findByText('沈小满')).toBeDefined()
  expect(requests.at(-1)?.body).toMatchObject({ status: 'writtenOff', page: 1 })
  expect(screen.getByText('柜台收款 ¥86.00')).toBeDefined()
})
