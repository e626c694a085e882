import { screen, waitFor, within } from '@testing-library/react'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCopy, makeCoupon } from '../coupon.fixture.ts'
import CouponListPage from './coupon-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeCoupon>[]) {
  return answer(coupon.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const draw = () => renderPage(<CouponListPage />, '/marketing/coupon/list').user

beforeEach(() => {
  signIn(['*:*:*'])
  answer(coupon.counts, { all: 3, receiving: 1, notStart: 0, soldOut: 1, over: 0, closed: 1 })
})

/** Opens an act of the row's menu. */
async function choose(user: ReturnType<typeof draw>, row: string, act: string) {
  await user.click(await screen.findByRole('button', { name: `更多：${row}` }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}

test('tabs tell how many coupons each phase has, and a phase is a filter that stays with the others', async () => {
  const reads = answerRows(
    makeCoupon(1, { name: '秋冬咖啡券' }),
    makeCoupon(2, { minPrice: 0, isLimited: false, lastTotal: null }),
  )
  const user = draw()
  expect(await screen.findByText('秋冬咖啡券')).toBeDefined()
  expect(screen.getByText('满 100')).toBeDefined()
  expect(screen.getByText('无门槛')).toBeDefined()
  expect(screen.getByText('/ 2,000')).toBeDefined()
  expect(screen.getByText('不限量')).toBeDefined()
  await user.click(await screen.findByRole('tab', { name: /已领完\s*1/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ phase: 'soldOut' }))
  await user.type(screen.getByRole('textbox', { name: '优惠券名称' }), '咖啡{Enter}')
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ phase: 'soldOut', name: '咖啡' }))
})

test('a coupon shows what its orders came to, and the foot adds up what is listed', async () => {
  answerRows(makeCoupon(1, { receivedCount: 30, usedCount: 2 }), makeCoupon(2, { receivedCount: 10, usedCount: 0 }))
  const figures = {
    received: 30,
    used: 2,
    useRate: 6.67,
    expired: 0,
    orders: 2,
    discount: 20,
    refundAmount: 5,
    newBuyers: 0,
    avgOrder: 0,
  }
  const asked = answer(activityReport.list, ({ query }) => ({
    list: [{ ...figures, id: 1, title: '券1', orderAmount: (query as { ids?: unknown }).ids ? 1200.5 : 300 }],
    total: 1,
    page: 1,
    limit: 100,
  }))
  draw()
  expect(await screen.findByText('每张 ¥600.25')).toBeDefined()
  expect(asked.some(({ query }) => JSON.stringify(query.ids) === '["1","2"]')).toBe(true)
  expect(screen.getByRole('contentinfo').textContent).toContain('已领 40已用 2带来实付 ¥1,200.50让利 ¥20.00已退 ¥5.00')
  expect(await screen.findByText('¥300.00')).toBeDefined()
})

test('an empty list says what to do, and a session that may only list sees no act', async () => {
  answerRows()
  draw()
  expect(await screen.findByText('还没有优惠券')).toBeDefined()
  signIn(['admin:coupon:list'])
  await waitFor(() => expect(screen.queryByRole('button', { name: /添加优惠券/ })).toBeNull())
})

test('a session that may only list sees no act of a row', async () => {
  signIn(['admin:coupon:list'])
  answerRows(makeCoupon(1))
  draw()
  expect(await screen.findByText('优惠券1')).toBeDefined()
  for (const name of [/发\s*放/, /效\s*果/, /更多：/]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a deletion says that copies stay usable, and is sent once it is agreed to', async () => {
  answerRows(makeCoupon(1, { name: '老客回访券', receivedCount: 87 }))
  const removed = answer(coupon.remove, {})
  const user = draw()
  await choose(user, '老客回访券', '删除')
  expect(await screen.findByText('删除优惠券「老客回访券」？已领取的 87 张仍可使用。')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^删\s*除$/ }))
  await waitFor(() => expect(removed.at(-1)?.body).toEqual({ id: 1 }))
})

test('an edit sends what changed, and numbers go up alone', async () => {
  answerRows(makeCoupon(1, { name: '秋冬咖啡券' }))
  answer(userSegment.list, { list: [], total: 0, page: 1, limit: 100 })
  const changed = answer(coupon.update, { id: 1, version: 1 })
  const user = draw()
  await choose(user, '秋冬咖啡券', '编辑')
  const total = await screen.findByRole('spinbutton', { name: '发布数量' })
  await user.clear(total)
  await user.type(total, '500')
  await user.click(screen.getByRole('button', { name: /确\s*认/ }))
  expect(await screen.findByText('发布数量只能调大')).toBeDefined()
  await user.clear(total)
  await user.type(total, '3000')
  await user.click(screen.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() => expect(changed.at(-1)?.body).toEqual({ id: 1, version: 0, total: 3000, segmentId: null }))
})

test('the records of one coupon open beside the list; an unused copy is ended with a reason', async () => {
  answerRows(makeCoupon(1, { name: '秋冬咖啡券' }))
  const reads = answer(couponCopy.list, {
    list: [
      makeCopy(11),
      makeCopy(12, { nickname: '小林', status: 1, validStr: 'unusable', orderNo: '20261101100000507318' }),
      makeCopy(13, { status: 3, validStr: 'overdue', voidReason: '活动取消' }),
    ],
    total: 3,
    page: 1,
    limit: 20,
  })
  const revoked = answer(couponCopy.revoke, { revoked: 1, skipped: 0 })
  const user = draw()
  await user.click(await screen.findByRole('button', { name: '秋冬咖啡券' }))
  const panel = within((await screen.findByText('「秋冬咖啡券」的领取记录')).closest('[role=dialog]') as HTMLElement)
  expect(await panel.findByText('小林')).toBeDefined()
  expect(reads.at(-1)?.query).toMatchObject({ couponId: '1' })
  expect(panel.getByText('已作废')).toBeDefined()
  expect(panel.getByRole('link', { name: '订单 20261101100000507318' })).toBeDefined()
  await user.click(panel.getByRole('button', { name: /作\s*废/ }))
  await user.type(await screen.findByLabelText('作废原因'), '发错了')
  await user.click(screen.getByRole('button', { name: '作废 1 张' }))
  await waitFor(() => expect(revoked.at(-1)?.body).toEqual({ ids: [11], reason: '发错了' }))
})

