import type { FakePayment, FakeRefund } from './pay.ts'

/** A payment in a bill, or a refund of it; `line` replaces how it is written, `fen` its sum. */
export type BillEntry = { payment: FakePayment; refund?: FakeRefund; at: Date; fen?: number; line?: string }

const headings = [
  ...[
    '交易时间',
    '公众账号ID',
    '商户号',
    '特约商户号',
    '设备号',
    '微信订单号',
    '商户订单号',
    '用户标识',
    '交易类型',
    '交易状态',
  ],
  ...[
    '付款银行',
    '货币种类',
    '应结订单金额',
    '代金券金额',
    '微信退款单号',
    '商户退款单号',
    '退款金额',
    '充值券退款金额',
    '退款类型',
  ],
  ...['退款状态', '商品名称', '商户数据包', '手续费', '费率', '订单金额', '申请退款金额', '费率备注'],
]
const sums = [
  ...['总交易单数', '应结订单总金额', '退款总金额', '充值券退款总金额', '手续费总金额', '订单总金额', '申请退款总金额'],
]
/** Of a thousand. */
const RATE = 6

const yuan = (fen: number) => (fen / 100).toFixed(2)
const written = (values: readonly string[]) => values.map((value) => `\`${value}`).join(',')

/** A day's bill as WeChat writes it: a backtick before each value, nothing quoted. */
export function writeBill(entries: readonly BillEntry[]): Buffer {
  const parts = entries.map((entry) => {
    const sign = entry.refund ? -1 : 1
    const fen = entry.fen ?? entry.refund?.fen ?? entry.payment.totalFen
    return { ...entry, fen, feeFen: sign * Math.round((fen * RATE) / 1000) }
  })
  const total = (of: (part: (typeof parts)[number]) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const paid = yuan(total(({ refund, fen }) => (refund ? 0 : fen)))
  const back = yuan(total(({ refund, fen }) => (refund ? fen : 0)))
  const fee = `${yuan(total(({ feeFen }) => feeFen))}000`
  const lines = [
    headings.join(','),
    ...parts.map((part) => part.line ?? lineOf(part)),
    sums.join(','),
    written([String(parts.length), paid, back, '0.00', fee, paid, back]),
  ]
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''))
}

function lineOf({ payment, refund, at, fen, feeFen }: BillEntry & { fen: number; feeFen: number }): string {
  const { appid, mchid, transactionId, no, openid, tradeType, description } = payment
  const time = new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
  const paid = refund ? '0.00' : yuan(fen)
  const back = refund ? yuan(fen) : '0.00'
  return written([
    ...[
      time,
      appid,
      mchid,
      '0',
      '',
      transactionId,
      no,
      openid,
      tradeType,
      refund ? 'REFUND' : 'SUCCESS',
      'OTHERS',
      'CNY',
    ],
    ...[paid, '0.00', refund?.id ?? '0', refund?.no ?? '0', back, '0.00', refund ? 'ORIGINAL' : ''],
    ...[refund ? 'PROCESSING' : '', description, '', `${yuan(feeFen)}000`, '0.60%', paid, back, ''],
  ])
}
