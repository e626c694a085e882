import { screen, waitFor, within } from '@testing-library/react'
import { buyerMessage, type RuleDetail } from '@zhanggui/contract/wechat/buyer-message.ts'
import { type NotifyRow, notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import NotificationRuleListPage from './notification-rule-list.page.tsx'

const rule = {
  id: 3,
  version: 2,
  mark: 'paySuccess' as const,
  name: '支付成功',
  description: '付款那一刻',
  isWechat: 1,
  isRoutine: 1,
  isSms: 2,
  isInner: 1,
  channelOrder: ['routine', 'wechat', 'sms'] as const,
  quietFrom: '22:00',
  quietTo: '08:00',
  sent: 9,
  failed: 0,
}
const template = {
  id: 5,
  tempId: '5',
  name: '付款成功通知',
  content: '支付金额:{{amount3.DATA}}',
  usable: true,
  fieldMap: { amount3: '¥{payPrice}' },
  page: '',
  url: '',
}
const field = {
  key: 'amount3',
  label: '支付金额',
  text: '¥{payPrice}',
  value: '¥134.02',
  fault: '',
  hint: '',
  cut: false,
}
const detail = {
  ...rule,
  detailType: 'routine',
  variables: [{ name: 'payPrice', label: '实付', sample: '134.02' }],
  templates: [template],
  templateId: 5,
  tempId: '5',
  fieldMap: template.fieldMap,
  fields: [field],
  page: '',
  url: '',
  text: '',
  channels: [{ channel: 'routine', sent: 9, failed: 0, reasons: [] }],
} as unknown as RuleDetail

function open(address = '') {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  answer(buyerMessage.list, { list: [rule], sent: 9, failed: 0 } as never)
  answer(buyerMessage.detail, ({ query }) => ({ ...detail, detailType: query.detailType }))
  answer(buyerMessage.preview, { title: template.name, text: '', fields: [field], faults: [] })
  return renderPage(<NotificationRuleListPage />, `/page${address}`).user
}

test('fields of a template are read and written in words, stored by names, and not lost by closing the panel', async () => {
  const saved = answer(buyerMessage.update, { id: 3, version: 3 })
  const user = open()
  await user.click(await screen.findByRole('button', { name: '设置' }))
  const panel = within(await screen.findByRole('dialog'))
  const amount = await panel.findByRole<HTMLInputElement>('combobox', { name: '支付金额' })
  expect(amount.value).toBe('¥{实付}')
  expect(panel.getByRole('figure').textContent).toContain('支付金额¥134.02')
  await user.click(amount)
  await user.keyboard('{End}元')
  await user.click(panel.getByRole('button', { name: '关闭' }))
  const question = (await screen.findByText('有未保存的修改，离开吗？')).closest('[role=dialog]') as HTMLElement
  await user.click(within(question).getByRole('button', { name: '不离开' }))
  await user.click(panel.getByRole('button', { name: /^保\s*存$/ }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ version: 2, fieldMap: { amount3: '¥{payPrice}元' } }))
})

test('a message of the log opens beside the list, with what became of it in each channel', async () => {
  const row: NotifyRow = {
    id: 8,
    mark: 'paySuccess',
    name: '支付成功',
    channel: 'routine',
    uid: 12,
    nickname: '小陈',
    receiver: 'sim****0001',
    title: '付款成功通知',
    content: '支付金额：¥134.02',
    status: 4,
    attempts: 1,
    errcode: 43101,
    errmsg: '未授权或已取消订阅',
    mayResend: false,
    nextTime: null,
    createTime: '2026-11-20 13:58:00',
    sentTime: null,
  }
  const next: NotifyRow = {
    ...row,
    id: 9,
    channel: 'wechat',
    status: 1,
    errcode: 0,
    errmsg: '',
    sentTime: row.createTime,
  }
  answer(notifyOutbox.list, { list: [row], total: 1, page: 1, limit: 20 })
  answer(notifyOutbox.info, { ...row, tries: [row, next] })
  const user = open('?tab=log')
  await user.click(await screen.findByText('小陈'))
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByText('支付金额：¥134.02')).toBeDefined()
  const tries = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(tries).toEqual([
    '小程序已跳过收件人 sim****0001；未授权或已取消订阅（43101）',
    '公众号已送达收件人 sim****0001；2026-11-20 13:58:00 送达',
  ])
})
