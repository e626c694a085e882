import { buyerMarkKeys, messageChannels, outerChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** 0: nothing to send by; 1: on; 2: off. */
const switched = (title: string) =>
  t.OneOfNumbers([0, 1, 2], { title, description: '0 没有可用的模板，1 开启，2 关闭' })

const counts = {
  sent: t.Integer({ title: '近7天送达' }),
  failed: t.Integer({ title: '近7天没送到' }),
}

/** What buyers are told of (通知), and by which channels. */
export const MessageRule = t.Object({
  id: t.Id,
  version: t.Integer(),
  mark: t.OneOf(buyerMarkKeys, { title: '通知标识' }),
  name: t.String(),
  description: t.String({ title: '什么时候' }),
  isWechat: switched('公众号'),
  isRoutine: switched('小程序'),
  isSms: switched('短信'),
  isInner: t.Integer({ title: '站内', description: '总是 1' }),
  channelOrder: t.Array(t.OneOf(outerChannels), { title: '先后' }),
  quietFrom: t.String({ title: '夜间从' }),
  quietTo: t.String({ title: '夜间到' }),
  ...counts,
})
export type MessageRule = t.Static<typeof MessageRule>

const detailType = t.OneOf(t.keysOf(messageChannels), { title: '渠道' })
const fieldMap = t.Map(t.String({ maxLength: 200 }), {
  title: '模板字段',
  description: '每个字段填什么，{变量} 会被替换',
})

/** A field of a template, with what it says for made-up values. */
const FilledField = t.Object({
  key: t.String({ title: '字段' }),
  label: t.String({ title: '字段名' }),
  text: t.String({ title: '填什么' }),
  value: t.String({ title: '买家看到' }),
  hint: t.String({ title: '要求' }),
  fault: t.String({ title: '问题' }),
  cut: t.Boolean({ title: '被截断' }),
})

/** What was not sent by a channel, and how often for that reason. */
const Reason = t.Object({ reason: t.String({ title: '原因' }), count: t.Integer({ title: '次数' }) })

export const RuleDetail = t.Object({
  ...MessageRule.properties,
  detailType,
  /** What may be named. */
  variables: t.Array(t.Object({ name: t.String(), label: t.String(), sample: t.String({ title: '示例' }) }), {
    title: '可用变量',
  }),
  /** What can be chosen for the channel; of SMS the approved texts of this purpose. */
  templates: t.Array(
    t.Object({
      id: t.Integer(),
      tempId: t.String(),
      name: t.String(),
      content: t.String(),
      usable: t.Boolean({ title: '可用' }),
      fieldMap,
      page: t.String({ title: '小程序页面' }),
      url: t.String({ title: '网页地址' }),
    }),
    { title: '可选模板' },
  ),
  templateId: t.Integer({ title: '模板', description: '0 没有' }),
  tempId: t.String(),
  fieldMap,
  fields: t.Array(FilledField, { title: '模板字段' }),
  page: t.String({ title: '小程序页面' }),
  url: t.String({ title: '网页地址' }),
  text: t.String({ title: '内容' }),
  /** Of the last seven days, by channel. */
  channels: t.Array(t.Object({ channel: detailType, ...counts, reasons: t.Array(Reason, { title: '没送到的原因' }) }), {
    title: '各渠道',
  }),
})
export type RuleDetail = t.Static<typeof RuleDetail>

const asked = { id: t.Id, detailType: t.OneOf(t.keysOf(messageChannels), { title: '渠道', example: 'sms' }) }
const clock = (title: string) =>
  t.Optional(
    t.String({
      title,
      clearable: true,
      pattern: /^(?:|(?:[01]\d|2[0-3]):[0-5]\d)$/,
      hint: '请填写时间，如 22:00',
      example: '22:00',
    }),
  )
const page = t.Optional(
  t.String({
    title: '小程序页面',
    maxLength: 255,
    clearable: true,
    pattern: /^(?:|[A-Za-z0-9_][\w/.-]*(?:\?[^\s#]*)?)$/,
    hint: '小程序页面不带开头的斜杠，如 pages/order/detail',
    example: 'pages/index/index',
  }),
)
const url = t.Optional(
  t.String({
    title: '网页地址',
    maxLength: 512,
    clearable: true,
    pattern: /^(?:|https?:\/\/\S+)$/,
    hint: '请填写 http 或 https 开头的地址',
    example: 'https://shop.example.com/h5',
  }),
)

export const RuleChange = t.Object({
  ...asked,
  version: t.Version,
  /** A template of ours by its id, or an SMS template by its provider's id; 0 for none. */
  tempId: t.Optional(t.String({ title: '模板', maxLength: 64, example: '0', description: '0 为不用模板' })),
  fieldMap: t.Optional(fieldMap),
  page,
  url,
  status: t.Optional(t.OneOfNumbers([1, 2], { title: '开关', example: 2 })),
  channelOrder: t.Optional(
    t.Array(t.OneOf(outerChannels), {
      title: '先后',
      minItems: 3,
      maxItems: 3,
      uniqueItems: true,
      example: [...outerChannels],
    }),
  ),
  quietFrom: clock('夜间从'),
  quietTo: clock('夜间到'),
})
export type RuleChange = t.Static<typeof RuleChange>

const Preview = t.Object({
  title: t.String(),
  text: t.String({ title: '内容' }),
  fields: t.Array(FilledField, { title: '模板字段' }),
  faults: t.Array(t.String(), { title: '问题' }),
})

/** A rule with the fields of its templates, as the audit trail keeps it. */
export const RuleTrail = t.Object({
  wechatTemplate: t.String({ title: '公众号模板' }),
  wechatFieldMap: t.Map(t.String(), { title: '公众号模板字段' }),
  wechatPage: t.String({ title: '公众号跳转小程序页面' }),
  wechatUrl: t.String({ title: '公众号跳转网址' }),
  routineTemplate: t.String({ title: '小程序模板' }),
  routineFieldMap: t.Map(t.String(), { title: '小程序模板字段' }),
  routinePage: t.String({ title: '小程序跳转页面' }),
  smsTempId: t.String({ title: '短信模板' }),
})

export const PreviewForm = t.Object({
  ...asked,
  tempId: t.Optional(t.String({ title: '模板', maxLength: 64, example: '0', description: '0 为不用模板' })),
  fieldMap: t.Optional(fieldMap),
})
export type PreviewForm = t.Static<typeof PreviewForm>

export const TestMessageForm = t.Object({
  ...asked,
  uid: t.Optional(t.Integer({ title: '用户编号', minimum: 1 })),
  phone: t.Optional(
    t.String({
      title: '手机号码',
      pasted: 'phone',
      pattern: /^1[3-9]\d{9}$/,
      example: '13800138000',
      hint: '请输入正确的11位手机号码',
    }),
  ),
})
export type TestMessageForm = t.Static<typeof TestMessageForm>

const base = '/admin/system/notification'
const permission = 'admin:system:notification'
const turned = { params: t.Object({ id: t.Id }), response: t.SavedVersion, errors: [404, 422] } as const

/** 消息通知: what buyers are told of, by which channels, with which templates. */
export const buyerMessage = routes('buyer-message', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '买家通知列表，带近7天的次数',
    query: t.Object({}),
    response: t.Object({ list: t.Array(MessageRule), ...counts }),
  },
  switchWechat: {
    method: 'POST',
    path: `${base}/wechat/switch/:id`,
    permission: `${permission}:wechat:switch`,
    summary: '开关公众号通知',
    ...turned,
  },
  switchRoutine: {
    method: 'POST',
    path: `${base}/routine/switch/:id`,
    permission: `${permission}:routine:switch`,
    summary: '开关小程序通知',
    ...turned,
  },
  switchSms: {
    method: 'POST',
    path: `${base}/sms/switch/:id`,
    permission: `${permission}:sms:switch`,
    summary: '开关短信通知',
    ...turned,
  },
  detail: {
    method: 'GET',
    path: `${base}/detail`,
    permission: `${permission}:detail`,
    summary: '买家通知在一个渠道的设置',
    query: t.Object(asked),
    response: RuleDetail,
    errors: [404],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑买家通知',
    body: RuleChange,
    response: t.SavedVersion,
    errors: [403, 404, 409, 422],
  },
  preview: {
    method: 'POST',
    path: `${base}/preview`,
    permission: `${permission}:detail`,
    quiet: true,
    summary: '预览买家通知，说出填错的字段',
    body: PreviewForm,
    response: Preview,
    errors: [404, 422],
  },
  test: {
    method: 'POST',
    path: `${base}/test`,
    permission: `${permission}:update`,
    summary: '发送测试通知',
    body: TestMessageForm,
    response: t.Done,
    errors: [404, 422, 502],
  },
})
