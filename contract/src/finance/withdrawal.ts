import { type ExtractType, extractTypes, withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { ExportFile, ExportTask, exportRoute } from '../work/export.ts'
import { sheetBatchRoutes } from '../work/sheet-batch.ts'

const base = '/admin/finance/apply'

const status = t.OneOfNumbers([0, 2, 1, -1], {
  title: '状态',
  description: Object.entries(withdrawalStatusLabels)
    .map(([value, label]) => `${value} ${label}`)
    .join('，'),
})
const extractType = t.OneOf(Object.keys(extractTypes) as ExtractType[], { title: '提现方式' })
const realName = t.String({ title: '收款人姓名', minLength: 1, maxLength: 32, ask: '请输入收款人姓名' })
const cardNum = t.String({
  title: '银行卡号',
  pasted: 'number',
  pattern: /^\d{8,25}$/,
  example: '6222021234567890123',
  ask: '请输入银行卡号',
  hint: '银行卡号只能是8–25位数字',
})
const bankName = t.String({ title: '开户银行', maxLength: 64, example: '中国工商银行' })
const bankAddress = t.String({ title: '开户支行', maxLength: 128 })
const alipayCode = t.String({ title: '支付宝账号', maxLength: 64, example: '13800138000' })
const wechat = t.String({ title: '微信号', maxLength: 64 })
const qrcodeUrl = t.String({ title: '收款码', maxLength: 512 })

/** A withdrawal of commission; its account is masked, and revealed as type `extract`. */
export const Withdrawal = t.Object({
  id: t.Id,
  version: t.Integer(),
  extractNo: t.String({ title: '提现单号' }),
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  avatar: t.String({ title: '用户头像', maxLength: 512 }),
  realName: t.String({ title: '收款人姓名' }),
  extractType,
  /** The number of the account, masked; '' for WeChat by code. */
  account: t.String({ title: '收款账号' }),
  bankName,
  bankAddress,
  qrcodeUrl,
  extractPrice: t.Amount({ title: '提现金额' }),
  fee: t.Amount({ title: '手续费' }),
  /** What is paid out. */
  payPrice: t.Amount({ title: '实付金额' }),
  /** The commission left when it was asked for. */
  balance: t.Yuan,
  /** The commission now: below 0 when some was taken back since. */
  brokeragePrice: t.Yuan,
  status,
  mark: t.String({ title: '备注' }),
  failMsg: t.String({ title: '未成功原因' }),
  payVoucher: t.String({ title: '打款凭证' }),
  payNo: t.String({ title: '打款流水号' }),
  auditName: t.String({ title: '审核人' }),
  auditTime: t.Nullable(t.DateTime),
  payTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Withdrawal = t.Static<typeof Withdrawal>

export const WithdrawalQuery = t.Object({
  status: t.Optional(status),
  extractType: t.Optional(extractType),
  keywords: t.Optional(t.String({ title: '用户、姓名或单号', pasted: 'keyword', maxLength: 64 })),
  uid: t.Optional(t.Id),
  /** Of the day on which it was asked for. */
  dateLimit: t.Optional(t.TimeRange),
})
export type WithdrawalQuery = t.Static<typeof WithdrawalQuery>

/** Of several promoters together: below 0 where they owe more. */
const sum = (title: string) => t.Amount({ title, minimum: -1e13 })
const ids = t.Array(t.Id, { title: '提现申请', minItems: 1, maxItems: 100, uniqueItems: true, ask: '请选择提现申请' })

export const WithdrawalStep = t.Object(
  {
    id: t.Optional(t.Id),
    /** Many at once, of which each is judged for itself; to be approved alone. */
    ids: t.Optional(ids),
    status: t.OneOfNumbers([2, 1, -1], { title: '处理结果', description: '2 通过，1 已打款，-1 驳回或打款退回' }),
    /** Of -1: why. */
    backMessage: t.Optional(t.String({ title: '原因', maxLength: 200, ask: '请填写驳回原因' })),
    /** Of 1: what proves that it was paid. */
    payVoucher: t.Optional(t.String({ title: '打款凭证', maxLength: 200, ask: '请填写打款凭证' })),
    payNo: t.Optional(t.String({ title: '打款流水号', maxLength: 64 })),
  },
  { example: { id: 1, status: 2 } },
)
export type WithdrawalStep = t.Static<typeof WithdrawalStep>

const StepResult = t.Object({
  ok: t.Integer({ title: '成功' }),
  /** Of several: how many wait for a second person. */
  asked: t.Integer({ title: '已提交审批' }),
  failed: t.Array(t.Object({ id: t.Id, extractNo: t.String({ title: '提现单号' }), message: t.String() }), {
    title: '失败',
  }),
})
export type StepResult = t.Static<typeof StepResult>

export const AccountForm = t.Object({
  id: t.Id,
  version: t.Optional(t.Integer()),
  realName: t.Optional(realName),
  cardNum: t.Optional(cardNum),
  bankName: t.Optional(bankName),
  bankAddress: t.Optional(bankAddress),
  alipayCode: t.Optional(alipayCode),
  wechat: t.Optional(wechat),
  mark: t.Optional(t.String({ title: '备注', maxLength: 255 })),
})
export type AccountForm = t.Static<typeof AccountForm>

/** 提现申请: what promoters ask the shop to pay out. */
export const withdrawal = routes('withdrawal', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:finance:apply:list',
    summary: '提现申请，新的在前',
    query: t.pageQuery(WithdrawalQuery.properties),
    response: t.pageOf(Withdrawal),
  },
  balance: {
    method: 'POST',
    path: `${base}/balance`,
    permission: 'admin:finance:apply:balance',
    summary: '佣金统计',
    response: t.Object({
      /** Paid out, and asked for. */
      withdrawn: sum('已提现金额'),
      toBeWithdrawn: sum('待提现金额'),
      /** What promoters have. */
      unDrawn: sum('未提现金额'),
      /** All these, and what went to balances. */
      commissionTotal: sum('佣金总金额'),
    }),
    quiet: true,
    whileSeeing: true,
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: 'admin:finance:apply:update',
    summary: '修改收款资料',
    body: AccountForm,
    response: t.Object({ id: t.Id, version: t.Integer() }),
    errors: [404, 409, 428],
  },
  apply: {
    method: 'POST',
    path: `${base}/apply`,
    permission: 'admin:finance:apply:apply',
    summary: '通过、确认打款、驳回',
    body: WithdrawalStep,
    response: StepResult,
    accepted: Asked,
    errors: [404, 409, 422, 428],
  },
  /** 打款单: what is to be paid, with account numbers in full, for the batch of a bank or of Alipay. */
  sheet: {
    method: 'GET',
    path: `${base}/sheet`,
    permission: 'admin:finance:apply:apply',
    summary: '导出打款单：待打款的提现，账号完整',
    changes: true,
    query: t.Object({ extractType: t.Optional(extractType) }),
    response: ExportFile,
    accepted: ExportTask,
    errors: [422],
  },
  ...sheetBatchRoutes(`${base}/import`, 'admin:finance:apply:apply', '打款结果'),
  download: exportRoute({
    path: '/admin/export/excel/extract',
    permission: 'admin:finance:export',
    summary: '导出提现申请',
    query: WithdrawalQuery,
  }),
})

const CashForm = t.Object(
  {
    extractType,
    money: t.Amount({ title: '提现金额', ask: '请输入提现金额' }),
    name: t.Optional(t.String({ title: '收款人姓名', maxLength: 32 })),
    cardNum: t.Optional(cardNum),
    bankName: t.Optional(bankName),
    alipayCode: t.Optional(alipayCode),
    wechat: t.Optional(wechat),
    qrcodeUrl: t.Optional(qrcodeUrl),
  },
  { example: { extractType: 'alipay', money: 100, name: '王小明', alipayCode: '13800138000' } },
)
export type CashForm = t.Static<typeof CashForm>

const OwnWithdrawal = t.Object({
  id: t.Id,
  extractNo: t.String({ title: '提现单号' }),
  extractPrice: t.Amount({ title: '提现金额' }),
  fee: t.Amount({ title: '手续费' }),
  extractType,
  account: t.String({ title: '收款账号' }),
  status,
  failMsg: t.String({ title: '未成功原因' }),
  payTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
  canCancel: t.Boolean({ title: '可撤回' }),
})
export type OwnWithdrawal = t.Static<typeof OwnWithdrawal>

/** A promoter's own withdrawals. */
export const frontWithdrawal = routes('front-withdrawal', {
  cash: {
    method: 'POST',
    path: '/api/front/extract/cash',
    permission: 'buyer',
    summary: '申请提现',
    body: CashForm,
    response: t.Object({ id: t.Id, extractNo: t.String({ title: '提现单号' }) }),
    errors: [409, 422],
  },
  cancel: {
    method: 'POST',
    path: '/api/front/extract/cancel',
    permission: 'buyer',
    summary: '撤回提现申请',
    body: t.Object({ id: t.Id }),
    response: t.Object({}),
    errors: [404, 409],
  },
  user: {
    method: 'GET',
    path: '/api/front/extract/user',
    permission: 'buyer',
    summary: '可提现佣金',
    response: t.Object({
      minPrice: t.Amount({ title: '最低提现金额' }),
      feeRate: t.Integer({ title: '手续费百分比' }),
      commissionCount: sum('可提现佣金'),
      /** Not thawed yet, and after how many days it does. */
      brokenCommission: t.Amount({ title: '冻结佣金' }),
      brokenDay: t.Integer({ title: '冻结天数' }),
    }),
  },
  record: {
    method: 'GET',
    path: '/api/front/extract/record',
    permission: 'buyer',
    summary: '我的提现',
    query: t.pageQuery({}),
    response: t.pageOf(OwnWithdrawal),
  },
  bank: {
    method: 'GET',
    path: '/api/front/extract/bank',
    permission: 'buyer',
    summary: '可提现的银行',
    response: t.Array(t.String()),
  },
})
