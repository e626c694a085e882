import { smsPurposeKeys, smsTemplateStates } from '@zhanggui/domain/message/sms.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const phone = t.String({
  title: '手机号码',
  pasted: 'phone',
  pattern: /^1[3-9]\d{9}$/,
  example: '13800138000',
  hint: '请输入正确的11位手机号码',
})
const type = t.OneOfNumbers([1, 2, 3], { title: '类型' })

export const SmsTemplate = t.Object({
  id: t.Id,
  tempId: t.String(),
  title: t.String(),
  type: t.Integer({ description: '1 验证码，2 通知，3 营销' }),
  tempKey: t.String(),
  content: t.String(),
  status: t.OneOf(smsTemplateStates),
  reason: t.String(),
  createTime: t.DateTime,
})
export type SmsTemplate = t.Static<typeof SmsTemplate>

export const SmsTemplateQuery = t.pageQuery({
  title: t.Optional(t.String({ title: '模板名称', maxLength: 50 })),
  type: t.Optional(type),
  status: t.Optional(t.OneOf(smsTemplateStates, { title: '状态' })),
})
export type SmsTemplateQuery = t.Static<typeof SmsTemplateQuery>

export const SmsTemplateDraft = t.Object({
  title: t.String({ title: '模板名称', minLength: 1, maxLength: 30 }),
  type,
  tempKey: t.Optional(
    t.String({
      title: '用途',
      maxLength: 40,
      pattern: new RegExp(`^(?:[a-z0-9_]*|${smsPurposeKeys.join('|')})$`),
      example: 'paySuccess',
      hint: '请选择用途；自定义的用途只能用小写字母、数字和下划线',
    }),
  ),
  content: t.String({ title: '模板内容', minLength: 1, maxLength: 500 }),
})
export type SmsTemplateDraft = t.Static<typeof SmsTemplateDraft>

export const SmsLog = t.Object({
  id: t.Id,
  phone: t.String(),
  content: t.String(),
  template: t.String(),
  resultCode: t.Integer({ description: '100 成功，130 失败，134 无状态' }),
  memo: t.String(),
  bizId: t.String(),
  createTime: t.DateTime,
  receiptTime: t.Nullable(t.DateTime),
})
export type SmsLog = t.Static<typeof SmsLog>

export const SmsLogQuery = t.pageQuery({
  phone: t.Optional(t.String({ title: '手机号码', pasted: 'keyword', maxLength: 20 })),
  resultCode: t.Optional(t.Integer({ title: '结果' })),
  createTime: t.Optional(t.TimeRange),
})
export type SmsLogQuery = t.Static<typeof SmsLogQuery>

export const SmsSignForm = t.Object({
  sign: t.String({ title: '短信签名', minLength: 2, maxLength: 20 }),
  phone,
  code: t.String({ title: '验证码', pattern: /^\d{6}$/, example: '123456', hint: '请输入6位验证码' }),
})
export type SmsSignForm = t.Static<typeof SmsSignForm>

export const SmsTestForm = t.Object({ phone, tempId: t.String({ title: '模板', minLength: 1, maxLength: 20 }) })
export type SmsTestForm = t.Static<typeof SmsTestForm>

export const sms = routes('sms', {
  templates: {
    method: 'GET',
    path: '/admin/sms/temps',
    permission: 'admin:sms:temps',
    summary: '短信模板',
    query: SmsTemplateQuery,
    response: t.pageOf(SmsTemplate),
  },
  apply: {
    method: 'POST',
    path: '/admin/sms/temp/apply',
    permission: 'admin:sms:temp:apply',
    errors: [502],
    summary: '申请短信模板',
    body: SmsTemplateDraft,
    response: t.Saved,
  },
  applications: {
    method: 'POST',
    path: '/admin/sms/applys',
    permission: 'admin:sms:applys',
    summary: '短信模板的申请记录，向服务商核对状态',
    body: t.pageQuery({}),
    response: t.pageOf(SmsTemplate),
  },
  signCode: {
    method: 'POST',
    path: '/admin/sms/modify/code',
    permission: 'admin:sms:modify:sign',
    errors: [502],
    summary: '发送修改签名的验证码',
    body: t.Object({ phone }),
    response: t.Done,
  },
  modifySign: {
    method: 'POST',
    path: '/admin/sms/modify/sign',
    permission: 'admin:sms:modify:sign',
    secret: ['code'],
    errors: [502],
    summary: '修改短信签名',
    body: SmsSignForm,
    response: t.Done,
  },
  logs: {
    method: 'GET',
    path: '/admin/sms/logs',
    permission: 'admin:sms:log:list',
    summary: '短信发送记录',
    query: SmsLogQuery,
    response: t.pageOf(SmsLog),
  },
  test: {
    method: 'POST',
    path: '/admin/sms/test',
    permission: 'admin:sms:test',
    errors: [502],
    summary: '发送测试短信',
    body: SmsTestForm,
    response: t.Saved,
  },
})
