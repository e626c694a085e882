import { screen, waitFor, within } from '@testing-library/react'
import { region } from '@zhanggui/contract/setting/region.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { type StoreRow, store } from '@zhanggui/contract/store/store.ts'
import { type StoreStaffRow, storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { clientSettings } from '../../../testing/media.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import StoreListPage from './store-list.page.tsx'
import StoreStaffListPage from './store-staff-list.page.tsx'

const createTime = '2026-01-01 00:00:00'
const shop: StoreRow = {
  id: 1,
  version: 4,
  name: '一店',
  introduction: '',
  phone: '010-12345678',
  image: '',
  sort: 0,
  createTime,
  cityIds: [110000, 110100, 110101],
  area: ['北京市', '北京市', '东城区'],
  detailedAddress: '东四北大街 1 号',
  latitude: 39.93,
  longitude: 116.42,
  dayTime: ['09:00', '21:30'],
  validTime: ['2026-01-01', '2026-01-31'],
  isShow: true,
  isDel: false,
  staffNum: 2,
  pendingNum: 0,
}
const clerk: StoreStaffRow = {
  id: 5,
  version: 2,
  uid: 9,
  adminId: 31,
  storeId: 1,
  avatar: '',
  staffName: '李梅',
  phone: '139****0002',
  createTime,
  verifyStatus: false,
  status: true,
  notify: true,
  verifyCount: 3,
  store: { id: 1, name: '一店' },
  user: { uid: 9, nickname: '小满', avatar: '', phone: '' },
  admin: { id: 31, username: 'limei' },
}
const page = <Row,>(list: Row[]) => ({ list, total: list.length, page: 1, limit: 20 })
const button = (name: RegExp) => screen.findByRole('button', { name })
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: RegExp) =>
  within((await screen.findByText(title)).closest('[role=dialog]') as HTMLElement)

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(store.count, { show: 1, hide: 0, recycle: 1 })
  answer(setting.client, clientSettings)
  answer(region.tree, [])
  answer(wechatUser.list, { list: [], total: 0, page: 1, limit: 100 })
})

test('a store says where it is, when it is open and that its days are over; its tab is read from the address', async () => {
  const requests = answer(store.list, page([shop]))
  renderPage(<StoreListPage />, '/store/list?status=0')
  expect(await screen.findByText('北京市 东城区')).toBeDefined()
  expect(screen.getByText('09:00–21:30')).toBeDefined()
  expect(screen.getByText('至 2026-01-31 已过期')).toBeDefined()
  expect(screen.getByRole('link', { name: '查看门店「一店」的2名店员' }).getAttribute('href')).toBe(
    '/store/staff?storeId=1',
  )
  expect(requests[0]?.query).toMatchObject({ status: '0' })
})

test('a store leaves the recycle bin for good only once its name is typed', async () => {
  answer(store.list, page([{ ...shop, isDel: true }]))
  const removed = answer(store.remove, {})
  const { user } = renderPage(<StoreListPage />, '/store/list?status=2')
  await user.click(await button(/更多：一店/))
  await user.click(await screen.findByRole('menuitem', { name: '彻底删除' }))
  const dialog = await inDialog(/彻底删除门店「一店」？/)
  const confirm = dialog.getByRole('button', { name: '彻底删除' })
  await user.type(dialog.getByRole('textbox'), '二店')
  expect(confirm).toHaveProperty('disabled', true)
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '一店')
  await user.click(confirm)
  await waitFor(() => expect(removed[0]?.query).toMatchObject({ id: '1' }))
})

test('a store without a picture is refused before it is sent; the key of the map is offered as long as there is none', async () => {
  answer(store.list, page([shop]))
  const requests = answer(store.update, { id: 1, version: 5 })
  const { user } = renderPage(<StoreListPage />, '/store/list')
  await user.click(await button(/编\s*辑/))
  const dialog = await inDialog(/修改门店/)
  expect((await dialog.findByRole('link', { name: '配置地图密钥' })).getAttribute('href')).toBe(
    '/system/setting?group=logistics',
  )
  const name = dialog.getByLabelText('门店名称')
  await user.clear(name)
  await user.type(name, '总店')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  expect(await dialog.findByText('请上传门店图片')).toBeDefined()
  expect(requests).toEqual([])
})

