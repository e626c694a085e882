import { screen, waitFor, within } from '@testing-library/react'
import { category, type ManagedCategory } from '@zhanggui/contract/product/category.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import CategoryListPage from './category-list.page.tsx'

const time = '2026-01-01 00:00:00'

function makeCategory(id: number, name: string, given: Partial<ManagedCategory> = {}): ManagedCategory {
  const state = { status: true, isShow: true, disabled: false }
  const times = { createTime: time, updateTime: time }
  return {
    id,
    version: 3,
    pid: 0,
    level: 1,
    name,
    type: 1,
    sort: 0,
    extra: '',
    productCount: 0,
    ...state,
    ...times,
    ...given,
  }
}

const clothes = makeCategory(1, '服装', {
  status: false,
  isShow: false,
  disabled: true,
  productCount: 5,
  child: [
    makeCategory(2, '男装', {
      pid: 1,
      level: 2,
      isShow: false,
      disabled: true,
      productCount: 3,
      child: [makeCategory(3, '衬衫', { pid: 2, level: 3, isShow: false, disabled: true })],
    }),
  ],
})
const shoes = makeCategory(4, '鞋', { sort: 8 })

const allowAll = () => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: string) => {
  const shown = await screen.findByText(title, { selector: '.ant-modal-title *' })
  return within(shown.closest('[role=dialog]') as HTMLElement)
}

beforeEach(() => {
  allowAll()
  answer(category.tree, [clothes, shoes])
  answer(category.pick, [clothes, shoes])
})

describe('the screen 商品分类', () => {
  test('shows the tree by names without numbers, and marks categories hidden by one above', async () => {
    renderPage(<CategoryListPage />, '/product/category')
    const top = await inRow('服装')
    expect(top.getByRole('switch', { name: '分类「服装」：隐藏' }).ariaChecked).toBe('false')
    expect(top.getByRole('link', { name: '查看分类「服装」的5个商品' }).getAttribute('href')).toBe(
      '/product/list?cateId=1',
    )
    const below = await inRow('男装')
    expect(below.getByRole('switch', { name: '分类「男装」：显示' }).ariaChecked).toBe('true')
    expect(below.getByText('上级已隐藏')).toBeDefined()
    expect(below.getByText('添加子目录')).toBeDefined()
    expect((await inRow('衬衫')).queryByText('添加子目录')).toBeNull()
  })

  test('says what to do if there is no category yet', async () => {
    answer(category.tree, [])
    renderPage(<CategoryListPage />, '/product/category')
    expect(await screen.findByText('还没有商品分类')).toBeDefined()
  })

  test('offers no actions to staff who may only view', async () => {
    const permissions = ['admin:category:list:tree']
    useSession.setState({ permissions, user: makeUser({ permissions }) })
    renderPage(<CategoryListPage />, '/product/category')
    const row = await inRow('鞋')
    expect(row.queryByRole('switch')).toBeNull()
    expect(row.queryByRole('button')).toBeNull()
    expect(row.queryByRole('link')).toBeNull()
    expect(screen.queryByText('添加商品分类')).toBeNull()
  })

  test('a sort is edited by its pencil, as that of products; the stored one is back if it is refused', async () => {
    const requests = answer(category.update, { id: 4, version: 4 })
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    const typeSort = async (text: string) => {
      await user.click(await screen.findByRole('button', { name: '修改「鞋」的排序 8' }))
      const field = screen.getByRole('spinbutton', { name: '「鞋」的排序' })
      await user.clear(field)
      await user.type(field, `${text}{Enter}`)
    }
    await typeSort('12')
    await waitFor(() => expect(requests[0]?.body).toEqual({ id: 4, version: 3, name: '鞋', sort: 12 }))
    answer(category.update, refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试'))
    await typeSort('99')
    await screen.findByRole('button', { name: '修改「鞋」的排序 8' })
    expect(requests).toHaveLength(1)
  })

  test('lets a category be picked up and let go by keyboard; its name follows, and both are announced', async () => {
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    const handle = await screen.findByRole('button', { name: '移动分类：鞋' })
    handle.focus()
    await user.keyboard(' ')
    expect(await screen.findByText(/^已拿起分类鞋/)).toBeDefined()
    await waitFor(() => expect(screen.getAllByText('鞋')).toHaveLength(2))
    await user.keyboard('{Escape}')
    expect(await screen.findByText('已取消移动')).toBeDefined()
    await waitFor(() => expect(screen.getAllByText('鞋')).toHaveLength(1))
  })

  test('adds a category below another one', async () => {
    const requests = answer(category.save, { id: 9, version: 0 })
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    await user.click((await inRow('鞋')).getByText('添加子目录'))
    const dialog = await inDialog('添加子目录')
    await waitFor(() => expect(dialog.getByTitle('鞋')).toBeDefined())
    expect(dialog.getByLabelText<HTMLInputElement>('分类名称').maxLength).toBe(20)
    await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
    expect(await dialog.findByText('请输入分类名称')).toBeDefined()
    await user.type(dialog.getByLabelText('分类名称'), '拖鞋')
    await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({ type: 1, pid: 4, name: '拖鞋', extra: '', sort: 0, status: true }),
    )
  })

  test('asks for confirmation before an empty category is deleted', async () => {
    const requests = answer(category.remove, {})
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    await user.click((await inRow('鞋')).getByRole('button', { name: '删除' }))
    const dialog = await inDialog('删除分类')
    expect(dialog.getByText(/^删除分类「鞋/)).toBeDefined()
    expect(dialog.queryByText('转移到')).toBeNull()
    await user.click(dialog.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(requests[0]?.query).toEqual({ id: '4' }))
  })

  test('asks where products go that were added after the list was fetched', async () => {
    answer(category.remove, refuse(422, 'IN_USE', '该分类下有 1 个商品，请先转移商品'))
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    await user.click((await inRow('鞋')).getByRole('button', { name: '删除' }))
    const dialog = await inDialog('删除分类')
    await user.click(dialog.getByRole('button', { name: '删除' }))
    expect(await dialog.findByLabelText('转移到')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '删除' }).disabled).toBe(true)
  })

  test('names the coupons and styles for a category, and deletes it by force when asked once more', async () => {
    answer(
      category.remove,
      refuse(422, 'IN_USE', '该分类下有 1 张优惠券、1 个活动样式', {
        uses: [
          { type: 'coupon', id: 9, name: '新鞋券' },
          { type: 'activity-style', id: 4, name: '新鞋边框' },
        ],
      }),
    )
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    await user.click((await inRow('鞋')).getByRole('button', { name: '删除' }))
    const dialog = await inDialog('删除分类')
    await user.click(dialog.getByRole('button', { name: '删除' }))
    expect(await dialog.findByText(/品类券「新鞋券」、活动样式「新鞋边框」适用于该分类/)).toBeDefined()
    expect(dialog.queryByText('转移到')).toBeNull()
    const requests = answer(category.remove, {})
    await user.click(dialog.getByRole('button', { name: '仍要删除' }))
    await waitFor(() => expect(requests[0]?.query).toEqual({ id: '4', force: 'true' }))
  })

  test('asks where the products of a category go before it is deleted', async () => {
    const requests = answer(category.remove, {})
    const { user } = renderPage(<CategoryListPage />, '/product/category')
    await user.click((await inRow('男装')).getByRole('button', { name: '删除' }))
    const dialog = await inDialog('删除分类')
    expect(dialog.getByText(/下有 3 个商品/)).toBeDefined()
    const ok = dialog.getByRole<HTMLButtonElement>('button', { name: '删除' })
    expect(ok.disabled).toBe(true)
    await user.click(dialog.getByLabelText('转移到'))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '鞋' }))
    await user.click(ok)
    await waitFor(() => expect(requests[0]?.query).toEqual({ id: '2', moveTo: '4' }))
  })
})

