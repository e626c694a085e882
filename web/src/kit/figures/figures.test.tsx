import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Checklist, type ChecklistStep } from './checklist.tsx'
import { MetricTile } from './metric-tile.tsx'
import { TodoStrip } from './todo-strip.tsx'

test('growth has a direction, and none where there was nothing before', () => {
  renderPage(
    <>
      <MetricTile title="甲" value="1" growth={17.7} />
      <MetricTile title="乙" value="1" growth={-3.7} />
      <MetricTile title="丙" value="1" growth={0} />
      <MetricTile title="丁" value="1" growth={null} />
    </>,
  )
  for (const text of ['↑ 17.7%', '↓ 3.7%', '0%', '--']) expect(screen.getByText(text)).toBeDefined()
})

test('what waits leads to its list; nothing to do is said instead of what would be urgent', () => {
  renderPage(
    <TodoStrip
      items={[
        { key: 'a', title: '待发货', count: 1200, note: '3 单已超时', urgent: true, to: '/order' },
        { key: 'b', title: '待审批', count: 0, note: '等了很久', to: '/approval' },
      ]}
    />,
  )
  expect(screen.getByRole('link', { name: '待发货' }).getAttribute('href')).toBe('/order')
  expect(screen.getByText('1,200')).toBeDefined()
  expect(screen.getByText('没有')).toBeDefined()
  expect(screen.queryByText('等了很久')).toBeNull()
})

const step = (key: string, given: Partial<ChecklistStep> = {}): ChecklistStep => ({
  key,
  title: key,
  text: '',
  done: false,
  to: `/${key}`,
  act: `去${key}`,
  ...given,
})

test('the next step is the first that is needed and not done, and leads to where it is done', async () => {
  const onFold = vi.fn()
  const steps = [step('信息', { done: true }), step('分类', { optional: true }), step('上架')]
  const { user, router } = renderPage(
    <Checklist title="开店清单" note="" steps={steps} folded={false} onFold={onFold} />,
  )
  const next = screen.getByRole('button', { name: '去上架' })
  expect(next.closest('li')?.dataset.state).toBe('next')
  expect(within(screen.getByText('分类').closest('li') as HTMLElement).getByText('可选')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '收起' }))
  expect(onFold).toHaveBeenCalledWith(true)
  await user.click(next)
  expect(decodeURIComponent(router.state.location.pathname)).toBe('/上架')
})

test('folded, only how far one is stays', () => {
  const steps = [step('信息', { done: true }), step('上架')]
  renderPage(<Checklist title="开店清单" note="先做这些" steps={steps} folded onFold={() => undefined} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(screen.queryByText('先做这些')).toBeNull()
})
