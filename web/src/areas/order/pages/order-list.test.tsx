import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import type { TraceStep } from '@zhanggui/contract/order/price-trace.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { beforeEach, expect, test } from 'vitest'
import { passLiveFrame } from '../../../api/live.ts'
import { useSession } from '../../../api/session.ts'
import { KeyHelp } from '../../../kit/keys/key-help.tsx'
import { answer, FakeAnswer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeOrderInfo, makeOrderRow } from '../order.fixture.ts'
import OrderListPage from './order-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeOrderRow>[]) {
  return answer(order.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const paidRow = { paid: true, payTypeStr: '微信支付', statusStr: { key: 'notShipped', value: '待发货' } } as const
const HELD = { text: '挂起', level: 'warning' } as const
const counts = { all: 3, unPaid: 1, notShipped: 2, pinkWaiting: 0, toBeWrittenOff: 0, deleted: 0 }
const sums = {
  count: 2,
  amount: 186,
  weChatAmount: 186,
  yueAmount: 0,
  aliPayAmount: 0,
  offlineAmount: 0,
  nettedAmount: 0,
}

beforeEach(() => {
  signIn(['*:*:*'])
  answer(order.statusNum, counts)
  answer(order.sums, { ...sums, isLowerBound: false })
  answer(orderNote.timeline, { list: [], isCut: false })
})

test('each state has its one act; tabs that hold nothing for the moment are left out, what is deleted comes last', async () => {
  answerRows(
    makeOrderRow(1),
    makeOrderRow(2, { cod: true, statusStr: { key: 'notShipped', value: '待发货' } }),
    makeOrderRow(3, {
      paid: true,
      payTypeStr: '微信支付',
      status: 1,
      statusStr: { key: 'toReceive', value: '待收货' },
    }),
  )
  const { user, router } = renderPage(<OrderListPage />, '/order/list')
  expect(await screen.findByRole('button', { name: /改\s*价/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /发\s*货/ })).toBeDefined()
  // What is on its way is looked at; correcting its number stays behind 更多.
  expect(screen.getByRole('button', { name: /^物\s*流$/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: '修改物流' })).toBeNull()
  expect(await screen.findByRole('tab', { name: /待发货\s*2/ })).toBeDefined()
  expect(screen.queryByRole('tab', { name: /待成团|待核销/ })).toBeNull()
  const tabs = screen.getAllByRole('tab')
  expect(tabs.at(-1)?.textContent).toMatch(/^已删除/)
  await user.click(screen.getByRole('tab', { name: /已删除/ }))
  expect(router.state.location.search).toBe('?status=deleted')
  expect(await screen.findByRole('tab', { name: /已删除/ })).toBeDefined()
})

test('a session that may only list sees no act it may not do', async () => {
  signIn(['admin:order:list'])
  answerRows(makeOrderRow(1))
  renderPage(<OrderListPage />, '/order/list')
  expect(await screen.findByText('000001')).toBeDefined()
  for (const name of [/改\s*价/, /详\s*情/, /导\s*出/, /更多：/, '写备注'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a remark is written in place: Esc leaves it, Enter saves it', async () => {
  answerRows(makeOrderRow(1))
  const marks = answer(order.mark, { id: 1, version: 2 })
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await user.click(await screen.findByRole('button', { name: '写备注' }))
  await user.keyboard('不要了{Escape}')
  expect(screen.queryByRole('textbox', { name: '备注' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '写备注' }))
  await user.keyboard('随单放说明卡{Enter}')
  await waitFor(() => expect(marks.at(-1)?.body).toMatchObject({ remark: '随单放说明卡' }))
  expect(marks).toHaveLength(1)
})

test('new orders are told in a bar and fetched by a click, rows do not jump', async () => {
  const reads = answerRows(makeOrderRow(1))
  const { user } = renderPage(<OrderListPage />, '/order/list')
  expect(await screen.findByRole('tab', { name: /全部\s*3/ })).toBeDefined()
  answer(order.statusNum, { ...counts, all: 5 })
  passLiveFrame('order', {})
  const before = reads.length
  await user.click(await screen.findByRole('button', { name: '有 2 笔新订单，点击刷新' }))
  await waitFor(() => expect(reads.length).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByRole('button', { name: /笔新订单/ })).toBeNull())
})

test('the price dialog says the difference and how many changes are left; a refusal stays on the screen', async () => {
  answerRows(makeOrderRow(1))
  answer(order.info, makeOrderInfo(1, { priceChangesLeft: 2, lowestPrice: 93.81 }))
  const changes = answer(order.updatePrice, refuse(422, 'BUSINESS_RULE', '修改后的金额不能超过原金额的两倍'))
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await user.click(await screen.findByRole('button', { name: /改\s*价/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/还可改/).textContent).toContain('还可改 2 次')
  await user.type(dialog.getByRole('spinbutton', { name: '改后实付' }), '100')
  expect(await dialog.findByText('少收 ¥34.02')).toBeDefined()
  expect(dialog.getByText(/您最低可改为/).textContent).toContain('¥93.81')
  await user.click(dialog.getByRole('button', { name: '老客优惠' }))
  await user.click(dialog.getByRole('button', { name: /改\s*价/ }))
  expect(await screen.findByText('修改后的金额不能超过原金额的两倍')).toBeDefined()
  expect(changes.at(-1)?.body).toMatchObject({ payPrice: 100, reason: '老客优惠', version: 1 })
})

test('the address form opens filled; a pasted address without a name keeps the name, and the district must be chosen', async () => {
  const district = { cityId: 310104, parentId: 310100, level: 2, name: '徐汇区', isShow: true }
  const city = { cityId: 310100, parentId: 310000, level: 1, name: '上海市', isShow: true, child: [district] }
  answer(region.tree, [{ cityId: 310000, parentId: 0, level: 0, name: '上海市', isShow: true, child: [city] }])
  answerRows(makeOrderRow(1))
  answer(order.info, makeOrderInfo(1))
  const changes = answer(order.updateAddress, { id: 1, version: 2 })
  const looks = answer(reveal.show, { value: '13812346021\n龙华街道 6 号' })
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await user.click(await screen.findByRole('button', { name: /更多：/ }))
  await user.click(await screen.findByText('修改地址'))
  const dialog = within(await screen.findByRole('dialog'))
  const [name, phone, detail] = ['收货人', '收货电话', '详细地址'].map((label) =>
    dialog.getByLabelText<HTMLInputElement>(label),
  )
  await waitFor(() =>
    expect([name?.value, phone?.value, detail?.value]).toEqual(['林知夏', '13812346021', '龙华街道 6 号']),
  )
  expect(looks.map(({ body }) => body)).toEqual([{ type: 'order', id: 1, field: 'contact' }])
  const paste = dialog.getByLabelText('粘贴整段地址自动识别')
  await user.click(paste)
  await user.paste('166 1234 6022 上海市天钥桥路1号')
  expect(await dialog.findByText('已填入；没认准的请补上：区县')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '修改地址' }))
  expect(await dialog.findByText('所在地区请选到最末一级')).toBeDefined()
  await user.clear(paste)
  await user.click(paste)
  await user.paste('166 1234 6022 上海徐汇天钥桥路1号')
  expect(await dialog.findByText('已填入，请核对')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '修改地址' }))
  await waitFor(() =>
    expect(changes.at(-1)?.body).toMatchObject({
      realName: '林知夏',
      userPhone: '16612346022',
      cityId: 310104,
      detail: '天钥桥路1号',
    }),
  )
})

