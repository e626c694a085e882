import { fireEvent, screen, within } from '@testing-library/react'
import { type DeliveryDetail, type Webhook, webhook, webhookDelivery } from '@zhanggui/contract/message/webhook.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import WebhookListPage from './webhook-list.page.tsx'

const at = '2025-01-01 00:00:00'

function makeWebhook(given: Partial<Webhook> = {}): Webhook {
  return {
    id: 5,
    version: 1,
    name: 'ERP',
    url: 'https://erp.example.com/hooks',
    events: ['order.paid', 'stock.changed'],
    headers: [{ name: 'X-Key', value: '••••••' }],
    status: true,
    failures: 0,
    disabledReason: '',
    lastState: null,
    lastTime: null,
    createTime: at,
    ...given,
  }
}

function makeDelivery(given: Partial<DeliveryDetail> = {}): DeliveryDetail {
  return {
    id: 8,
    webhookId: 5,
    messageId: '0b0e5d3e-0000-4000-8000-000000000000',
    event: 'order.paid',
    status: 'failed',
    attempts: 7,
    responseStatus: 500,
    error: '对方返回 HTTP 500',
    ms: 12,
    test: false,
    nextTime: null,
    lastTime: at,
    createTime: at,
    body: '{"id":"0b0e","event":"order.paid"}',
    responseBody: 'oops',
    requestId: '01M7ZXMGZDTQ6T5E6N1BHQHK8T',
    ...given,
  }
}

const pageOf = <Row,>(rows: Row[]) => ({ list: rows, total: rows.length, page: 1, limit: 20 })
const signInAs = (permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })
const inDialog = async (title: string) =>
  within((await screen.findByText(title)).closest('[role=dialog]') as HTMLElement)

beforeEach(() => signInAs(['*:*:*']))

test('a webhook shows its events by name, its last delivery and why it was switched off', async () => {
  const disabledReason = '连续失败 50 次：对方返回 HTTP 500'
  answer(
    webhook.list,
    pageOf([
      makeWebhook(),
      makeWebhook({ id: 6, name: 'CRM', status: false, failures: 50, disabledReason, lastState: 'failed' }),
    ]),
  )
  renderPage(<WebhookListPage />)
  const row = within((await screen.findByText('ERP')).closest('tr') as HTMLElement)
  for (const text of ['订单支付', '库存变更', '从未推送']) expect(row.getByText(text)).toBeDefined()
  const failing = within(screen.getByText('CRM').closest('tr') as HTMLElement)
  for (const text of ['自动停用', '失败', '50 次']) expect(failing.getByText(text)).toBeDefined()
})

test('a new webhook is sent with its headers, and its secret is shown once', async () => {
  answer(webhook.list, pageOf([]))
  const requests = answer(webhook.save, { id: 9, version: 0, secret: 'whsec_only-once' })
  const { user } = renderPage(<WebhookListPage />)
  await user.click(screen.getByRole('button', { name: '新增' }))
  const dialog = await inDialog('新增Webhook')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await dialog.findByText('请选择事件')
  await user.type(dialog.getByLabelText('名称'), 'ERP')
  await user.type(dialog.getByLabelText('推送地址'), 'https://erp.example.com/hooks')
  fireEvent.mouseDown(dialog.getByLabelText('事件'))
  await user.click(await screen.findByTitle('订单支付'))
  await user.click(dialog.getByRole('button', { name: '添加请求头' }))
  await user.type(dialog.getByLabelText('请求头1的名称'), 'X-Key')
  await user.type(dialog.getByLabelText('请求头1的值'), 'k1')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  expect((await inDialog('签名密钥')).getByText('whsec_only-once')).toBeDefined()
  expect(requests[0]?.body).toEqual({
    name: 'ERP',
    url: 'https://erp.example.com/hooks',
    events: ['order.paid'],
    headers: [{ name: 'X-Key', value: 'k1' }],
    status: true,
  })
})

test('测试 shows the receiver’s response: in a word if it accepted, else in full', async () => {
  answer(webhook.list, pageOf([makeWebhook()]))
  answer(webhook.test, makeDelivery({ status: 'sent', responseStatus: 200, error: '', test: true }))
  const { user } = renderPage(<WebhookListPage />)
  await user.click(await screen.findByRole('button', { name: '测试' }))
  await screen.findByText('测试成功：对方返回 HTTP 200，耗时 12 毫秒')
  answer(webhook.test, makeDelivery({ test: true }))
  await user.click(screen.getByRole('button', { name: '测试' }))
  const dialog = await inDialog('推送详情')
  expect(dialog.getByText(/对方返回 HTTP 500/)).toBeDefined()
  expect(dialog.getByText('oops')).toBeDefined()
})

test('日志 lists the deliveries of the webhook, and 重发 sends one again', async () => {
  answer(webhook.list, pageOf([makeWebhook()]))
  const { body: _, responseBody: __, requestId: ___, ...delivery } = makeDelivery()
  const asked = answer(webhookDelivery.list, pageOf([delivery]))
  const requests = answer(webhookDelivery.resend, { id: 8 })
  const { user } = renderPage(<WebhookListPage />)
  await user.click(await screen.findByRole('button', { name: '日志' }))
  await screen.findByText('「ERP」的推送日志')
  await screen.findByText('对方返回 HTTP 500')
  expect(asked[0]?.query).toMatchObject({ webhookId: '5' })
  await user.click(screen.getByRole('button', { name: '重发' }))
  await screen.findByText('已开始重发')
  expect(requests[0]?.params).toEqual({ id: '8' })
})

test('users with read access only see the log, and can neither test nor resend', async () => {
  signInAs(['admin:system:webhook:list'])
  answer(webhook.list, pageOf([makeWebhook()]))
  const { body: _, responseBody: __, requestId: ___, ...delivery } = makeDelivery()
  answer(webhookDelivery.list, pageOf([delivery]))
  const { user } = renderPage(<WebhookListPage />)
  await user.click(await screen.findByRole('button', { name: '日志' }))
  await screen.findByText('对方返回 HTTP 500')
  for (const name of ['新增', '编辑', '删除', '测试', '重发']) expect(screen.queryByRole('button', { name })).toBeNull()
})
