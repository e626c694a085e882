import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { TreeSelect } from './tree-select.tsx'

const treeData = [
  { value: 31, title: '厨房' },
  { value: 42, title: '卧室' },
]

test('16 a field names its tree and the node that the arrows reached, which is read by its name and not by its id', async () => {
  renderPage(<TreeSelect aria-label="分类" treeData={treeData} />)
  const field = await screen.findByRole('combobox', { name: '分类' })
  const named = (attribute: string) => document.getElementById(field.getAttribute(attribute) ?? '')
  field.focus()
  const press = (key: string, keyCode: number) => fireEvent.keyDown(field, { key, keyCode })
  press('ArrowDown', 40)
  await expect.poll(() => named('aria-controls')?.getAttribute('role')).toBe('tree')
  await expect.poll(() => named('aria-activedescendant')?.textContent).toBe('厨房')
  press('ArrowDown', 40)
  await expect.poll(() => named('aria-activedescendant')?.textContent).toBe('卧室')
  for (const live of document.querySelectorAll('[aria-live]'))
    if (/\d/.test(live.textContent)) expect(live.getAttribute('aria-hidden')).toBe('true')
  press('Escape', 27)
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBeNull()
})
