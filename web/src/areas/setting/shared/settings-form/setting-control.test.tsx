import { screen } from '@testing-library/react'
import type { SettingField } from '@zhanggui/contract/setting/setting.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render.tsx'
import { SettingControl } from './setting-control.tsx'
import { reportSetting } from './setting-values.ts'

type Drawn = Partial<SettingField> & { type: string }

/** Renders a control as a form does. */
function Holder({ field, said }: { field: Drawn; said: { value: unknown } }) {
  const [held, setHeld] = useState(said.value)
  const take = (given: unknown) => {
    said.value = given instanceof Object && 'target' in given ? (given.target as HTMLInputElement).value : given
    setHeld(said.value)
  }
  return <SettingControl field={{ key: 'k', label: '项', ...field }} isSet={false} value={held} onChange={take} />
}

/** @returns the control's last reported value */
function draw(field: Drawn, value: unknown) {
  const said = { value }
  return { said, ...renderPage(<Holder field={field} said={said} />) }
}

test('an image is shown below its address', async () => {
  const { user } = draw({ type: 'image' }, '')
  expect(screen.queryByAltText('预览')).toBeNull()
  await user.type(screen.getByRole('textbox'), 'logo.png')
  expect(screen.getByAltText('预览').getAttribute('src')).toBe('/logo.png')
})

test('html is previewed without disallowed markup', () => {
  draw({ type: 'html' }, '<b>小店</b><script>alert(1)</script><img src=x onerror=alert(1)>')
  const preview = screen.getByRole('region', { name: '预览' })
  expect(preview.innerHTML).toBe('<b>小店</b>')
})

test('json becomes an object once it parses, and stays as typed', async () => {
  const { user, said } = draw({ type: 'json' }, { a: 1 })
  const box = screen.getByRole('textbox') as HTMLTextAreaElement
  expect(box.value).toBe('{\n  "a": 1\n}')
  await user.clear(box)
  await user.type(box, '[[1,')
  expect(said.value).toBe('[1,')
  await user.type(box, ' 2]')
  expect(said.value).toEqual([1, 2])
  expect(box.value).toBe('[1, 2]')
})

test('a few options are all shown, and several may be selected', async () => {
  const options = [
    { label: '微信手机号', value: 1 },
    { label: '短信验证', value: 2 },
  ]
  const { user, said } = draw({ type: 'multiselect', options }, [2])
  await user.click(screen.getByLabelText('微信手机号'))
  expect(said.value).toEqual([1, 2])
})

test('a colour is picked or typed', async () => {
  const { user, said } = draw({ type: 'color' }, '#1890FF')
  expect((screen.getByLabelText('选择颜色') as HTMLInputElement).value).toBe('#1890ff')
  const box = screen.getByRole('textbox')
  await user.clear(box)
  await user.type(box, '#ff0000')
  expect(said.value).toBe('#ff0000')
})

const columns = [
  { key: 'price', label: '充值金额', min: 0.01 },
  { key: 'giveMoney', label: '赠送金额', min: 0 },
]

test('rows of amounts are added, typed and removed, up to the most there may be', async () => {
  const { user, said } = draw({ type: 'rows', max: 2, columns }, [{ id: 3, price: 100, giveMoney: 10 }])
  await user.click(screen.getByRole('button', { name: /添加/ }))
  await user.type(screen.getByLabelText('第2档充值金额'), '50')
  expect(said.value).toEqual([
    { id: 3, price: 100, giveMoney: 10 },
    { price: 50, giveMoney: 0 },
  ])
  expect((screen.getByRole('button', { name: /最多 2 档/ }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: '删除第1档' }))
  expect(said.value).toEqual([{ price: 50, giveMoney: 0 }])
})

test.each([
  [{ type: 'rows', columns }, [{ id: 1, price: 100, giveMoney: 10 }], '充值金额 100，赠送金额 10'],
  [{ type: 'bool' }, true, '开启'],
  [{ type: 'text' }, '', '（空）'],
  [{ type: 'int', unit: '天' }, 0, '0 天'],
  [{ type: 'select', options: [{ label: '本地', value: 1 }] }, 1, '本地'],
  [{ type: 'multiselect', options: [{ label: '甲', value: 1 }] }, [1, 2], '甲、2'],
  [{ type: 'multiselect', options: [] }, [], '（空）'],
  [{ type: 'json' }, { a: 1 }, '{"a":1}'],
])('%j with %j is shown as %s', (field, value, shown) => {
  expect(reportSetting(field, value)).toBe(shown)
})
