import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { type DraftInfo, type DraftQuote, type DraftRow, draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import OrderDraftListPage from './order-draft-list.page.tsx'

const createTime = '2026-11-20 14:22:07'

function makeDraft(id: number, given: Partial<DraftRow> = {}): DraftRow {
  return {
    id,
    version: 1,
    draftNo: `D2026112014220700000${id}`,
    state: 0,
    stateStr: '草稿',
    uid: 7,
    nickname: '阿夏',
    avatar: '',
    realName: '林知夏',
    phone: '138****6021',
    shippingType: 1,
    storeName: '云南小粒咖啡豆',
    image: '',
    lineCount: 1,
    totalNum: 2,
    payPrice: 119.8,
    discountReason: '',
    remark: '',
    orderNo: '',
    creatorName: '小满',
    createTime,
    expireTime: null,
    ...given,
  }
}

const makeInfo = (given: Partial<DraftInfo> = {}): DraftInfo => ({
  ...makeDraft(1),
  items: [{ skuId: 11, num: 2 }],
  discountType: 0,
  discountValue: 0,
  useIntegral: false,
  couponId: 0,
  phone: '13800006021',
  freight: null,
  cityId: 310104,
  area: [310000, 310100, 310104],
  detail: '漕溪北路 1 号',
  storeId: 0,
  mark: '',
  tagIds: [],
  expireHours: 24,
  ...given,
})

const quoteOf = (num: number, problems: DraftQuote['problems'] = []): DraftQuote => ({
  lines: [
    {
      skuId: 11,
      productId: 1,
      storeName: '云南小粒咖啡豆',
      image: '',
      sku: '中烘 250g',
      barCode: '',
      num,
      stock: 8,
      price: 59.9,
      quotedPrice: 59.9,
      unitPrice: 59.9,
      couponShare: 0,
      integralShare: 0,
      adjustShare: 0,
      payShare: 59.9 * num,
    },
  ],
  goods: 59.9 * num,
  ownGoods: 59.9 * num,
  discount: 0,
  couponFee: 0,
  deductionPrice: 0,
  usedIntegral: 0,
  templateFreight: 0,
  freightPending: false,
  freight: 0,
  payFee: 59.9 * num,
  gainIntegral: 0,
  offPercent: 0,
  limitPercent: 30,
  problems,
  warnings: [],
  customer: null,
})
const answerQuotes = () =>
  answer(draftOrder.compute, ({ body }) => quoteOf((body as { items: { num: number }[] }).items[0]?.num ?? 0))

function answerRows(...list: DraftRow[]) {
  return answer(draftOrder.list, { list, total: list.length, page: 1, limit: 20 })
}

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(dictDetail.list, { content: [], totalElements: 0 })
  answer(draftOrder.num, { all: 2, draft: 1, sent: 1, completed: 0, expired: 0, cancelled: 0 })
})

test('drafts have the acts of their state; cancelling one that was sent says that its order is closed', async () => {
  const reads = answerRows(
    makeDraft(1),
    makeDraft(2, { state: 1, stateStr: '待付款', orderNo: '20261120142200000002' }),
    makeDraft(3, { state: 2, stateStr: '已付款', orderNo: '20261120142200000003' }),
  )
  const cancels = answer(draftOrder.cancel, { id: 2, version: 2 })
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft')
  const rows = (await screen.findAllByRole('row')).slice(1)
  const nextActs = () => {
    const acts = rows.map((row) =>
      within(row)
        .getAllByRole('button')
        .find(({ textContent }) => textContent),
    )
    return acts.map((act) => act?.textContent?.replaceAll(' ', ''))
  }
  // This shop has no link to send.
  await waitFor(() => expect(nextActs()).toEqual(['编辑', '确认收款', '查看订单']))
  await user.click(within(rows[1] as HTMLElement).getByRole('button', { name: /更多/ }))
  await user.click(await screen.findByRole('menuitem', { name: '取消' }))
  expect(await screen.findByText(/它的订单会关闭，库存退回/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '取消订单' }))
  await waitFor(() => expect(cancels.at(-1)?.body).toEqual({ id: 2, version: 1 }))
  await user.click(screen.getByRole('tab', { name: /待付款\s*1/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ state: '1' }))
})

