import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  type SettingField,
  type SettingGroup,
  type SettingValues,
  setting,
} from '@zhanggui/contract/setting/setting.ts'
import { expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { dirtyPaths } from '../../../kit/page/dirty-guard.ts'
import { answer, type ReceivedRequest, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import SettingPage from './setting-page.page.tsx'

const makeGroup = (name: string, label: string, fields: SettingField[], canSave = true): SettingGroup => ({
  name,
  label,
  canSave,
  tests: [],
  fields,
})

const logistics = makeGroup('logistics', '物流设置', [
  { key: 'config_export_open', label: '电子面单', type: 'bool' },
  {
    key: 'config_export_to_name',
    label: '发货人姓名',
    type: 'text',
    max: 30,
    visibleIf: { key: 'config_export_open', in: [true] },
  },
  { key: 'store_free_postage', label: '满额包邮金额', type: 'money', unit: '元', decimals: 2 },
  { key: 'system_express_app_code', label: '物流查询密钥', type: 'secret' },
])
const shop = makeGroup('shop', '商城设置', [
  { key: 'store_stock', label: '警戒库存', type: 'int', unit: '件', help: '低于此数提醒' },
])
const stored: Record<string, SettingValues> = {
  logistics: {
    values: {
      config_export_open: false,
      config_export_to_name: '',
      store_free_postage: 99,
      system_express_app_code: '••••••',
      logistics_base_url: '',
    },
    version: 3,
    defaults: {
      config_export_open: false,
      config_export_to_name: '',
      store_free_postage: 0,
      system_express_app_code: '',
      logistics_base_url: '',
    },
  },
  shop: { values: { store_stock: 8 }, version: 1, defaults: { store_stock: 20 } },
}

function serveSettings(groups: SettingGroup[] = [logistics, shop]) {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  const server = structuredClone(stored)
  answer(setting.info, ({ params }) => server[params.group] as SettingValues)
  // After the one above, whose path also matches.
  answer(setting.groups, groups)
  return answer(setting.save, ({ params, body }: ReceivedRequest<typeof setting.save>) => {
    const group = server[params.group] as SettingValues
    server[params.group] = { ...group, values: { ...group.values, ...body.values }, version: group.version + 1 }
    return { id: params.group, version: group.version + 1 }
  })
}

const open = (group: string) => renderPage(<SettingPage />, `/system/setting?group=${group}`)
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement

test('a field is shown and sent only while the field it depends on has the right value', async () => {
  const requests = serveSettings()
  const { user } = open('logistics')
  const waybill = await screen.findByLabelText('电子面单')
  expect(screen.queryByLabelText('发货人姓名')).toBeNull()
  await user.click(waybill)
  await user.type(await screen.findByLabelText('发货人姓名'), '王掌柜')
  await user.click(waybill)
  await waitFor(() => expect(screen.queryByLabelText('发货人姓名')).toBeNull())
  expect(button('保存').disabled).toBe(true)
  await user.click(waybill)
  await user.click(button('保存'))
  await screen.findByText('保存成功')
  expect(requests.map(({ body }) => body)).toEqual([
    { values: { config_export_open: true, config_export_to_name: '王掌柜' }, version: 3 },
  ])
})

test('a secret is shown as dots and sent only if it is typed again', async () => {
  const requests = serveSettings()
  const { user } = open('logistics')
  const secret = (await screen.findByLabelText('物流查询密钥')) as HTMLInputElement
  expect([secret.value, secret.placeholder]).toEqual(['', '••••••（已设置，不修改请留空）'])
  await user.type(screen.getByLabelText('满额包邮金额'), '9')
  await user.click(button('保存'))
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(button('保存').disabled).toBe(true))
  await user.type(secret, 'new-code')
  await user.click(button('保存'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ body }) => body)).toEqual([
    { values: { store_free_postage: 999 }, version: 3 },
    { values: { system_express_app_code: 'new-code' }, version: 4 },
  ])
  await waitFor(() => expect(secret.value).toBe(''))
})

test('a field shows its default and can be reset to it', async () => {
  const requests = serveSettings()
  const { user } = open('shop')
  await screen.findByText('默认：20 件')
  expect(screen.getByText('低于此数提醒')).toBeDefined()
  await user.click(button('警戒库存恢复默认'))
  expect((screen.getByLabelText('警戒库存') as HTMLInputElement).value).toBe('20')
  expect(screen.queryByRole('button', { name: '警戒库存恢复默认' })).toBeNull()
  await user.click(button('保存'))
  await waitFor(() => expect(requests[0]?.body.values).toEqual({ store_stock: 20 }))
})

test('unsaved changes are marked, guarded, and kept while another group is shown', async () => {
  serveSettings()
  const { user, router } = open('shop')
  const stock = await screen.findByLabelText('警戒库存')
  await user.clear(stock)
  await user.type(stock, '30')
  await screen.findByText('1 项未保存')
  expect(dirtyPaths().size).toBe(1)
  await user.click(screen.getByRole('link', { name: /物流设置/ }))
  await screen.findByLabelText('电子面单')
  expect(router.state.location.search).toBe('?group=logistics')
  expect(screen.getByRole('img', { name: '有未保存的修改' }).closest('a')?.textContent).toBe('商城设置')
  await user.click(screen.getByRole('link', { name: /商城设置/ }))
  expect((screen.getByLabelText('警戒库存') as HTMLInputElement).value).toBe('30')
  await user.click(button('放弃修改'))
  expect((screen.getByLabelText('警戒库存') as HTMLInputElement).value).toBe('8')
  await waitFor(() => expect(dirtyPaths().size).toBe(0))
})

