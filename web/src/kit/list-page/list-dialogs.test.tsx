import { act, screen, within } from '@testing-library/react'
import { history } from '@zhanggui/contract/monitor/history.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { ListPage } from './list-page.tsx'
import { useList } from './use-list.ts'

const row = { id: 1, name: '清风', logo: '', initial: 'Q', sort: 0, isShow: true, productCount: 0, version: 0 }

function Brands() {
  return (
    <ListPage
      list={useList(brand.list)}
      purpose="用来试"
      columns={[{ name: 'name', title: '品牌名称' }]}
      edit={brand.update}
    />
  )
}

function turnTo(width: number) {
  act(() => {
    vi.stubGlobal('innerWidth', width)
    window.dispatchEvent(new Event('resize'))
  })
}

beforeEach(() => {
  useSession.setState({ token: 't', user: makeUser(), permissions: ['*:*:*'] })
  answer(brand.list, { list: [{ ...row, createTime: '2025-03-01 10:00:00' }], total: 1, page: 1, limit: 20 })
  answer(history.list, {
    list: [],
    hasMore: false,
    fields: [],
    actors: [],
    days: 180,
    cut: false,
    version: 0,
    refusal: '',
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what was opened from a row stays open when the rows become cards, and when they become rows again', async () => {
  turnTo(1200)
  const { user } = renderPage(<Brands />)
  await user.click(await screen.findByRole('button', { name: '修改记录：清风' }))
  const panel = await screen.findByRole('dialog')
  turnTo(390)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('dialog')).toBe(panel)
  turnTo(1200)
  expect(screen.getByRole('dialog')).toBe(panel)
  await user.click(within(panel).getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