test('优惠明细 says how the price came about, line by line, in a sentence for the buyer', async () => {
  answerRows(makeOrderRow(1))
  answer(order.info, ({ query }) => makeOrderInfo(Number(query.id)))
  const { user } = renderPage(<OrderListPage />, '/order/list?look=1')
  await user.click(await screen.findByRole('button', { name: '优惠明细' }))
  await screen.findByText(
    '商品原价 185.27 元，会员优惠减 9.25 元，优惠券减 20.00 元，积分抵扣（3,000 分）减 30.00 元，运费 8.00 元，应付 134.02 元。',
  )
  screen.getByText('3 种 6 件，按售价')
  expect(screen.getAllByText('商品1 ×2').map((name) => name.nextSibling?.textContent)).toEqual([
    ...['−5.98', '−16.00', '−18.81'],
  ])
})

const keptTrace: TraceStep[] = [
  { rule: 'member', applied: true, reason: '银卡 享 9.5 折，省 ¥9.25', amount: 9.25, code: 'MEMBER_PRICE' },
  { rule: 'coupon', applied: true, reason: '优惠券「秋冬咖啡券」减 ¥25.00', amount: 25, code: 'COUPON_APPLIED' },
  { rule: 'points', applied: false, reason: '未使用积分', amount: 0, code: 'POINTS_UNASKED' },
  { rule: 'freight', applied: true, reason: '满 99 元包邮', amount: 0, code: 'FREIGHT_FREE' },
  { rule: 'earn', applied: true, reason: '付款后得 134 积分', amount: 0, code: 'EARN' },
]

