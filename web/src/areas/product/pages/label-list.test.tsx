import { screen, waitFor, within } from '@testing-library/react'
import { type LabelRow, productLabel } from '@zhanggui/contract/product/product-label.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import LabelListPage from './label-list.page.tsx'

function makeLabel(id: number, name: string, given: Partial<LabelRow> = {}): LabelRow {
  const usual = { color: '#1677ff', sort: 0, isShow: true, rule: null, productCount: 0 }
  return { id, version: 1, name, ...usual, createTime: '2026-01-01 00:00:00', ...given }
}

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: string) =>
  within((await screen.findByText(title)).closest('[role=dialog]') as HTMLElement)

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  const list = [
    makeLabel(1, '热销', { productCount: 10_000 }),
    makeLabel(2, '快没了', { rule: { kind: 'lowStock', value: 8 } }),
  ]
  answer(productLabel.list, { list, total: 2, page: 1, limit: 20 })
})

describe('the screen 商品标签', () => {
  test('shows the rule of a label and the number of its products, up to the limit of the count', async () => {
    renderPage(<LabelListPage />, '/product/label')
    const hot = await inRow('热销')
    expect(hot.getByText('手动选择的商品')).toBeDefined()
    expect(hot.getByRole('link', { name: '查看标签「热销」的10000+个商品' }).getAttribute('href')).toBe(
      '/product/list?labelId=1',
    )
    expect((await inRow('快没了')).getByText('库存紧张：库存少于 8 件')).toBeDefined()
  })

  test('accepts the number of a rule', async () => {
    const requests = answer(productLabel.update, { id: 2, version: 2 })
    const { user } = renderPage(<LabelListPage />, '/product/label')
    await user.click((await inRow('快没了')).getByRole('button', { name: /编\s*辑/ }))
    const dialog = await inDialog('编辑标签')
    const number = dialog.getByRole('spinbutton', { name: '规则数值' })
    await user.clear(number)
    await user.type(number, '5')
    await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({
        id: 2,
        version: 1,
        name: '快没了',
        color: '#1677ff',
        sort: 0,
        isShow: true,
        rule: { kind: 'lowStock', value: 5 },
      }),
    )
  })

  test('drops the rule for 手动选择的商品', async () => {
    const requests = answer(productLabel.update, { id: 2, version: 2 })
    const { user } = renderPage(<LabelListPage />, '/product/label')
    await user.click((await inRow('快没了')).getByRole('button', { name: /编\s*辑/ }))
    const again = await inDialog('编辑标签')
    await user.click(again.getByRole('combobox', { name: '给哪些商品' }))
    await user.click(await screen.findByTitle('手动选择的商品'))
    await user.click(again.getByRole('button', { name: /确\s*认/ }))
    await waitFor(() => expect(requests[0]?.body).toEqual(expect.not.objectContaining({ rule: expect.anything() })))
  })
})
