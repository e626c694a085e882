import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type UserImportInfo, type UserImportRow, userImport } from '@zhanggui/contract/user/user-import.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import UserImportPage from './user-import.page.tsx'

const row: UserImportRow = {
  id: 5,
  fileName: '会员.csv',
  mode: 'upsert',
  status: 'checked',
  total: 4,
  create: 2,
  update: 1,
  same: 0,
  invalid: 1,
  money: 120.5,
  points: 30,
  done: 0,
  failed: 0,
  back: 0,
  left: 0,
  taskId: '',
  undoTaskId: '',
  createBy: '王掌柜',
  createTime: '2026-01-02 03:04:05',
  confirmBy: '',
  confirmTime: null,
  finishTime: null,
  undoBy: '',
  undoTime: null,
  expireTime: '2026-01-02 05:04:05',
  undoUntil: null,
  stopped: false,
  hasFile: true,
}
let info: UserImportInfo
const done = { status: 'done', done: 3, expireTime: null, undoUntil: '2026-02-01 03:04:05' } as const

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  info = {
    ...row,
    importedBefore: null,
    columns: [{ heading: '余额', field: 'money' }],
    ignored: ['会员电话'],
    newTags: ['老客'],
    lacks: [],
    preview: [
      {
        row: 2,
        uid: 0,
        action: 'create',
        phone: '138****0001',
        nickname: '小夏',
        groupName: '',
        levelName: '',
        money: 120.5,
        points: 30,
      },
    ],
    errors: [{ row: 4, column: '手机号', message: '手机号格式不正确' }],
    errorCount: 1,
    warnings: [],
    warningCount: 0,
  }
  answer(userImport.list, { list: [], total: 0, page: 1, limit: 20 })
  answer(userImport.info, () => info)
})

const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText('选择文件：选择文件'), { target: { files: [new File(['x'], name)] } })

test('a file is checked as chosen, headings that are not known are explained, and what it opens is said before it is imported', async () => {
  const sent = answer(userImport.upload, () => ({ importId: info.id, ...info }))
  const { user } = renderPage(<UserImportPage />, '/member/import')
  await user.click(await screen.findByRole('radio', { name: /只新增/ }))
  choose('会员.csv')
  expect(
    await screen.findByText('将新增 2 位、更新 1 位客户，期初余额共 ¥120.50、期初积分共 30。客户不会收到通知。'),
  ).toBeDefined()
  expect(sent[0]?.body).toMatchObject({ mode: 'create' })
  expect(screen.getByText('手机号格式不正确')).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: '「会员电话」的含义' }))
  await user.click(await screen.findByTitle('手机号'))
  await user.click(screen.getByRole('button', { name: '按所选含义重新检查' }))
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ mode: 'create', columns: '{"会员电话":"phone"}' }))
  const confirmed = answer(userImport.confirm, () => {
    info = { ...info, ...done }
    return { taskId: '' }
  })
  await user.click(screen.getByRole('button', { name: '导入 3 位客户' }))
  await waitFor(() => expect(confirmed[0]?.body).toEqual({ importId: 5, policy: 'skip' }))
  expect(await screen.findByText('已导入 3 位客户')).toBeDefined()
})

test('who lacks the right to balances sees so and cannot import the file', async () => {
  info = { ...info, lacks: ['导入余额或积分需要「积分余额」权限'] }
  renderPage(<UserImportPage />, '/member/import?id=5')
  expect(await screen.findByText('导入余额或积分需要「积分余额」权限，请换有权限的人导入')).toBeDefined()
  expect((screen.getByRole('button', { name: '导入 3 位客户' }) as HTMLButtonElement).disabled).toBe(true)
})

test('an import is taken back only after it was shown what stays', async () => {
  info = { ...info, ...done }
  const asked = answer(userImport.undo, ({ body }) =>
    (body as { dry?: boolean }).dry
      ? { back: 2, left: [{ uid: 12, reason: '期初余额已使用' }], leftCount: 1, money: 100, points: 0, ended: 2 }
      : { taskId: '' },
  )
  const { user } = renderPage(<UserImportPage />, '/member/import?id=5')
  await user.click(await screen.findByRole('button', { name: /撤\s*销/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('期初余额已使用')).toBeDefined()
  expect(dialog.getByText('将收回余额 ¥100.00。')).toBeDefined()
  expect(asked.map(({ body }) => body)).toEqual([{ importId: 5, dry: true }])
  await user.click(dialog.getByRole('button', { name: '撤销导入' }))
  await waitFor(() => expect(asked.map(({ body }) => body)).toContainEqual({ importId: 5 }))
})