test('the tree of products is cached in the browser, without empty child, and refetched after a change', async () => {
  const requests = answer(category.pick, [{ ...shoes, child: [] }])
  answer(category.updateStatus, { id: 4, version: 4 })
  const { user } = renderPage(<CategoryListPage />, '/product/category')
  await waitFor(() => expect(requests[0]?.query).toEqual({ status: '-1', type: '1' }))
  await waitFor(() => expect(localStorage.getItem('adminProductClassify')).toContain('鞋'))
  expect(JSON.parse(localStorage.getItem('adminProductClassify') ?? '')).toEqual([shoes])
  answer(category.pick, [])
  await user.click((await inRow('服装')).getByRole('switch'))
  await waitFor(() => expect(localStorage.getItem('adminProductClassify')).toBeNull())
})

test('the screen 文章分类 shows and adds categories of articles, on one level and without products', async () => {
  const asked = answer(category.tree, [makeCategory(7, '店铺公告', { type: 3 })])
  const requests = answer(category.save, { id: 8, version: 0 })
  const { user } = renderPage(<CategoryListPage />, '/content/category')
  const row = await inRow('店铺公告')
  expect(asked[0]?.query).toEqual({ type: '3' })
  expect(row.queryByText('添加子目录')).toBeNull()
  expect(screen.queryByText('商品数')).toBeNull()
  await user.click(screen.getByRole('button', { name: '添加文章分类' }))
  const dialog = await inDialog('添加文章分类')
  expect(dialog.queryByLabelText('父级分类')).toBeNull()
  await user.type(dialog.getByLabelText('分类名称'), '品牌故事')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ type: 3, name: '品牌故事' }))
})
