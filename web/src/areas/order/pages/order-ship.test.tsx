import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderShipment } from '@zhanggui/contract/order/order-info.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, FakeAnswer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeOrderInfo, makeOrderRow } from '../order.fixture.ts'
import OrderDetailPage from './order-detail.page.tsx'
import OrderListPage from './order-list.page.tsx'

const waiting = { paid: true, payTypeStr: '微信支付', statusStr: { key: 'notShipped', value: '待发货' } }
const allow = { ...makeOrderInfo(1).allow, send: true }
const carriers = [
  { id: 1, code: 'SF', name: '顺丰速运', logo: '' },
  { id: 2, code: 'YTO', name: '圆通速递', logo: '' },
]
const neighbour = { totalNum: 1, storeName: '马克杯', createTime: '2026-11-20 15:00:00' }
const [next, other] = [makeOrderRow(7).orderNo, makeOrderRow(8).orderNo]

beforeEach(() => {
  useSession.setState({
    permissions: ['*:*:*'],
    user: makeUser({ permissions: ['*:*:*'], preferences: { shipCarrier: 'SF' } }),
  })
  answer(order.statusNum, { all: 1, notShipped: 1 })
  const sums = {
    count: 1,
    amount: 134,
    weChatAmount: 134,
    yueAmount: 0,
    aliPayAmount: 0,
    offlineAmount: 0,
    nettedAmount: 0,
  }
  answer(order.sums, { ...sums, isLowerBound: false })
  answer(order.log, { list: [], total: 0, page: 1, limit: 100 })
  answer(order.list, { list: [makeOrderRow(1, waiting)], total: 1, page: 1, limit: 20 })
  answer(order.info, makeOrderInfo(1, { ...waiting, allow }))
  answer(expressCompany.all, carriers)
  answer(shipment.neighbours, { list: [] })
  answer(userCenter.savePreferences, {})
})

async function openDialog() {
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await user.click(await screen.findByRole('button', { name: /发\s*货/ }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

test('a scanned number names its carrier, Enter ships all that is left, and the carrier is remembered', async () => {
  const sent = answer(shipment.send, { id: 1, version: 2, deliveryNo: 'D1', labelUrl: '' })
  const { user, dialog } = await openDialog()
  expect(await dialog.findByText('顺丰速运')).toBeDefined()
  expect(dialog.getByRole('button', { name: '发货 6 件' })).toBeDefined()
  await user.click(dialog.getByLabelText('快递单号'))
  await user.keyboard('YT1234567890123')
  expect(await dialog.findByText('圆通速递')).toBeDefined()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    deliveryType: 'express',
    expressCode: 'YTO',
    expressNumber: 'YT1234567890123',
    version: 1,
  })
  expect(sent[0]?.body).not.toHaveProperty('lines')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(useSession.getState().user?.preferences.shipCarrier).toBe('YTO')
  expect(await screen.findByText(/已发货 …000001/)).toBeDefined()
})

test('a number pasted with blanks names its carrier; one under a carrier it is not of is asked about before it is sent', async () => {
  const sent = answer(shipment.send, { id: 1, version: 2, deliveryNo: 'D1', labelUrl: '' })
  const { user, dialog } = await openDialog()
  const number = dialog.getByLabelText<HTMLInputElement>('快递单号')
  await user.click(number)
  await user.paste('快递单号：YT 1357 9246 8013 5\u200b')
  expect(number.value).toBe('YT1357924680135')
  expect(await dialog.findByText('圆通速递')).toBeDefined()
  await user.click(dialog.getByLabelText('快递公司'))
  await user.click(await screen.findByTitle('顺丰速运'))
  await user.click(number)
  await user.keyboard('{Enter}')
  expect(await dialog.findByText(/这个单号像圆通速递的，不是顺丰速运的/)).toBeDefined()
  expect(sent).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: '发货 6 件' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ expressCode: 'SF', expressNumber: 'YT1357924680135' }))
})

test('a part leaves as it was counted; a number used elsewhere is asked about on the screen, and kept', async () => {
  const uses = [{ type: 'order', id: 9, name: other }]
  const sent = answer(
    shipment.send,
    new FakeAnswer(409, { code: 'SAME_NUMBER', message: '该快递单号已用于其他订单，请确认', uses }),
  )
  const { user, dialog } = await openDialog()
  const first = await dialog.findByRole('spinbutton', { name: '「商品1」本次发货数量' })
  await user.clear(first)
  await user.type(first, '1')
  await user.click(dialog.getByLabelText('快递单号'))
  await user.keyboard('SF1234567890123')
  await user.click(dialog.getByRole('button', { name: '发货 5 件' }))
  expect(await dialog.findByText(/已用于其他收货人的订单 …000008/)).toBeDefined()
  const lines = [
    { lineId: 1, num: 1 },
    { lineId: 2, num: 1 },
    { lineId: 3, num: 3 },
  ]
  expect(sent[0]?.body).toMatchObject({ lines })
  expect(sent[0]?.body).not.toHaveProperty('confirmSame')
  const again = answer(shipment.send, { id: 1, version: 2, deliveryNo: 'D1', labelUrl: '' })
  await user.click(dialog.getByRole('button', { name: '发货 5 件' }))
  await waitFor(() => expect(again[0]?.body).toMatchObject({ lines, confirmSame: true }))
})

