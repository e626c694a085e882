import { screen, waitFor, within } from '@testing-library/react'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { type EditQuestion, type EditSum, orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../../api/session.ts'
import { answer, refuse } from '../../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../../testing/render.tsx'
import { makeOrderInfo } from '../../order.fixture.ts'
import { OrderDetailOf } from '../detail/order-detail.tsx'

const OVERTAKEN = refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current: { id: 1, version: 9 } })

/** An order that was paid; more may be done with it than with one that waits for its money. */
function makePaid(given: Partial<OrderInfo> = {}): OrderInfo {
  const info = makeOrderInfo(1, { paid: true, payType: 'weixin', payTypeStr: '微信支付', ...given })
  return {
    ...info,
    statusStr: { key: 'notShipped', value: '待发货' },
    allow: { ...info.allow, edit: true, reship: true },
  }
}

async function openDialog(act: string, info = makePaid()) {
  const reads = answer(order.info, info)
  const page = renderPage(<OrderDetailOf id={1} />, '/order/detail/1')
  await screen.findByRole('region', { name: '商品' })
  const onPage = screen.queryByRole('button', { name: new RegExp(`^${[...act].join('\\s*')}$`) })
  if (!onPage) await page.user.click(screen.getByRole('button', { name: /更\s*多/ }))
  await page.user.click(onPage ?? (await screen.findByRole('menuitem', { name: act })))
  return { ...page, reads, dialog: within(await screen.findByRole('dialog')) }
}

const sumOf = (difference: number, ...effects: string[]): EditSum => {
  return {
    lines: [],
    added: Math.max(0, difference),
    removed: Math.max(0, -difference),
    difference,
    handOver: 0,
    refused: '',
    asksFirst: false,
    effects,
  }
}
/** Each unit of a line that stays away is 56.91. */
const answerPreviews = () =>
  answer(orderEdit.preview, ({ body }) => {
    const num = (body as EditQuestion).change?.[0]?.num ?? 2
    return sumOf(Math.round((num - 2) * 5691) / 100, `改后 ${num} 件`)
  })

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(orderNote.timeline, { list: [], isCut: false })
  const sku = { price: 56.91, stock: 8 }
  const attrValue = [
    { ...sku, id: 1, suk: '中烘' },
    { ...sku, id: 11, suk: '深烘' },
    { ...sku, id: 12, suk: '礼盒', price: 60 },
  ]
  answer(product.info, { attrValue } as never)
})

