import { screen, waitFor, within } from '@testing-library/react'
import { type Invoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import InvoiceListPage from './invoice-list.page.tsx'

const makeInvoice = (id: number, given: Partial<Invoice> = {}): Invoice => ({
  id,
  orderId: 70 + id,
  orderNo: `2026112810150012345${id}`,
  orderState: '待发货',
  uid: 5,
  nickname: '周屿',
  titleType: 2,
  title: '杭州禾苗文化有限公司',
  taxNo: '91330106MA2KHM1X7Q',
  kind: 1,
  regAddress: '',
  regPhone: '',
  bankName: '',
  bankAccount: '',
  email: '',
  amount: 86,
  nowAmount: 86,
  state: 0,
  number: '',
  fileUrl: '',
  reason: '',
  operatorName: '',
  issueTime: null,
  createTime: '2026-11-28 10:20:00',
  ...given,
})

test('staff note the number of an invoice, refuse one with a reason, and say that one was reversed', async () => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  const rows = [makeInvoice(1), makeInvoice(2, { state: 3, number: '26332000000012345678', amount: 90, title: '李四' })]
  answer(invoice.list, { list: rows, total: 2, page: 1, limit: 20 })
  answer(invoice.num, { 0: 1, 1: 0, 2: 0, 3: 1, 4: 0 })
  const issued = answer(invoice.issue, { id: 1 })
  const reversed = answer(invoice.reverse, { id: 2 })
  const { user } = renderPage(<InvoiceListPage />, '/order/invoice')
  expect(await screen.findByText('现在应开 ¥86.00')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '开票' }))
  const dialog = within((await screen.findByText(/请先在开票软件里开好/)).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('发票号码'), '26332000000012345679')
  await user.click(dialog.getByRole('button', { name: '已开票' }))
  await waitFor(() => expect(issued.at(-1)?.body).toMatchObject({ id: 1, number: '26332000000012345679', amount: 86 }))
  await user.click(screen.getByRole('button', { name: '红冲完成' }))
  await screen.findByText(/登记后买家可以重新申请/)
  await user.click(screen.getAllByRole('button', { name: '红冲完成' }).at(-1) as HTMLElement)
  await waitFor(() => expect(reversed.at(-1)?.body).toEqual({ id: 2 }))
})