test('codes for one use each are a task with a file; a shared code is typed', async () => {
  answerRows(makeCoupon(1, { name: '湖滨店开业礼', type: 4 }))
  answer(couponCode.list, { list: [], total: 0, page: 1, limit: 100 })
  const made = answer(couponCode.save, ({ body }) =>
    body.kind === 'shared' ? { batchNo: 'B1' } : { taskId: 't1', batchNo: 'B2' },
  )
  const user = draw()
  await choose(user, '湖滨店开业礼', '兑换码')
  await user.click(await screen.findByRole('button', { name: '生成兑换码' }))
  await user.click(await screen.findByRole('radio', { name: '通用码' }))
  await user.type(screen.getByLabelText('批次名称（选填）'), '传单')
  await user.type(screen.getByLabelText('兑换码'), 'SPRING2026')
  await user.click(screen.getByRole('button', { name: /^生\s*成$/ }))
  await waitFor(() =>
    expect(made.at(-1)?.body).toEqual({
      couponId: 1,
      batchName: '传单',
      kind: 'shared',
      code: 'SPRING2026',
      mostUses: 0,
    }),
  )
})

test('a batch of codes ends only after a question that names its coupon and how many are left', async () => {
  answerRows(makeCoupon(1, { name: '湖滨店开业礼', type: 4 }))
  const batch = {
    couponId: 1,
    couponName: '湖滨店开业礼',
    batchNo: 'D2026',
    batchName: '',
    kind: 'unique' as const,
    tail: '',
    count: 500,
    used: 12,
    voided: 0,
  }
  const rows = [{ ...batch, operatorName: '林晓彤', createTime: '2026-11-01 10:00:00' }]
  answer(couponCode.list, { list: rows, total: 3, page: 1, limit: 100 })
  const ended = answer(couponCode.void, { voided: 488 })
  const user = draw()
  await choose(user, '湖滨店开业礼', '兑换码')
  await user.click(await screen.findByRole('button', { name: /^作\s*废$/ }))
  expect(await screen.findByText(/作废「湖滨店开业礼」「第 3 批」里 488 个没兑换的兑换码？/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '作废 488 个' }))
  await waitFor(() => expect(ended.at(-1)?.body).toEqual({ couponId: 1, batchNo: 'D2026' }))
})

test('a send names first how many there are and five of them, then can be taken back', async () => {
  answerRows(makeCoupon(1, { name: '秋冬咖啡券' }))
  const segment = {
    id: 4,
    version: 0,
    name: '上海客户',
    query: { city: '上海' },
    size: 312,
    sizedAt: null,
    createTime: '2026-01-01 00:00:00',
  }
  answer(userSegment.list, { list: [segment], total: 1, page: 1, limit: 100 })
  const previews = answer(userSegment.preview, { size: 312, sample: [] })
  const sends = answer(couponCopy.receive, { sendId: 9, sent: 303, skipped: 9 })
  const undone = answer(couponCopy.undo, { undone: 302, kept: 1 })
  const user = draw()
  await user.click(await screen.findByRole('button', { name: /发\s*放/ }))
  await user.click(await screen.findByText('用户分群'))
  await user.click(screen.getByRole('combobox', { name: '用户分群' }))
  await user.click(await screen.findByText('上海客户（约 312 人）'))
  await user.click(await screen.findByRole('button', { name: '发给 312 人' }))
  expect(previews.at(-1)?.body).toEqual({ query: { city: '上海' } })
  expect(sends.at(-1)?.body).toEqual({ couponId: 1, segmentId: 4 })
  expect(await screen.findByText('已给「上海客户」303 人发了「秋冬咖啡券」，跳过 9 人（已领过）')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /撤回 / }))
  expect(await screen.findByText('已撤回 302 张，1 张已使用未撤回')).toBeDefined()
  expect(undone.at(-1)?.body).toEqual({ sendId: 9 })
  // The server refuses keys of less than 16 characters.
  expect(undone.at(-1)?.headers.get('idempotency-key')).toMatch(/^[\w-]{16,64}$/)
})

test('more customers than coupons are left is said before the send, and a refusal stays on the screen', async () => {
  answerRows(makeCoupon(1, { name: '秋冬咖啡券', lastTotal: 5 }))
  answer(userSegment.preview, { size: 8, sample: [] })
  answer(couponCopy.receive, refuse(409, 'CONFLICT', '当前剩余数量不够领取！需 8 张，剩 5 张'))
  const user = draw()
  await user.click(await screen.findByRole('button', { name: /发\s*放/ }))
  await user.click(await screen.findByText('按条件'))
  await user.type(screen.getByLabelText('用户搜索'), '138')
  expect(await screen.findByText(/只剩 5 张，不够发给所有人/)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: '发给 8 人' }))
  expect(await screen.findByText(/需 8 张，剩 5 张/)).toBeDefined()
})
