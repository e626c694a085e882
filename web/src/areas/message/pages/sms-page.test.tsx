import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { type SmsTemplate, sms } from '@zhanggui/contract/message/sms.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import SmsPage from './sms-page.page.tsx'

const passed: SmsTemplate = {
  id: 1,
  tempId: 'T1',
  title: '验证码',
  type: 1,
  tempKey: 'verify_code',
  content: '验证码',
  status: '通过',
  reason: '',
  createTime: '2025-03-01 10:00:00',
}
const refused: SmsTemplate = {
  ...passed,
  id: 2,
  tempId: 'T2',
  title: '会员日',
  type: 3,
  status: '驳回',
  reason: '含促销',
}

function open(permissions = ['*:*:*'], address = '/') {
  useSession.setState({ user: makeUser(), permissions })
  answer(sms.templates, { list: [passed, refused], total: 2, page: 1, limit: 20 })
  return renderPage(<SmsPage />, address).user
}

test('an approved template is tested on a phone, others are not', async () => {
  const tried = answer(sms.test, { id: 5 })
  const user = open()
  const row = await screen.findByRole('row', { name: /验证码.*通过/ })
  expect(within(screen.getByRole('row', { name: /会员日/ })).queryByRole('button', { name: '测试' })).toBeNull()
  await user.click(within(row).getByRole('button', { name: '测试' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('手机号码'), '123')
  await user.click(dialog.getByRole('button', { name: '发送' }))
  await dialog.findByText('请输入正确的11位手机号码')
  await user.clear(dialog.getByLabelText('手机号码'))
  await user.type(dialog.getByLabelText('手机号码'), '13800138000')
  await user.click(dialog.getByRole('button', { name: '发送' }))
  await waitFor(() => expect(tried[0]?.body).toEqual({ phone: '13800138000', tempId: 'T1' }))
})

test('a template is submitted for approval', async () => {
  const applied = answer(sms.apply, { id: 3 })
  const user = open()
  await user.click(await screen.findByRole('button', { name: /新增/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('模板名称'), '发货提醒')
  await user.click(dialog.getByLabelText('用途'))
  await user.click(await screen.findByTitle('发货通知用户'))
  await dialog.findByText(/可用变量：.*\$\{expressNumber\}/)
  await user.type(dialog.getByLabelText('模板内容'), '已发货')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  const body = { title: '发货提醒', type: 2, tempKey: 'deliverGoods', content: '已发货' }
  await waitFor(() => expect(applied[0]?.body).toEqual(body))
})

test('sent messages show their results', async () => {
  const log = {
    id: 1,
    phone: '138****8000',
    content: '验证码 123456',
    template: 'T1',
    memo: '',
    bizId: 'b1',
    createTime: '2025-03-01 10:00:00',
    receiptTime: null,
  }
  const list = [
    { ...log, resultCode: 100 },
    { ...log, id: 2, resultCode: 130, memo: '号码停机' },
  ]
  answer(sms.logs, { list, total: 2, page: 1, limit: 20 })
  const user = open()
  await user.click(screen.getByRole('tab', { name: '发送记录' }))
  const failed = await screen.findByRole('row', { name: /号码停机/ })
  within(failed).getByText('失败')
  expect(failed.textContent).toContain('138****8000')
})

test('the signature is changed by a code sent to the phone', async () => {
  const asked = answer(sms.signCode, {})
  const changed = answer(sms.modifySign, {})
  const user = open()
  await user.click(screen.getByRole('tab', { name: '短信签名' }))
  await user.click(await screen.findByRole('button', { name: '发送验证码' }))
  await screen.findByText(/请输入.*手机号码/)
  expect(asked).toHaveLength(0)
  await user.type(screen.getByRole('textbox', { name: '短信签名' }), '掌柜')
  await user.type(screen.getByLabelText('手机号码'), '13800138000')
  await user.click(screen.getByRole('button', { name: '发送验证码' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ phone: '13800138000' }))
  await user.type(screen.getByLabelText('验证码'), '123456')
  await user.click(screen.getByRole('button', { name: '修改签名' }))
  await waitFor(() => expect(changed[0]?.body).toEqual({ sign: '掌柜', phone: '13800138000', code: '123456' }))
})

test('users who may only see templates are offered nothing else', async () => {
  open(['admin:sms:temps'])
  await screen.findByRole('row', { name: /会员日/ })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['短信模板'])
  for (const name of [/新增/, '核对审核状态', '测试']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the address of the home page opens what was not sent, for those who may see it', async () => {
  const asked = answer(sms.logs, { list: [], total: 0, page: 1, limit: 20 })
  const address = '/system/sms?tab=logs&log.resultCode=130&log.createTime=lately7'
  open(['admin:sms:temps'], address)
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('短信模板')
  expect(asked).toEqual([])
  cleanup()
  open(undefined, address)
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('发送记录')
  await waitFor(() => expect(asked[0]?.query).toMatchObject({ resultCode: '130', createTime: 'lately7' }))
})