test('orders to the same receiver are ticked, and those that did not leave are told with why', async () => {
  answer(shipment.neighbours, { list: [next, other].map((orderNo) => ({ orderNo, ...neighbour })) })
  const sent = answer(shipment.send, {
    id: 1,
    version: 2,
    deliveryNo: 'D1',
    labelUrl: '',
    others: [{ orderNo: next, ok: false, message: '订单已挂起' }],
  })
  const { user, dialog } = await openDialog()
  expect(await dialog.findByRole('button', { name: '发货 6 件（合 3 单）' })).toBeDefined()
  await user.click(dialog.getByRole('checkbox', { name: /…000008/ }))
  await user.click(dialog.getByLabelText('快递单号'))
  await user.keyboard('SF1234567890123{Enter}')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ withOrders: [next] }))
  expect(await screen.findByText('合并发货：成功 1 单，失败 1 单')).toBeDefined()
  expect(screen.getByText('订单已挂起')).toBeDefined()
})

test('the goods stand by parcel: one is corrected, taken back after a question, and traced', async () => {
  const parcel: OrderShipment = {
    deliveryNo: 'D20261123101500123456',
    deliveryType: 'express',
    expressCode: 'SF',
    expressName: '顺丰速运',
    expressNo: 'SF1234567890123',
    deliveryName: '',
    deliveryTel: '',
    mark: '',
    state: 0,
    traceState: 5,
    lastTrace: { time: '2026-11-20 18:00:00', status: '收件人拒收' },
    shipTime: '2026-11-20 16:00:00',
    signTime: null,
    lines: [{ lineId: 1, num: 1 }],
    canEdit: true,
    canWithdraw: true,
  }
  const info = makeOrderInfo(1, { ...waiting, sentNum: 1, shipments: [parcel], allow: { ...allow, addParcel: true } })
  info.lines[0] = { ...info.lines[0], sentNum: 1 } as (typeof info.lines)[0]
  answer(order.info, info)
  const { user } = renderPage(<OrderDetailPage />, '/order/detail/1')
  const group = within(await screen.findByRole('listitem', { name: '包裹 1' }))
  expect(group.getByText('疑难件')).toBeDefined()
  expect(group.getByText(/收件人拒收/)).toBeDefined()
  expect(group.getByText('商品1 ×1')).toBeDefined()
  expect(within(screen.getByRole('listitem', { name: '待发货' })).getByText('5 件')).toBeDefined()

  answer(shipment.trace, refuse(422, 'NOT_CONFIGURED', '未开启物流查询，快递单号：SF1234567890123'))
  await user.click(group.getByRole('button', { name: '查看物流' }))
  expect(await screen.findByText('没有开启物流查询')).toBeDefined()
  expect(screen.getByRole('link', { name: '去开启物流查询' })).toBeDefined()
  await user.click(screen.getAllByRole('button', { name: /关\s*闭/ }).at(-1) as HTMLElement)

  const changed = answer(shipment.update, { id: 1, version: 2 })
  await user.click(group.getByRole('button', { name: '修改物流' }))
  const number = await screen.findByLabelText('快递单号')
  await user.clear(number)
  await user.type(number, 'SF9999999999999{Enter}')
  await waitFor(() =>
    expect(changed[0]?.body).toMatchObject({ expressNumber: 'SF9999999999999', expressCode: 'SF', version: 1 }),
  )
  await waitFor(() => expect(screen.queryByLabelText('快递单号')).toBeNull())

  const taken = answer(shipment.withdraw, { id: 1, version: 2 })
  await user.click(group.getByRole('button', { name: '撤回发货' }))
  expect(await screen.findByText(/里面的 1 件回到待发货/)).toBeDefined()
  const buttons = await screen.findAllByRole('button', { name: '撤回发货' })
  await user.click(buttons.at(-1) as HTMLElement)
  await waitFor(() => expect(taken[0]?.body).toEqual({ deliveryNo: parcel.deliveryNo }))
})