test('改单 confirms what its button says: not before the sum of what is typed is there', async () => {
  answerPreviews()
  const confirmed = answer(orderEdit.confirm, {
    id: 1,
    version: 2,
    editId: 5,
    state: 1 as const,
    difference: -56.91,
    payUrl: '',
    qrcode: '',
  })
  const { user, dialog, reads } = await openDialog('改单')
  // The detail has read the order.
  expect(reads).toHaveLength(1)
  const num = dialog.getByRole('spinbutton', { name: '「商品1」改为几件' })
  await user.click(dialog.getByRole('button', { name: /^改\s*单$/ }))
  expect(await dialog.findByText('请输入改单原因')).toBeDefined()
  expect(dialog.getByText('请先改数量，或增加商品')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '买家少要' }))
  await user.clear(num)
  await user.type(num, '1')
  const button = await dialog.findByRole('button', { name: '改单并退 ¥56.91' })
  expect(dialog.getByText('改后 1 件')).toBeDefined()
  await user.clear(num)
  await user.type(num, '0')
  // The sum on the button is the one before: it cannot be confirmed.
  expect(button).toHaveProperty('disabled', true)
  await user.click(await dialog.findByRole('button', { name: '改单并退 ¥113.82' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(confirmed.map(({ body }) => body)).toEqual([
    { orderNo: makePaid().orderNo, add: [], change: [{ lineId: 1, num: 0 }], reason: '买家少要', version: 1 },
  ])
})

test('an edit that gives money back says before that the right to refund is missing', async () => {
  const refused = '改单后要退款给买家，需要「退款」权限，请由有权限的同事改单'
  answer(orderEdit.preview, { ...sumOf(-56.91, '改后 1 件'), refused })
  const { user, dialog } = await openDialog('改单')
  await user.click(dialog.getByRole('button', { name: '买家少要' }))
  const num = dialog.getByRole('spinbutton', { name: '「商品1」改为几件' })
  await user.clear(num)
  await user.type(num, '1')
  expect(await dialog.findByText(refused)).toBeDefined()
  expect(dialog.getByRole('button', { name: '改单并退 ¥56.91' })).toHaveProperty('disabled', true)
})

test('an edit that costs more shows where the buyer pays; a refusal of the preview is shown and blocks', async () => {
  answer(orderEdit.preview, refuse(422, 'REFUSED', '「商品1」库存不足'))
  const { user, dialog } = await openDialog('改单')
  const num = dialog.getByRole('spinbutton', { name: '「商品1」改为几件' })
  await user.click(dialog.getByRole('button', { name: '买家要求加购' }))
  await user.clear(num)
  await user.type(num, '9')
  expect(await dialog.findByText('「商品1」库存不足')).toBeDefined()
  expect(dialog.getByRole('button', { name: /^改\s*单$/ })).toHaveProperty('disabled', true)
  answerPreviews()
  const link = { payUrl: 'https://m.example.com/pay/1', qrcode: 'data:image/png;base64,' }
  answer(orderEdit.confirm, { id: 1, version: 2, editId: 5, state: 0, difference: 56.91, ...link })
  await user.clear(num)
  await user.type(num, '3')
  await user.click(await dialog.findByRole('button', { name: '改单，待补 ¥56.91' }))
  expect(await screen.findByText(/买家需补 ¥56.91/)).toBeDefined()
  expect(screen.getByText('https://m.example.com/pay/1')).toBeDefined()
})

test('what was typed outlives a lost connection and a conflict; that reads the order again and says so', async () => {
  answerPreviews()
  answer(orderEdit.confirm, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
  const { user, dialog } = await openDialog('改单')
  const num = dialog.getByRole('spinbutton', { name: '「商品1」改为几件' })
  const reason = dialog.getByRole('textbox', { name: '原因' })
  await user.type(reason, '买家说只要一件')
  await user.clear(num)
  await user.type(num, '1')
  await user.click(await dialog.findByRole('button', { name: '改单并退 ¥56.91' }))
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeDefined()

  const confirms = answer(orderEdit.confirm, OVERTAKEN)
  answer(order.info, { ...makePaid(), version: 9 })
  await user.click(await dialog.findByRole('button', { name: '改单并退 ¥56.91' }))
  expect(await dialog.findByText(/订单刚被改过/)).toBeDefined()
  expect([(num as HTMLInputElement).value, (reason as HTMLInputElement).value]).toEqual(['1', '买家说只要一件'])
  await user.click(await dialog.findByRole('button', { name: '改单并退 ¥56.91' }))
  await waitFor(() => expect(confirms.map(({ body }) => body?.version)).toEqual([1, 9]))

  answer(order.info, { ...makePaid(), allow: makeOrderInfo(1).allow, statusStr: { key: 'toReceive', value: '待收货' } })
  await user.click(await dialog.findByRole('button', { name: '改单并退 ¥56.91' }))
  expect(await dialog.findByText('订单现在是「待收货」，不能改单')).toBeDefined()
  expect(dialog.getByRole('button', { name: /改单并退/ })).toHaveProperty('disabled', true)
  // Leaving asks first.
  await user.click(dialog.getByRole('button', { name: '关闭' }))
  expect(await screen.findByText('还没有改单，离开吗？')).toBeDefined()
})

test('换规格 offers SKUs of the same price, says what follows, and keeps the choice when it is refused', async () => {
  answer(orderEdit.preview, sumOf(0, '「商品1」换为 深烘'))
  const confirms = answer(orderEdit.confirm, refuse(422, 'REFUSED', '「商品1 深烘」库存不足'))
  const { user, dialog } = await openDialog('换规格')
  await user.click(dialog.getByRole('combobox', { name: '「商品1」换为' }))
  const other = await screen.findByTitle('礼盒 · 库存 8 · 价格不同，请用「改单」')
  expect(other.getAttribute('class')).toContain('disabled')
  await user.click(screen.getByTitle('深烘 · 库存 8'))
  await user.click(dialog.getByRole('button', { name: '买家要换颜色' }))
  expect(await dialog.findByText('「商品1」换为 深烘')).toBeDefined()
  await waitFor(() => expect(dialog.getByRole('button', { name: '换规格' })).toHaveProperty('disabled', false))
  await user.click(dialog.getByRole('button', { name: '换规格' }))
  expect(await screen.findByText('「商品1 深烘」库存不足')).toBeDefined()
  expect(confirms.at(-1)?.body).toMatchObject({ swap: [{ lineId: 1, skuId: 11 }], reason: '买家要换颜色' })
  expect(dialog.getByTitle('深烘 · 库存 8')).toBeDefined()
  answer(orderEdit.confirm, { id: 1, version: 2, editId: 5, state: 1, difference: 0, payUrl: '', qrcode: '' })
  await user.click(dialog.getByRole('button', { name: '换规格' }))
  expect(await screen.findByText('已换规格')).toBeDefined()
})

test('补发 names how many pieces go once more, at most what was sent, and keeps them when it is refused', async () => {
  const reships = answer(draftOrder.reship, refuse(422, 'REFUSED', '「商品1」库存不足'))
  const [line, ...others] = makePaid().lines
  const lines = [{ ...(line as OrderInfo['lines'][number]), sentNum: 2 }, ...others]
  const { user, dialog } = await openDialog('补发', makePaid({ lines }))
  expect(dialog.queryByRole('spinbutton', { name: '「商品2」补发几件' })).toBeNull()
  const num = dialog.getByRole<HTMLInputElement>('spinbutton', { name: '「商品1」补发几件' })
  await user.click(dialog.getByRole('button', { name: /^补\s*发$/ }))
  expect(await dialog.findByText('请填写补发几件')).toBeDefined()
  await user.clear(num)
  await user.type(num, '5{Tab}')
  await user.click(dialog.getByRole('button', { name: '运输破损' }))
  await user.click(await dialog.findByRole('button', { name: '补发 2 件' }))
  expect(await screen.findByText('「商品1」库存不足')).toBeDefined()
  expect(reships.at(-1)?.body).toEqual({
    orderNo: makePaid().orderNo,
    lines: [{ lineId: 1, num: 2 }],
    reason: '运输破损',
  })
  expect(num.value).toBe('2')
  answer(draftOrder.reship, { id: 2, version: 1, orderNo: '20261123101500000002' })
  await user.click(await dialog.findByRole('button', { name: '补发 2 件' }))
  expect(await screen.findByText('已生成补发订单 …000002')).toBeDefined()
})

test('of an order that was fetched 补发 says that the buyer comes again', async () => {
  const [line, ...others] = makePaid().lines
  const lines = [{ ...(line as OrderInfo['lines'][number]), sentNum: 2 }, ...others]
  const { dialog } = await openDialog('补发', makePaid({ lines, shippingType: 2, storeName: '湖滨店' }))
  expect(dialog.getByText(/自提订单，买家凭新的核销码到「湖滨店」取/)).toBeDefined()
  expect(dialog.queryByRole('button', { name: '快递丢件' })).toBeNull()
})
