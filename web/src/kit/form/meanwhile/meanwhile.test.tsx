import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type HistorySince, history } from '@zhanggui/contract/monitor/history.ts'
import { type Brand, BrandDraft, brand } from '@zhanggui/contract/product/brand.ts'
import { beforeEach, expect, test } from 'vitest'
import { passLiveFrame } from '../../../api/live.ts'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { Field } from '../field.tsx'
import { isSame, mergeFields, newsText } from './meanwhile.ts'

const row = { id: 3, version: 2, name: '清风', logo: '', sort: 1, isShow: true } as Brand
const nothing: HistorySince = { version: 2, acts: [], changes: [], fields: [] }
const news: HistorySince = {
  version: 3,
  acts: [{ actorName: '许北', time: '2026-01-02 14:22:05', action: 'update' }],
  changes: [
    { path: 'name', label: '品牌名称', before: '清风', after: '清风纸品' },
    { path: 'sort', label: '排序', before: 1, after: 9 },
  ],
  fields: [
    { name: 'name', label: '品牌名称', before: '清风', after: '清风纸品' },
    { name: 'sort', label: '排序', before: 1, after: 9 },
  ],
}

const BrandDialog = () => (
  <FormDialog name="品牌" add={brand.save} edit={brand.update} row={row} onClose={() => {}}>
    <Field of={BrandDraft} name="name" />
    <Field of={BrandDraft} name="sort" />
  </FormDialog>
)
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const hint = () => act(async () => passLiveFrame('changed', { object: 'brand', id: '3' }))

beforeEach(() =>
  useSession.setState({ user: makeUser(), permissions: [brand.info.permission, brand.update.permission] as string[] }),
)

test('an open form says who changed its object and what, and takes it over without losing what was typed', async () => {
  let now = nothing
  answer(history.since, () => now)
  const saved = answer(brand.update, { id: 3, version: 4 })
  const { user } = renderPage(<BrandDialog />)
  const name = await screen.findByLabelText('品牌名称')
  fireEvent.change(name, { target: { value: '清风生活' } })
  now = news
  await hint()
  expect(await screen.findByText(/^许北 .*改过：品牌名称、排序$/)).toBeDefined()
  expect([typed('品牌名称'), typed('排序')]).toEqual(['清风生活', '1'])
  await user.click(screen.getByRole('button', { name: '看看' }))
  expect(await screen.findByText('清风纸品')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '采用这些修改' }))
  expect(await screen.findByText(/^已采用：许北.*；您填的没有动：品牌名称$/)).toBeDefined()
  expect([typed('品牌名称'), typed('排序')]).toEqual(['清风生活', '9'])
  await user.click(screen.getByRole('button', { name: /确\s?认/ }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body).toMatchObject({ id: 3, version: 3, name: '清风生活', sort: 9 })
})

test('a form that nobody typed into shows what is true when its window is looked at again', async () => {
  let now = nothing
  const asked = answer(history.since, () => now)
  renderPage(<BrandDialog />)
  await screen.findByLabelText('品牌名称')
  await waitFor(() => expect(asked).toHaveLength(1))
  now = news
  fireEvent(window, new Event('focus'))
  expect(await screen.findByText(/^已采用：许北/)).toBeDefined()
  expect([typed('品牌名称'), typed('排序')]).toEqual(['清风纸品', '9'])
})

test('a form whose object was deleted says so', async () => {
  answer(history.since, refuse(404, 'NOT_FOUND', '品牌不存在'))
  renderPage(<BrandDialog />)
  expect(await screen.findByText(/^这条数据已被删除/)).toBeDefined()
})

test('fields are merged as staff see them: what both changed stays as it was typed', () => {
  const field = (name: string, before: unknown, after: unknown) => ({ name, label: name, before, after })
  const fields = [field('a', 1, 2), field('b', '', 'x'), field('c', [1], [1, 2]), field('d', { id: 1 }, { id: 2 })]
  const base = { a: 1, b: undefined, c: [1], d: 1 }
  expect(mergeFields(fields, base, { ...base, c: [3] })).toEqual({ values: { a: 2 }, kept: ['c', 'd'] })
  expect(mergeFields(fields, { ...base, b: null }, { ...base, b: '' }).values).toEqual({ a: 2, b: 'x', c: [1, 2] })
  const masked = field('phone', '138****0001', '13900000001')
  expect(mergeFields([masked], { phone: '13800000001' }, { phone: '13800000001' }).kept).toEqual(['phone'])
  expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
})

test('the line names at most three fields, and the day where it is not today', () => {
  const at = (text: string) => new Date(`${text}+08:00`)
  const more = ['甲', '乙', '丙', '丁'].map((label) => ({ path: label, label, before: 1, after: 2 }))
  expect(newsText({ ...news, changes: more }, at('2026-01-02T15:00:00'))).toBe('许北 14:22 改过：甲、乙、丙 等 4 项')
  expect(newsText({ ...news, changes: [] }, at('2026-01-05T15:00:00'))).toBe('许北 01-02 14:22 保存过，内容没有变化')
})
