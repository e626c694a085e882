import { screen, within } from '@testing-library/react'
import type { Spec } from '@zhanggui/domain/product/product-rule.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render.tsx'
import { SpecEditor, type SpecRename } from './spec-editor.tsx'

const clothes: Spec[] = [
  { value: '颜色', detail: ['红', '蓝'] },
  { value: '尺码', detail: ['M'] },
]

/** An editor that keeps its value, and the last change it reported. */
function open(start: Spec[] = clothes, disabled?: boolean) {
  const requests = vi.fn<(specs: Spec[], rename?: SpecRename) => void>()
  function Form() {
    const [specs, setSpecs] = useState(start)
    return (
      <SpecEditor
        value={specs}
        disabled={disabled}
        onChange={(next, rename) => {
          requests(next, rename)
          setSpecs(next)
        }}
      />
    )
  }
  return { requests, ...renderPage(<Form />) }
}

const box = async (name: string) => within(await screen.findByRole('region', { name: `规格：${name}` }))

test('values are added one by one or together, without duplicates or characters that files cannot hold', async () => {
  const { user, requests } = open()
  const colour = await box('颜色')
  await user.click(colour.getByRole('button', { name: '添加规格值：颜色' }))
  await user.keyboard('绿{Enter}黄，白、红;黑{Enter}')
  expect(requests.mock.lastCall?.[0][0]).toEqual({ value: '颜色', detail: ['红', '蓝', '绿', '黄', '白', '黑'] })
  await user.keyboard('红{Enter}')
  expect(await screen.findByText('规格值重复')).toBeDefined()
  await user.keyboard('3"{Enter}')
  expect(await screen.findByText('规格值不能含有 , " \\')).toBeDefined()
  expect(requests).toHaveBeenCalledTimes(2)
})

test('a value is removed, or renamed by a click on it; the rename is reported', async () => {
  const { user, requests } = open()
  const colour = await box('颜色')
  await user.click(colour.getByRole('button', { name: '规格值：蓝' }))
  const field = colour.getByRole('textbox', { name: '规格值：蓝' })
  await user.clear(field)
  await user.type(field, '深蓝{Enter}')
  expect(requests).toHaveBeenLastCalledWith([{ value: '颜色', detail: ['红', '深蓝'] }, clothes[1]], {
    of: 'detail',
    spec: '颜色',
    from: '蓝',
    to: '深蓝',
  })
  await user.click(colour.getByRole('button', { name: '删除规格值：红' }))
  expect(requests.mock.lastCall?.[0][0]?.detail).toEqual(['深蓝'])
})

test('a specification is renamed, but not to the name of another one; it is removed', async () => {
  const { user, requests } = open()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: '规格名：颜色' })
  await user.clear(name)
  await user.type(name, '尺码{Enter}')
  expect(await screen.findByText('规格名重复')).toBeDefined()
  expect(name.value).toBe('颜色')
  await user.clear(name)
  await user.type(name, '花色{Enter}')
  expect(requests.mock.lastCall?.[1]).toEqual({ of: 'spec', spec: '花色', from: '颜色', to: '花色' })
  await user.click(screen.getByRole('button', { name: '删除规格：花色' }))
  expect(requests.mock.lastCall?.[0]).toEqual([clothes[1]])
})

test('4 添加新规格 asks for the name first, then for values', async () => {
  const { user, requests } = open([])
  await user.click(screen.getByRole('button', { name: '添加新规格' }))
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  expect(await screen.findByText('请添加规格名称')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: '规格' }), '材质')
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  expect(await screen.findByText('请添加规格值')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: '规格值' }), '棉, 麻{Enter}')
  expect(requests).toHaveBeenLastCalledWith([{ value: '材质', detail: ['棉', '麻'] }], undefined)
})

test('a sixth specification cannot be added; a disabled form changes nothing', async () => {
  open(['一', '二', '三', '四', '五'].map((value) => ({ value, detail: ['甲'] })))
  await box('五')
  expect(screen.queryByRole('button', { name: '添加新规格' })).toBeNull()
  open(clothes, true)
  await box('颜色')
  expect((await box('尺码')).queryByRole('button')).toBeNull()
})