test('each deduction opens the trace kept with the order at its step, with what did not apply folded below', async () => {
  answerRows(makeOrderRow(1))
  const amounts = {
    deductionPrice: 0,
    useIntegral: 0,
    freightPrice: 0,
    payPostage: 0,
    adjustPrice: -12,
    payPrice: 144.02,
  }
  answer(order.info, ({ query }) => makeOrderInfo(Number(query.id), { ...amounts, trace: keptTrace, priceChanges: 1 }))
  const { user } = renderPage(<OrderListPage />, '/order/list?look=1')
  await user.click(await screen.findByRole('button', { name: '优惠券' }))
  const reason = await screen.findByText('下单时优惠券「秋冬咖啡券」减 ¥25.00')
  expect(reason.closest('li')?.getAttribute('aria-current')).toBe('step')
  const steps = [...document.querySelectorAll('[class*=steps] > li[class], ol > li')].map((step) => step.textContent)
  const at = (text: string) => steps.findIndex((step) => step?.includes(text))
  expect([at('银卡 享 9.5 折') < at('秋冬咖啡券'), at('满 99 元包邮') < at('店家改价 1 次')]).toEqual([true, true])
  const folded = screen.getByText('没有生效的 1 项').closest('details') as HTMLElement
  expect(within(folded).getByText('未使用积分')).toBeDefined()
  expect(screen.getAllByText('付款后得 134 积分')).toHaveLength(2)
  const link = screen.getByRole('link', { name: '在价格试算中打开' })
  expect(link.getAttribute('href')).toBe(`/marketing/simulate?order=${makeOrderRow(1).orderNo}`)
})

test('an export takes the columns that the list shows, in its order', async () => {
  useSession.setState({
    user: makeUser({
      permissions: ['*:*:*'],
      preferences: {
        'columns:order.list': [
          { name: 'payPrice', shown: true },
          { name: 'createTime', shown: true },
          { name: 'lines', shown: false },
          { name: 'realName', shown: false },
          { name: 'remark', shown: false },
          { name: 'statusStr', shown: false },
        ],
      },
    }),
  })
  answerRows(makeOrderRow(1))
  const exported = answer(order.download, refuse(422, 'BUSINESS_RULE', '没有可导出的数据'))
  const { user } = renderPage(<OrderListPage />, '/order/list?minPrice=20')
  await user.click(await screen.findByRole('button', { name: /导\s*出/ }))
  await user.click(await screen.findByRole('menuitem', { name: '导出列表（只要显示的列）' }))
  await waitFor(() => expect(exported).toHaveLength(1))
  expect(exported[0]?.query).toMatchObject({ mode: 'order', minPrice: '20' })
  expect([exported[0]?.query.shown].flat().join()).toBe('payPrice,createTime')
})

test('ticked orders are exported in the order in which they stand', async () => {
  answerRows(makeOrderRow(1, paidRow), makeOrderRow(2, paidRow))
  const exported = answer(order.download, refuse(422, 'BUSINESS_RULE', '没有可导出的数据'))
  const { user } = renderPage(<OrderListPage />, '/order/list?status=notShipped')
  await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
  await user.click(await screen.findByRole('button', { name: '导出所选' }))
  await user.click(await screen.findByRole('menuitem', { name: '导出列表（只要显示的列）' }))
  await waitFor(() => expect(exported).toHaveLength(1))
  expect(exported[0]?.query).toMatchObject({ sort: 'createTime,asc' })
  expect([exported[0]?.query.orderNos].flat()).toHaveLength(2)
})

test('the detail opens beside the list at its own address; the amount adds up, the receiver is revealed once', async () => {
  answerRows(makeOrderRow(1), makeOrderRow(2))
  answer(order.info, ({ query }) => makeOrderInfo(Number(query.id)))
  const looks = answer(reveal.show, { value: '林知夏 13812346021 上海市徐汇区天钥桥路 1 号' })
  const { user, router } = renderPage(<OrderListPage />, '/order/list?status=unPaid')
  await user.click((await screen.findAllByText('云南小粒咖啡豆'))[0] as HTMLElement)
  expect(router.state.location.search).toBe('?status=unPaid&look=1')
  const drawer = within(await screen.findByRole('dialog'))
  const money = within(await drawer.findByRole('region', { name: '金额' }))
  expect(money.getByText('¥185.27')).toBeDefined()
  expect(money.getByText('¥134.02')).toBeDefined()
  await user.click(drawer.getByRole('button', { name: '显示收货信息' }))
  expect(await drawer.findByText('林知夏 13812346021 上海市徐汇区天钥桥路 1 号')).toBeDefined()
  expect(looks.at(-1)?.body).toEqual({ type: 'order', id: 1, field: 'receiver' })
  await user.keyboard(']')
  await waitFor(() => expect(router.state.location.search).toBe('?status=unPaid&look=2'))
})

