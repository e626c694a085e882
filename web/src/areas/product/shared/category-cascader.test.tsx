import { screen } from '@testing-library/react'
import { type CategoryNode, category } from '@zhanggui/contract/product/category.ts'
import { expect, test } from 'vitest'
import { answer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import { CategoriesSelect, CategoryCascader } from './category-cascader.tsx'

const node = { version: 0, pid: 0, level: 1, type: 1, sort: 0, status: true, isShow: true, disabled: false } as const
const kitchen: CategoryNode = {
  ...node,
  id: 31,
  name: '厨房',
  child: [{ ...node, id: 42, pid: 31, level: 2, name: '锅' }],
}

test.each([
  ['one category', <CategoryCascader key="one" value={42} />],
  ['several categories', <CategoriesSelect key="more" value={[42]} />],
])('%s: the names from the top are shown, no id, also while they load', async (_, field) => {
  const asked = Promise.withResolvers<CategoryNode[]>()
  answer(category.pick, () => asked.promise as unknown as CategoryNode[])
  renderPage(field)
  const combobox = await screen.findByRole('combobox')
  expect(document.body.textContent).not.toMatch(/\d/)
  asked.resolve([kitchen])
  expect(await screen.findByText('厨房 / 锅')).toBeDefined()
  combobox.focus()
  expect(document.body.textContent).not.toMatch(/31|42/)
})
