import {
  billProviders,
  billStates,
  diffKinds,
  diffProviders,
  diffStates,
} from '@zhanggui/domain/finance/gateway-bill.ts'
import { rootKinds } from '@zhanggui/domain/finance/recon.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { ExportFile, ExportTask } from '../work/export.ts'

const day = t.String({
  title: '账单日',
  pattern: /^\d{4}-\d{2}-\d{2}$/,
  example: '2026-11-28',
  hint: '账单日应为 2026-11-28 这样的日期',
})
const provider = t.OneOf(t.keysOf(billProviders), { title: '支付渠道' })
const sum = (title: string) => t.Amount({ title })
const count = (title: string) => t.Integer({ title })

/** A day of a merchant number at a provider. */
export const BillDay = t.Object({
  id: t.Id,
  day,
  provider,
  /** The merchant number, its middle hidden. */
  account: t.String({ title: '商户号' }),
  state: t.OneOf(t.keysOf(billStates), { title: '状态' }),
  /** Why there is no bill yet. */
  message: t.String({ title: '说明' }),
  rows: count('笔数'),
  paid: sum('收款'),
  refunded: sum('退款'),
  fee: sum('手续费'),
  settled: sum('应结算'),
  /** Differences that nobody has explained or settled. */
  openCount: count('待处理差异'),
  openAmount: sum('差异金额'),
  fetchTime: t.Nullable(t.DateTime),
})
export type BillDay = t.Static<typeof BillDay>

export const BillDiff = t.Object({
  id: t.Id,
  day,
  provider: t.OneOf(t.keysOf(diffProviders), { title: '哪本账' }),
  kind: t.OneOf(t.keysOf(diffKinds), { title: '差在哪' }),
  /** What does not hold in the shop's own books; '' for differences of bills. */
  what: t.String({ title: '规则' }),
  /** What such a difference is of. */
  of: t.OneOf(t.keysOf(rootKinds), { title: '对象' }),
  rootId: t.Integer({ title: '对象ID' }),
  rootName: t.String({ title: '对象名称' }),
  /** The number at the provider. */
  no: t.String({ title: '单号' }),
  orderNo: t.String({ title: '订单号' }),
  amount: sum('金额'),
  /** What the bill says, or what must hold. */
  expected: t.String({ title: '应为' }),
  found: t.String({ title: '实为' }),
  state: t.OneOf(t.keysOf(diffStates), { title: '处理' }),
  note: t.String({ title: '说明' }),
  operatorName: t.String({ title: '处理人' }),
  foundTime: t.DateTime,
  handleTime: t.Nullable(t.DateTime),
})
export type BillDiff = t.Static<typeof BillDiff>

const Row = t.Object({
  kind: t.OneOf(['pay', 'refund'], { title: '类型' }),
  no: t.String({ title: '商户单号' }),
  transactionId: t.String({ title: '交易单号' }),
  amount: sum('金额'),
  fee: sum('手续费'),
  time: t.DateTime,
})

/** A difference from both sides. */
export const BillDiffInfo = t.Object({
  ...BillDiff.properties,
  /** What the bill says of it. */
  theirs: t.Array(Row, { title: '渠道账单' }),
  /** What the shop has: the payment, or the refund that it is part of. */
  ours: t.Nullable(
    t.Object({
      no: t.String({ title: '单号' }),
      orderNo: t.String({ title: '订单号' }),
      orderId: t.Nullable(t.Id),
      stateText: t.String({ title: '状态' }),
      amount: sum('金额'),
      time: t.Nullable(t.DateTime),
    }),
  ),
})
export type BillDiffInfo = t.Static<typeof BillDiffInfo>

export const BillQuery = t.pageQuery({
  dateLimit: t.Optional(t.TimeRange),
  provider: t.Optional(provider),
  state: t.Optional(t.OneOf(t.keysOf(billStates), { title: '状态' })),
})
export type BillQuery = t.Static<typeof BillQuery>