test('somebody who is there already is not offered again, and who is bound stays when the rest is changed', async () => {
  const other = { ...clerk, id: 6, uid: null, user: null, adminId: 32, admin: { id: 32, username: 'wang' } }
  answer(storeStaff.list, page([clerk, other]))
  answer(store.list, page([shop]))
  answer(adminUser.all, [
    { id: 31, nickName: '李梅' },
    { id: 32, nickName: '王芳' },
  ])
  const requests = answer(storeStaff.update, { id: 5, version: 3 })
  const { user } = renderPage(<StoreStaffListPage />, '/store/staff')
  const row = within((await screen.findByText('小满')).closest('tr') as HTMLElement)
  await user.click(row.getByRole('button', { name: /编\s*辑/ }))
  const dialog = await inDialog(/修改店员/)
  await user.click(dialog.getByLabelText('后台账号'))
  expect(
    (await screen.findByText('王芳（已是店员）')).closest('[aria-disabled=true], .ant-select-item-option-disabled'),
  ).not.toBeNull()
  await user.type(dialog.getByLabelText('店员名称'), '梅')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ id: 5, version: 2, uid: 9, adminId: 31, storeId: 1 }))
})

test('the list of store staff shows at first who they are, where they work, what they may and since when', async () => {
  answer(storeStaff.list, page([clerk]))
  answer(store.list, page([shop]))
  renderPage(<StoreStaffListPage />, '/store/staff')
  await screen.findByText('小满')
  const heads = screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || [])
  expect(heads).toEqual([
    ...['ID', '头像', '店员名称', '绑定用户', '后台账号', '手机号码', '所属门店', '核销权限', '状态', '30天核销数'],
    ...['添加时间', '操作'],
  ])
})

test('the right to verify is switched with the version seen', async () => {
  answer(storeStaff.list, page([clerk]))
  answer(store.list, page([shop]))
  const allowed = answer(storeStaff.allow, { id: 5, version: 3 })
  const { user } = renderPage(<StoreStaffListPage />, '/store/staff')
  await user.click(await screen.findByRole('switch', { name: '「李梅」的核销权限：禁止核销' }))
  await user.click(await button(/^允许核销$/))
  await waitFor(() => expect(allowed[0]?.body).toEqual({ id: 5, version: 2, verifyStatus: true }))
})

test('somebody is switched off by the query of the call, which has no body', async () => {
  answer(storeStaff.list, page([clerk]))
  answer(store.list, page([shop]))
  const switched = answer(storeStaff.switch, { id: 5, version: 3 })
  const { user } = renderPage(<StoreStaffListPage />, '/store/staff')
  await user.click(await screen.findByRole('switch', { name: '店员「李梅」：启用' }))
  await user.click(await button(/^停\s*用$/))
  await waitFor(() => expect(switched[0]?.query).toMatchObject({ id: '5', status: 'false' }))
})

test('somebody without a customer and an account is refused before it is sent', async () => {
  answer(storeStaff.list, page<StoreStaffRow>([]))
  answer(store.list, page([shop]))
  answer(adminUser.all, [{ id: 31, nickName: '李梅' }])
  const requests = answer(storeStaff.save, { id: 5, version: 0 })
  const { user } = renderPage(<StoreStaffListPage />, '/store/staff?storeId=1')
  await user.click(await button(/添加店员/))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('店员名称'), '李梅')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  expect(await dialog.findByText('请选择店员账号')).toBeDefined()
  await user.click(dialog.getByLabelText('后台账号'))
  await user.click(await screen.findByTitle('李梅'))
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ storeId: 1, adminId: 31, verifyStatus: true }))
})