test('money that was taken is confirmed by its sum: cash unless another way is named, with a receipt if there is one; a refusal keeps what was typed', async () => {
  answerRows(makeDraft(1))
  const converts = answer(draftOrder.convert, refuse(422, 'REFUSED', '「云南小粒咖啡豆」库存不足'))
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft')
  await user.click(await screen.findByRole('button', { name: /更多/ }))
  await user.click(await screen.findByRole('menuitem', { name: '确认收款' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('¥119.80')).toBeDefined()
  expect(dialog.getByLabelText<HTMLInputElement>('怎么收的').value).toBe('现金收款')
  await user.type(dialog.getByLabelText('凭证号（选填）'), '收据 0031')
  await user.click(dialog.getByRole('button', { name: '确认收款' }))
  expect(await screen.findByText('「云南小粒咖啡豆」库存不足')).toBeDefined()
  expect(converts.at(-1)?.body).toMatchObject({ id: 1, version: 1, reason: '现金收款', voucher: '收据 0031' })
  expect(dialog.getByLabelText<HTMLInputElement>('凭证号（选填）').value).toBe('收据 0031')
})

test('whoever may not confirm money is not offered to, in the list and in the form', async () => {
  useSession.setState({ permissions: ['admin:order:create'] })
  answerRows(makeDraft(1))
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft')
  await user.click(await screen.findByRole('button', { name: /更多/ }))
  expect(await screen.findByRole('menuitem', { name: '复制' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: '确认收款' })).toBeNull()
  cleanup()
  answer(draftOrder.info, makeInfo())
  answerQuotes()
  renderPage(<OrderDraftListPage />, '/order/draft?edit=1')
  expect(await screen.findByRole('button', { name: '发给客户付款' })).toBeDefined()
  expect(screen.queryByRole('button', { name: '确认收款' })).toBeNull()
})

test('an order is made of what was reckoned: not while the sum is behind, not while there is a problem', async () => {
  answer(draftOrder.info, makeInfo())
  answerQuotes()
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft?edit=1')
  const send = await screen.findByRole('button', { name: '发给客户付款' })
  expect(await screen.findAllByText('¥119.80')).not.toHaveLength(0)
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  const num = screen.getByRole('spinbutton', { name: '「云南小粒咖啡豆 中烘 250g」的数量' })
  await user.clear(num)
  await user.type(num, '3')
  expect(send).toHaveProperty('disabled', true)
  expect(await screen.findAllByText('¥179.70')).not.toHaveLength(0)
  answer(draftOrder.compute, quoteOf(9, [{ code: 'STOCK', message: '库存不足，还有 8 件', skuId: 11 }]))
  await user.clear(num)
  await user.type(num, '9')
  expect(await screen.findAllByText('库存不足，还有 8 件')).toHaveLength(2)
  expect(send).toHaveProperty('disabled', true)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('库存不足，还有 8 件')
  expect(screen.getByRole('button', { name: '保存草稿' })).toHaveProperty('disabled', false)
})

test('what an order still lacks is marked where it is missing; freight that is not known is no part of the sum', async () => {
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft?edit=new')
  await user.click(await screen.findByRole('button', { name: '发给客户付款' }))
  for (const text of [
    '请选择客户或填写客户手机号',
    '请选择商品',
    '请输入收货人',
    '请输入收货电话',
    '请选择所在地区',
    '请输入详细地址',
  ])
    expect(await screen.findByText(text)).toBeDefined()
  answer(draftOrder.info, makeInfo({ cityId: 0, area: [] }))
  answer(draftOrder.compute, { ...quoteOf(2), freightPending: true })
  renderPage(<OrderDraftListPage />, '/order/draft?edit=1')
  expect(await screen.findByText('¥119.80 + 运费')).toBeDefined()
  expect(screen.getByText('待定')).toBeDefined()
})

test('the phone of a pasted address is the customer’s, known or new, until staff choose somebody', async () => {
  const asked = answer(shopUser.list, ({ query }) => ({
    list: query?.keywords === '13812346021' ? [{ id: 7, nickname: '阿夏' } as UserRow] : [],
    total: 0,
    page: 1,
    limit: 1,
  }))
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft?edit=new')
  const paste = await screen.findByLabelText('粘贴整段地址自动识别')
  await user.click(paste)
  await user.paste('林知夏 13812346021 上海市徐汇区漕溪北路 1 号')
  expect(await screen.findByText('阿夏 13812346021')).toBeDefined()
  await user.clear(paste)
  await user.paste('何苗 13912340099 浙江省杭州市西湖区文三路 9 号')
  expect(await screen.findByText('新客户 13912340099')).toBeDefined()
  expect(asked.map(({ query }) => query?.keywords)).toEqual(['13812346021', '13912340099'])

  await user.click(screen.getByRole('combobox', { name: '客户' }))
  await user.keyboard('13812346021')
  await user.click(await screen.findByTitle('阿夏'))
  await user.clear(paste)
  await user.click(paste)
  await user.paste('何苗 13912340099 浙江省杭州市西湖区文三路 9 号')
  expect(screen.queryByText('新客户 13912340099')).toBeNull()
})

test('a discount beyond the limit says beside the buttons whose right it takes', async () => {
  const permissions = ['admin:order:create']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(draftOrder.info, makeInfo())
  const beyond = [{ code: 'DRAFT', message: '折扣超过您的权限' }]
  answer(draftOrder.compute, { ...quoteOf(2, beyond), offPercent: 45 })
  renderPage(<OrderDraftListPage />, '/order/draft?edit=1')
  const told = '折扣超过您的权限，优惠超过 30% 请有「高额折扣」权限的人来下单'
  expect(await screen.findByText(told)).toBeDefined()
})

test('a draft that a colleague changed is not overwritten: staff keep what they typed, or load the new one', async () => {
  answer(draftOrder.info, makeInfo())
  answerQuotes()
  const saves = answer(
    draftOrder.save,
    refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current: { id: 1, version: 2 } }),
  )
  const { user } = renderPage(<OrderDraftListPage />, '/order/draft?edit=1')
  const remark = await screen.findByLabelText('商家备注')
  await user.type(remark, '礼品装')
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await user.click(await screen.findByRole('button', { name: '不重新加载' }))
  expect((remark as HTMLTextAreaElement).value).toBe('礼品装')
  answer(draftOrder.info, makeInfo({ version: 2, remark: '同事写的' }))
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(saves).toHaveLength(2))
  // The question before it may still be on its way out.
  await waitFor(async () => expect(await screen.findAllByText(/重新加载会换成最新的内容/)).toHaveLength(2))
  await user.click(screen.getAllByRole('button', { name: '重新加载' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('商家备注').value).toBe('同事写的'))
  const stored = answer(draftOrder.save, { id: 1, version: 3 })
  answerRows(makeDraft(1))
  await user.click(screen.getByRole('button', { name: '保存草稿' }))
  expect(await screen.findByText(/D20261120142207000001/)).toBeDefined()
  expect([saves.at(-1)?.body?.version, stored.at(-1)?.body?.version]).toEqual([1, 2])
})

test('what the customer pays stays on the screen once the draft is sent; one that was sent is not edited again', async () => {
  answer(draftOrder.info, makeInfo())
  answerQuotes()
  answer(draftOrder.save, { id: 1, version: 2 })
  const link = { payUrl: 'https://m.example.com/pay/1', qrcode: 'data:image/png;base64,' }
  answer(draftOrder.send, () => {
    answer(draftOrder.info, makeInfo({ state: 1, stateStr: '待付款', version: 3 }))
    return { id: 1, version: 3, orderNo: '20261120142200000001', ...link }
  })
  const { user, router } = renderPage(<OrderDraftListPage />, '/order/draft?edit=1')
  const send = await screen.findByRole('button', { name: '发给客户付款' })
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await user.click(send)
  expect(await screen.findByText('https://m.example.com/pay/1')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.getByText('https://m.example.com/pay/1')).toBeDefined()
  answer(draftOrder.info, makeInfo({ id: 2, state: 1, stateStr: '待付款' }))
  await router.navigate('/order/draft?edit=2')
  expect(await screen.findByText('代客订单 D20261120142207000001 待付款，不能再编辑')).toBeDefined()
})