test('the keys of the desk act on the row in focus, outside fields alone, and are listed by ?', async () => {
  answer(dictDetail.list, { content: [], totalElements: 0 })
  answerRows(makeOrderRow(1), makeOrderRow(2, paidRow), makeOrderRow(3, { ...paidRow, hold: true, labels: [HELD] }))
  const unholds = answer(orderNote.unhold, { id: 3, version: 2 })
  const keyed = (
    <>
      <OrderListPage />
      <KeyHelp />
    </>
  )
  const { user, router } = renderPage(keyed, '/order/list')
  await screen.findByText('000002')
  const press = (keys: string) => user.keyboard(keys)
  const dialogTitled = async (name: RegExp) => {
    const [title] = await screen.findAllByText(name)
    return title?.closest<HTMLElement>('[role=dialog]') ?? document.body
  }
  const close = async () => {
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await press('m')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('jjm')
  await dialogTitled(/备注订单 …000002/)
  // Of what is typed there the desk hears nothing.
  await press('hjt')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.clear(screen.getByRole('textbox', { name: '商家备注' }))
  await user.click(screen.getByRole('button', { name: /取\s*消/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('t')
  await dialogTitled(/订单 …000002 的标签/)
  await close()
  await press('h')
  await dialogTitled(/挂起订单 …000002/)
  await close()
  await press('jh')
  await waitFor(() => expect(unholds.at(-1)?.body).toMatchObject({ orderNo: expect.stringMatching(/000003$/) }))
  await press('?')
  const keys = within(await dialogTitled(/^快捷键$/))
  for (const key of ['J', 'K', 'Enter', '/', 'F', 'P', 'M', 'T', 'R', 'H']) expect(keys.getByText(key)).toBeDefined()
  await close()
  await press('k')
  answer(order.info, makeOrderInfo(2))
  await press('{Enter}')
  await waitFor(() => expect(router.state.location.search).toContain('look=2'))
})

test('F ships and goes on with the next order that can be, P prints, R refunds or handles the open case', async () => {
  const allow = { ...makeOrderInfo(1).allow, send: true, refund: true }
  const infoOf = (id: number) => ({ ...makeOrderInfo(id, { ...paidRow, payType: 'weixin' }), allow })
  const refunding = { ...paidRow, refundStatus: 1, statusStr: { key: 'refunding', value: '申请退款' } } as const
  answer(expressCompany.all, [{ id: 1, code: 'SF', name: '顺丰速运', logo: '' }])
  answer(userCenter.savePreferences, {})
  answer(shipment.neighbours, { list: [] })
  answer(order.info, ({ query }) => infoOf(Number(query.id)))
  answerRows(makeOrderRow(1, paidRow), makeOrderRow(2, refunding), makeOrderRow(3, paidRow))
  const sent = answer(shipment.send, { id: 1, version: 2, deliveryNo: 'D1', labelUrl: '' })
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await screen.findByText('000003')
  const dialog = async () => within((await screen.findAllByRole('dialog')).at(-1) ?? document.body)
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.keyboard('jjp')
  expect((await dialog()).getByText('打印订单 …000002')).toBeDefined()
  await user.click((await dialog()).getByRole('button', { name: '不打印' }))
  await isClosed()
  await user.keyboard('r')
  expect(await screen.findByText('售后单')).toBeDefined()
  await user.click((await dialog()).getByRole('button', { name: '关闭' }))
  await isClosed()
  await user.keyboard('jr')
  expect(await screen.findByText('退款 · 订单 …000003 · 待发货')).toBeDefined()
  await user.click((await dialog()).getByRole('button', { name: '先不退' }))
  await isClosed()

  await user.keyboard('kkf')
  const number = await (await dialog()).findByLabelText('快递单号')
  await waitFor(() => expect(document.activeElement).toBe(number))
  await user.keyboard('SF1234567890123{Enter}')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ orderNo: makeOrderRow(1).orderNo }))
  // The order between them is under refund.
  expect(await screen.findByText('发货 · 订单 …000003')).toBeDefined()
})

test('while looking as somebody else the keys of acts say why nothing happens, and those that read still work', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ user: makeUser({ permissions: ['*:*:*'], seeing }) })
  answer(order.info, ({ query }) => makeOrderInfo(Number(query.id), { ...paidRow, refundStatus: 1 }))
  answerRows(makeOrderRow(1, { ...paidRow, refundStatus: 1 }), makeOrderRow(2, paidRow))
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await screen.findByText('000002')
  await user.keyboard('jjf')
  expect(await screen.findByText(/只能看，不能修改/)).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('kr')
  expect(await screen.findByText('售后单')).toBeDefined()
})