test('values the registry forbids are reported before sending, and the server’s refusals at their fields', async () => {
  const requests = serveSettings()
  const { user } = open('shop')
  const stock = await screen.findByLabelText('警戒库存')
  await user.clear(stock)
  await user.type(stock, '10000')
  await user.click(button('保存'))
  await screen.findByText('警戒库存不能大于9999')
  expect(requests).toHaveLength(0)
  const message = '警戒库存与门店设置不符'
  answer(setting.save, refuse(400, 'BAD_INPUT', message, { errors: [{ field: 'values.store_stock', message }] }))
  await user.clear(stock)
  await user.type(stock, '40')
  await user.click(button('保存'))
  await waitFor(() =>
    expect(stock.closest('.ant-form-item')?.querySelector('.ant-form-item-explain')?.textContent).toBe(message),
  )
})

test('when someone else has saved the group meanwhile, the differences can be viewed and accepted', async () => {
  serveSettings()
  const { user } = open('shop')
  const stock = (await screen.findByLabelText('警戒库存')) as HTMLInputElement
  await user.clear(stock)
  await user.type(stock, '30')
  const current: SettingValues = { values: { store_stock: 50 }, version: 2, defaults: { store_stock: 20 } }
  answer(setting.save, refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current }))
  await user.click(button('保存'))
  await user.click(await screen.findByRole('button', { name: '查看差异' }))
  expect((await screen.findByText('50 件')).closest('tr')?.textContent).toBe('警戒库存30 件50 件')
  await user.click(button('重新加载'))
  await waitFor(() => expect(stock.value).toBe('50'))
  expect(screen.queryByText(/项未保存/)).toBeNull()
})

test('users who may not save a group can only read it', async () => {
  serveSettings([{ ...shop, canSave: false }])
  open('shop')
  await screen.findByText('您没有修改此分组的权限，仅供查看')
  expect((screen.getByLabelText('警戒库存') as HTMLInputElement).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  expect(button('修改记录').disabled).toBe(false)
})

test('a field that is locked for the reader says why, and is neither typed, sent, restored nor taken from a draft', async () => {
  const locked = '只有超级管理员可以修改'
  const address: SettingField = { key: 'logistics_base_url', label: '物流查询接口地址', type: 'url', locked }
  const requests = serveSettings([{ ...logistics, fields: [...logistics.fields, address] }, shop])
  const old = { key: address.key, label: address.label, before: 'https://old.example', after: '' }
  const fee = { key: 'store_free_postage', label: '满额包邮金额', before: 88, after: 99 }
  const entry = { id: 1, version: 3, createBy: '小李', createTime: '2025-03-01 10:20:30' }
  answer(setting.history, { list: [{ ...entry, changes: [old, fee] }], total: 1, page: 1, limit: 10 })
  const { user } = open('logistics')
  const field = await screen.findByLabelText<HTMLInputElement>('物流查询接口地址')
  expect(field.disabled).toBe(true)
  expect(field.closest('.ant-form-item')?.textContent).toContain(locked)
  await user.type(screen.getByLabelText('满额包邮金额'), '9')
  await user.click(button('保存'))
  await waitFor(() => expect(requests[0]?.body.values).toEqual({ store_free_postage: 999 }))
  await user.click(button('修改记录'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '还原' }))
  const question = (await screen.findByText(/^还原为修改前的值/)).closest('[role=dialog]') as HTMLElement
  await user.click(within(question).getByRole('button', { name: '还原' }))
  await waitFor(() => expect(requests[1]?.body.values).toEqual({ store_free_postage: 88 }))
})

test('修改记录 shows each change with its user and time, and 还原 saves the old values except secrets', async () => {
  const requests = serveSettings()
  answer(setting.history, {
    list: [
      {
        id: 5,
        version: 3,
        createBy: '小李',
        createTime: '2025-03-01 10:20:30',
        changes: [
          { key: 'config_export_open', label: '电子面单', before: true, after: false },
          { key: 'system_express_app_code', label: '物流查询密钥', before: '***', after: '***' },
        ],
      },
    ],
    total: 1,
    page: 1,
    limit: 10,
  })
  const { user } = open('logistics')
  const waybill = await screen.findByLabelText('电子面单')
  await user.click(button('修改记录'))
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('小李')
  expect(drawer.getByText('电子面单').parentElement?.textContent).toBe('电子面单开启 → 关闭')
  await user.click(drawer.getByRole('button', { name: '还原' }))
  await user.click(
    within((await screen.findByText(/^还原为修改前的值/)).closest('[role=dialog]') as HTMLElement).getByRole('button', {
      name: '还原',
    }),
  )
  await waitFor(() => expect(requests[0]?.body).toEqual({ values: { config_export_open: true }, version: 3 }))
  await waitFor(() => expect(waybill.getAttribute('aria-checked')).toBe('true'))
})

test('unsaved settings are offered again after a reload, without secrets', async () => {
  serveSettings()
  open('logistics')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    fireEvent.change(await screen.findByLabelText('满额包邮金额'), { target: { value: '66' } })
    fireEvent.change(screen.getByLabelText('物流查询密钥'), { target: { value: 'very-secret' } })
    await act(() => vi.advanceTimersByTimeAsync(3100))
  } finally {
    vi.useRealTimers()
  }
  expect(JSON.stringify({ ...localStorage })).not.toContain('very-secret')
  cleanup()
  const { user } = open('logistics')
  await user.click(await screen.findByRole('button', { name: '恢复未保存的内容' }))
  expect(screen.getByLabelText<HTMLInputElement>('满额包邮金额').value).toMatch(/^66/)
  expect(screen.getByText('1 项未保存')).toBeDefined()
  await user.click(button('放弃修改'))
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('66'))
})
