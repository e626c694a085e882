import { screen, waitFor } from '@testing-library/react'
import { order } from '@zhanggui/contract/order/order.ts'
import { expect, test } from 'vitest'
import { answer } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render.tsx'
import { makeOrderRow } from '../../order.fixture.ts'
import { CloseDialog } from './close-dialog.tsx'

test('an order refused at the door closes for that reason, and staff say whether its goods are back', async () => {
  const closes = answer(order.close, { id: 1, version: 2 })
  const row = makeOrderRow(1, { cod: true, status: 1, statusStr: { key: 'toReceive', value: '待收货' } })
  const { user } = renderPage(<CloseDialog row={row} onClose={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: '买家拒收' }))
  await user.click(screen.getByRole('button', { name: '关闭订单' }))
  expect(await screen.findByText('请选择已发出的商品是否放回库存')).toBeDefined()
  expect(closes).toHaveLength(0)
  await user.click(screen.getByRole('radio', { name: '已退回，放回库存' }))
  await user.click(screen.getByRole('button', { name: '关闭订单' }))
  await waitFor(() => expect(closes[0]?.body).toMatchObject({ reason: '买家拒收', restock: true }))
})
