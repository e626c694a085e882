import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type BrandRow, brand } from '@zhanggui/contract/product/brand.ts'
import { Link, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { DetailPage } from '../detail/detail-page.tsx'
import { ListPage } from './list-page.tsx'
import { useList } from './use-list.ts'

const makeBrand = (id: number): BrandRow => ({
  id,
  name: `品牌${id}`,
  logo: '',
  initial: 'P',
  sort: 0,
  isShow: true,
  productCount: 0,
  version: 0,
  createTime: '2025-03-01 10:00:00',
})

beforeEach(() => {
  useSession.setState({ token: 't', user: makeUser(), permissions: ['*:*:*'], roles: ['seller'] })
  answer(brand.list, ({ query }) => {
    const page = Number(query.page)
    return { list: [1, 2].map((n) => makeBrand((page - 1) * 2 + n)), total: 4, page, limit: 2 }
  })
})

function Brands() {
  return (
    <ListPage
      list={useList(brand.list)}
      purpose="用来试"
      filters={['keywords']}
      columns={[
        { name: 'name', title: '品牌名称' },
        { name: 'sort', title: '排序', render: () => <button type="button">改排序</button> },
      ]}
      remove={brand.remove}
      address={({ id }) => `/brand/${id}`}
    />
  )
}

function BrandPage() {
  return (
    <DetailPage back={{ to: '/brand', title: '品牌' }} head={{ title: '一个品牌' }}>
      <Link to="/brand">品牌</Link>
    </DetailPage>
  )
}

function open() {
  return renderPage(
    <Routes>
      <Route path="/brand" element={<Brands />} />
      <Route path="/brand/:id" element={<BrandPage />} />
    </Routes>,
    '/brand?limit=2',
  )
}

const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

test('J and K move through the rows, X chooses one and Enter opens it', async () => {
  const { user, router } = open()
  await screen.findByText('品牌1')
  await user.keyboard('jjj')
  expect(document.activeElement).toBe(row('品牌2'))
  await user.keyboard('k')
  expect(document.activeElement).toBe(row('品牌1'))
  await user.keyboard('x')
  expect(within(row('品牌1')).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/brand/1'))
})

test('while something is typed, and with Ctrl, the keys are none of the list', async () => {
  const { user } = open()
  await screen.findByText('品牌1')
  await user.keyboard('/')
  await user.keyboard('jx?')
  expect((document.activeElement as HTMLInputElement).value).toBe('jx?')
  await user.tab()
  ;(document.activeElement as HTMLElement).blur()
  fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true })
  expect(document.activeElement).toBe(document.body)
})

test('a click on a row opens it, not one on a control in it; with Ctrl it opens in a new tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, router } = open()
  await screen.findByText('品牌1')
  await user.click(within(row('品牌1')).getByRole('button', { name: '改排序' }))
  fireEvent.click(screen.getByText('品牌2'), { ctrlKey: true })
  expect(opened).toHaveBeenCalledWith('/brand/2', '_blank', 'noopener')
  expect(router.state.location.pathname).toBe('/brand')
  await user.click(screen.getByText('品牌2'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/brand/2'))
})

test('a detail page tells its place in the list, goes on by [ and ] over its pages, and back to the list as it was', async () => {
  const { user, router } = open()
  await user.click(await screen.findByText('品牌2'))
  await screen.findByText('第 2 / 4 个')
  await user.keyboard(']')
  await screen.findByText('第 3 / 4 个')
  expect(router.state.location.pathname).toBe('/brand/3')
  await user.keyboard('[[')
  await screen.findByText('第 2 / 4 个')
  await user.click(within(screen.getByRole('navigation', { name: '返回' })).getByRole('link', { name: '品牌' }))
  await waitFor(() => expect(router.state.location.search).toBe('?limit=2'))
})
