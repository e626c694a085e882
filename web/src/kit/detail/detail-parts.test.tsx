import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Facts, Lines, Steps, SumColumn } from './parts.tsx'
import { Timeline } from './timeline.tsx'

const rows = [
  { label: '商品原价', value: 185.27 },
  { label: '优惠券', note: '秋冬咖啡券', value: -51.25 },
]

test('an amount is shown from its parts, discounts with a minus', () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { container } = render(<SumColumn rows={rows} total={{ label: '实付', value: 134.02 }} />)
  expect(container.textContent).toBe('商品原价 ¥185.27优惠券 秋冬咖啡券−¥51.25实付¥134.02')
  expect(reported).not.toHaveBeenCalled()
  reported.mockRestore()
})

test('parts that do not add up are reported in development', () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<SumColumn rows={rows} total={{ label: '实付', value: 134.01 }} />)
  expect(reported).toHaveBeenCalledWith('the parts add up to 134.02, not to 134.01')
  reported.mockRestore()
})

test('facts without a value are left out, zero is a value', () => {
  const { container } = render(
    <Facts
      items={[
        { label: '品牌', value: '' },
        { label: '积分', value: 0 },
        { label: '限购', value: null },
      ]}
    />,
  )
  expect(container.textContent).toBe('积分0')
})

test('the lines of a detail page end with their sums, one line has none', () => {
  const columns = [
    { title: '规格', render: ({ suk }: { suk: string }) => suk },
    { title: '库存', render: ({ stock }: { stock: number }) => stock, sum: 15 },
  ]
  const lines = [
    { id: 1, suk: '红', stock: 5 },
    { id: 2, suk: '蓝', stock: 10 },
  ]
  const { rerender } = render(<Lines rows={lines} columns={columns} />)
  const last = within(screen.getByText('合计').closest('tr') as HTMLElement)
  expect(last.getByText('15')).toBeDefined()
  rerender(<Lines rows={lines.slice(0, 1)} columns={columns} />)
  expect(screen.queryByText('合计')).toBeNull()
})

test('the present step is named to assistive technology', () => {
  render(
    <Steps
      items={[
        { title: '付款', state: 'done' },
        { title: '等我发货', below: '还剩 1 天', state: 'now' },
        { title: '收货', state: 'later' },
      ]}
    />,
  )
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

test('events are filtered by kind; kinds that do not occur are not offered', async () => {
  const item = (key: string, kind: string) =>
    ({ key, kind, at: '2020-01-01 00:00:00', tone: 'idle', content: key }) as const
  render(
    <Timeline
      items={[item('改价', 'price'), item('入库', 'stock'), item('出库', 'stock')]}
      kinds={{ price: '价格', stock: '库存', reply: '评价' }}
    />,
  )
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['全部 3', '价格 1', '库存 2'])
  await userEvent.click(screen.getByText('库存 2'))
  expect(screen.queryByText('改价')).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})