export const BillDiffQuery = t.pageQuery({
  dateLimit: t.Optional(t.TimeRange),
  state: t.Optional(t.OneOf(t.keysOf(diffStates), { title: '处理' })),
  provider: t.Optional(t.OneOf(t.keysOf(diffProviders), { title: '哪本账' })),
  kind: t.Optional(t.OneOf(t.keysOf(diffKinds), { title: '差在哪' })),
  keywords: t.Optional(t.String({ title: '单号', pasted: 'keyword', maxLength: 64 })),
})
export type BillDiffQuery = t.Static<typeof BillDiffQuery>

const base = '/admin/finance/bill'

/** 对账单: the providers' bills, and in what the shop differs from them. */
export const gatewayBill = routes('gateway-bill', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:finance:bill:list',
    summary: '对账单，新的在前',
    query: BillQuery,
    response: t.Object({
      ...t.pageOf(BillDay).properties,
      sums: t.Object({
        rows: count('笔数'),
        paid: sum('收款'),
        refunded: sum('退款'),
        fee: sum('手续费'),
        settled: sum('应结算'),
      }),
    }),
  },
  check: {
    method: 'POST',
    path: `${base}/check`,
    permission: 'admin:finance:bill:check',
    summary: '对账：下载一天的账单并逐笔核对',
    body: t.Object({ day }),
    response: t.Object({ days: count('账单数'), openCount: count('待处理差异'), message: t.String({ title: '结果' }) }),
    errors: [404, 422],
  },
  download: {
    method: 'POST',
    path: `${base}/download`,
    permission: 'admin:finance:bill:download',
    summary: '下载一天的账单',
    body: t.Ref,
    unkept: true,
    response: ExportFile,
    accepted: ExportTask,
    errors: [404, 422],
  },
})

/** 对账差异. */
export const billDiff = routes('bill-diff', {
  list: {
    method: 'GET',
    path: `${base}/diff/list`,
    permission: 'admin:finance:bill:list',
    summary: '对账差异，新的在前',
    query: BillDiffQuery,
    response: t.Object({ ...t.pageOf(BillDiff).properties, stateNum: t.Map(t.Integer()) }),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: 'admin:finance:bill:list',
    summary: '对账差异：渠道账单与店里',
    query: t.Ref,
    response: BillDiffInfo,
    errors: [404],
  },
  ask: {
    method: 'POST',
    path: `${base}/diff/ask`,
    permission: 'admin:finance:bill:check',
    summary: '重新查询一处对账差异',
    body: t.Ref,
    response: BillDiff,
    errors: [404, 422],
  },
  explain: {
    method: 'POST',
    path: `${base}/diff/explain`,
    permission: 'admin:finance:bill:check',
    summary: '说明一处对账差异',
    body: t.Object({
      id: t.Id,
      note: t.String({ title: '说明', minLength: 2, maxLength: 200, example: '已线下补退' }),
    }),
    response: t.Saved,
    errors: [404, 409],
  },
})

/** The nightly look at the shop's own books. */
export const ReconNight = t.Object({
  /** When it ended last; null before the first night. */
  time: t.Nullable(t.DateTime),
  seconds: count('用时秒数'),
  /** Whether all of its part was looked at before its time was over. */
  isWhole: t.Boolean({ title: '是否查完' }),
  groups: t.Array(
    t.Object({ name: t.String({ title: '账目' }), looked: count('查看数'), openCount: count('待处理差异') }),
    { title: '各项账目' },
  ),
})
export type ReconNight = t.Static<typeof ReconNight>

/** 夜间对账. */
export const recon = routes('recon', {
  night: {
    method: 'GET',
    path: `${base}/night`,
    permission: 'admin:finance:bill:list',
    summary: '昨夜对账的结果',
    response: ReconNight,
    errors: [404],
  },
})