test('one act on ticked orders ends in 成功 N / 失败 N with the reason of each, and can be taken back', async () => {
  answer(dictDetail.list, { content: [], totalElements: 0 })
  answerRows(makeOrderRow(1), makeOrderRow(2, paidRow))
  const failed = [{ orderNo: '20261120142200000001', message: '只有待发货的订单可以挂起' }]
  const bulks = answer(orderNote.bulk, { batchId: 9, ok: 1, failed })
  const info = { batchId: 9, act: 'hold' as const, total: 2, ok: 1, failed, isFinished: true, isStopped: false }
  answer(orderNote.bulkInfo, { ...info, undoUntil: '2099-01-01 00:00:00' })
  const undos = answer(orderNote.bulkUndo, { batchId: 9, ok: 1, failed: [] })
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
  await user.click(screen.getByRole('button', { name: /批量操作/ }))
  await user.click(await screen.findByRole('menuitem', { name: '批量挂起' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: '缺货等待' }))
  await user.click(dialog.getByRole('button', { name: '挂起 2 单' }))
  expect((await screen.findByText('只有待发货的订单可以挂起')).closest('tr')?.textContent).toContain('000001')
  expect(bulks.at(-1)?.body).toMatchObject({ act: 'hold', reason: '缺货等待', orderNos: { length: 2 } })
  expect(screen.getByRole('status').textContent).toBe('成功 1 / 失败 1')
  await user.click(screen.getByRole('button', { name: '撤销成功的 1 单' }))
  await waitFor(() => expect(undos.at(-1)?.body).toEqual({ batchId: 9 }))
})

/** Remarks two orders, which succeeds. @returns the button of the line that tells so */
async function markAll() {
  answer(dictDetail.list, { content: [], totalElements: 0 })
  answerRows(makeOrderRow(1), makeOrderRow(2, paidRow))
  answer(orderNote.bulk, { batchId: 9, ok: 2, failed: [] })
  answer(orderNote.bulkInfo, { ...marked, undoUntil: toWireTime(new Date(Date.now() + 582_000)) })
  const { user } = renderPage(<OrderListPage />, '/order/list')
  await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
  await user.click(screen.getByRole('button', { name: /批量操作/ }))
  await user.click(await screen.findByRole('menuitem', { name: '批量备注' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('商家备注'), '中午前发')
  await user.click(dialog.getByRole('button', { name: '备注 2 单' }))
  expect(await screen.findByText('已备注 2 单')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return { user, button: screen.getByRole('button', { name: /^撤销 9:/ }) }
}
const marked = {
  batchId: 9,
  act: 'mark' as const,
  total: 2,
  ok: 2,
  failed: [],
  isFinished: true,
  isStopped: false,
  undoUntil: null,
}

test('of an act that succeeded throughout a line with the way back is enough', async () => {
  const undos = answer(orderNote.bulkUndo, { batchId: 9, ok: 2, failed: [] })
  const { user, button } = await markAll()
  await user.click(button)
  expect(await screen.findByText('已撤销 2 单')).toBeDefined()
  expect(undos.at(-1)?.body).toEqual({ batchId: 9 })
})

test('what could not be taken back is told order by order, also when a task takes it back', async () => {
  const failed = [{ orderNo: '20261120142200000001', message: '之后有改动，保持不变' }]
  answer(orderNote.bulkUndo, () => {
    answer(orderNote.bulkInfo, { ...marked, undone: { ok: 1, failed, isFinished: true } })
    return new FakeAnswer(202, { batchId: 9, taskId: 't1' })
  })
  const { user, button } = await markAll()
  await user.click(button)
  const row = (await screen.findByText('之后有改动，保持不变')).closest('tr')
  expect(row?.textContent).toContain('20261120142200000001')
  expect(screen.getByText('撤销批量备注')).toBeDefined()
})
