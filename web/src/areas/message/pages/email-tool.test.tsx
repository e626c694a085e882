import { screen, waitFor } from '@testing-library/react'
import { email } from '@zhanggui/contract/message/email.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import EmailToolPage from './email-tool.page.tsx'

const server = {
  host: 'smtp.shop.cn',
  port: 465,
  user: 'shop@shop.cn',
  pass: '••••••',
  from: '',
  ssl: true,
  version: 3,
}

function open({ permissions = ['*:*:*'], locked }: { permissions?: string[]; locked?: string } = {}) {
  useSession.setState({ user: makeUser(), permissions })
  answer(email.info, { ...server, ...(locked && { locked }) })
  return renderPage(<EmailToolPage />).user
}

test('the mail server is saved with the version read; an unchanged password is sent back as dots', async () => {
  const saved = answer(email.update, { version: 4 })
  const user = open()
  const host = await screen.findByLabelText('SMTP 服务器')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
  expect(save.disabled).toBe(true)
  await user.clear(host)
  await user.type(host, 'mail.shop.cn')
  await user.click(save)
  await waitFor(() => expect(saved[0]?.body).toEqual({ ...server, host: 'mail.shop.cn' }))
})

test('the server in the form is tested before it is saved', async () => {
  const tried = answer(setting.test, { ok: false, message: '连接被拒绝' })
  const user = open()
  await user.click(await screen.findByRole('button', { name: '测试连接' }))
  await screen.findByText('连接被拒绝')
  expect(tried[0]?.params).toEqual({ kind: 'email' })
  expect(tried[0]?.body).toMatchObject({ values: { email_host: 'smtp.shop.cn', email_port: 465, email_ssl: true } })
})

test('whoever may not save the mail server reads why, and tries no other one', async () => {
  open({ locked: '只有超级管理员可以修改，仅供查看' })
  await screen.findByText('只有超级管理员可以修改，仅供查看')
  expect(screen.getByLabelText<HTMLInputElement>('SMTP 服务器').disabled).toBe(true)
  for (const name of ['保存', '测试连接']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('an e-mail needs valid addresses as recipients, a subject and a text', async () => {
  const sent = answer(email.send, {})
  const user = open()
  await user.click(await screen.findByRole('tab', { name: '发送邮件' }))
  await user.click(await screen.findByRole('button', { name: '发送' }))
  await screen.findByText('请填写收件人')
  await user.type(screen.getByLabelText('收件人'), 'a@shop.cn,b@shop.cn{Enter}')
  await user.type(screen.getByLabelText('主题'), '盘点')
  await user.type(screen.getByLabelText('内容'), '今晚盘点')
  await user.click(screen.getByRole('button', { name: '发送' }))
  await screen.findByText('邮件已交付发送，结果见发送记录')
  expect(sent[0]?.body).toEqual({ tos: ['a@shop.cn', 'b@shop.cn'], subject: '盘点', content: '今晚盘点' })
  expect(screen.getByLabelText<HTMLInputElement>('主题').value).toBe('')
})

test('the server’s refusal of an e-mail is shown at its field, and the e-mail stays', async () => {
  const errors = [{ field: 'subject', message: '主题含有违禁词' }]
  answer(email.send, refuse(400, 'VALIDATION', '主题含有违禁词', { errors }))
  const user = open()
  await user.click(await screen.findByRole('tab', { name: '发送邮件' }))
  await user.type(await screen.findByLabelText('收件人'), 'a@shop.cn{Enter}')
  await user.type(screen.getByLabelText('主题'), '违禁')
  await user.type(screen.getByLabelText('内容'), '今晚盘点')
  await user.click(screen.getByRole('button', { name: '发送' }))
  await screen.findByText('主题含有违禁词')
  expect(screen.getByLabelText<HTMLInputElement>('内容').value).toBe('今晚盘点')
})

test('users with read access only can neither save nor send', async () => {
  open({ permissions: ['admin:system:email:info'] })
  expect((await screen.findByLabelText<HTMLInputElement>('SMTP 服务器')).disabled).toBe(true)
  for (const name of ['保存', '测试连接']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('tab', { name: '发送邮件' })).toBeNull()
})
