import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { moneyText } from '../text/money.tsx'
import { BarList, Progress, ShareBar } from './bars.tsx'
import { Chart } from './chart.tsx'
import { Sparkline } from './sparkline.tsx'

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('a chart says what it shows, and shows its data as a table', async () => {
  const { user } = renderPage(
    <Chart
      kind="line"
      label="今天卖了 ¥30.00，昨天 ¥20.00"
      points={['08:00', '09:00']}
      series={[
        { name: '今天', values: [30, null] },
        { name: '昨天', values: [5, 20], before: true },
      ]}
      format={moneyText}
    />,
  )
  expect(screen.getByRole('img', { name: '今天卖了 ¥30.00，昨天 ¥20.00' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '查看数据' }))
  const [, first, second] = screen.getAllByRole('row')
  expect(cellsOf(first as HTMLElement)).toEqual(['08:00', '¥30.00', '¥5.00'])
  expect(cellsOf(second as HTMLElement)).toEqual(['09:00', '—', '¥20.00'])
  await user.click(screen.getByRole('button', { name: '查看图表' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('the shares of a whole are told in figures, also those of nothing', () => {
  renderPage(
    <>
      <ShareBar
        label="客户"
        items={[
          { key: 1, title: '没买过', value: 3 },
          { key: 2, title: '买过', value: 1 },
        ]}
      />
      <ShareBar label="没有客户" items={[{ key: 3, title: '谁也没有', value: 0 }]} />
    </>,
  )
  expect(screen.getByText('没买过').parentElement?.textContent).toBe('没买过375.0%')
  expect(screen.getByText('谁也没有').parentElement?.textContent).toBe('谁也没有0—')
})

test('the first of a ranking has the longest bar, and bars of nothing have no length', () => {
  renderPage(
    <BarList
      label="排行"
      items={[
        { key: 1, title: '豆', value: 40, text: '40 件' },
        { key: 2, title: '杯', value: 10, text: '10 件' },
        { key: 3, title: '纸', value: 0, text: '0 件' },
      ]}
    />,
  )
  const lengths = [...document.querySelectorAll('li rect + rect')].map((bar) => bar.getAttribute('width'))
  expect(lengths).toEqual(['100%', '25%', '0%'])
})

test('progress never exceeds its end', () => {
  renderPage(<Progress value={5} of={4} label="导出" />)
  expect(screen.getByRole('progressbar', { name: '导出' }).getAttribute('aria-valuenow')).toBe('100')
  expect(screen.getByText('5 / 4')).toBeDefined()
})

test('a line of one value draws nothing, one of zeros runs along the edge', () => {
  renderPage(
    <>
      <Sparkline label="一" values={[7]} />
      <Sparkline label="零" values={[0, 0]} />
    </>,
  )
  expect(screen.getByRole('img', { name: '一' }).children).toHaveLength(0)
  expect(document.querySelector('polyline')?.getAttribute('points')).toBe('3.0,29.0 97.0,29.0')
})
