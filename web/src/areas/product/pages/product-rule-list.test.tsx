import { screen, waitFor, within } from '@testing-library/react'
import { productRule, type Rule } from '@zhanggui/contract/product/product-rule.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ProductRuleListPage from './product-rule-list.page.tsx'

const time = '2026-01-01 00:00:00'
const clothes = [
  { value: '颜色', detail: ['红', '蓝'] },
  { value: '尺码', detail: ['M'] },
]

function makeRule(id: number, ruleName: string, ruleValue = clothes): Rule {
  return { id, version: 2, ruleName, ruleValue, createTime: time, updateTime: time }
}

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: string) => {
  const shown = await screen.findByText(title, { selector: '.ant-modal-title *' })
  return within(shown.closest('[role=dialog]') as HTMLElement)
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(productRule.list, ({ query }) => {
    const page = Number((query as { page?: string }).page)
    const list = page === 1 ? [makeRule(30, '衣服'), makeRule(29, '鞋子')] : [makeRule(1, '箱包')]
    return { list, total: 21, page, limit: 20 }
  })
})

describe('the screen 商品规格', () => {
  test('shows dimensions with their values, one dimension per line', async () => {
    renderPage(<ProductRuleListPage />, '/product/rule')
    const row = await inRow('衣服')
    expect(row.getByText('颜色，尺码')).toBeDefined()
    expect(row.getByText('红，蓝')).toBeDefined()
    expect(row.getByText('M')).toBeDefined()
  })

  test('deletes the rows chosen on several pages in one call', async () => {
    const requests = answer(productRule.remove, {})
    const { user } = renderPage(<ProductRuleListPage />, '/product/rule')
    expect((await inRow('衣服')).getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    expect(screen.queryByRole('button', { name: '批量删除' })).toBeNull()
    await user.click((await inRow('衣服')).getByRole('checkbox'))
    await user.click(screen.getByTitle('下一页'))
    await user.click((await inRow('箱包')).getByRole('checkbox'))
    await user.click(button('批量删除'))
    expect(await screen.findByText('删除 2 个商品规格？')).toBeDefined()
    await user.click(button('删除 2 个'))
    await waitFor(() => expect(requests[0]?.params).toEqual({ id: '30,1' }))
    expect(requests).toHaveLength(1)
  })

  test('adds a template; a duplicate name is reported at its field', async () => {
    const requests = answer(
      productRule.save,
      refuse(409, 'DUPLICATE', '此规格值已经存在', {
        errors: [{ field: 'ruleName', message: '此规格值已经存在' }],
      }),
    )
    const { user } = renderPage(<ProductRuleListPage />, '/product/rule')
    await user.click(await screen.findByRole('button', { name: /添加商品规格/ }))
    const dialog = await inDialog('添加商品规格')
    const confirm = dialog.getByRole('button', { name: /确\s*认/ })
    await user.click(confirm)
    expect(await dialog.findByText('请输入规格名称')).toBeDefined()
    expect(await dialog.findByText('规格值不能为空')).toBeDefined()
    await user.type(dialog.getByLabelText('规格名称'), '床品')
    await user.click(dialog.getByRole('button', { name: '添加新规格' }))
    await user.type(dialog.getByRole('textbox', { name: '规格' }), '尺寸')
    await user.type(dialog.getByRole('textbox', { name: '规格值' }), '1.5米,1.8米{Enter}')
    await user.click(confirm)
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({
        ruleName: '床品',
        ruleValue: [{ value: '尺寸', detail: ['1.5米', '1.8米'] }],
      }),
    )
    expect(await dialog.findByText('此规格值已经存在')).toBeDefined()
  })
})
