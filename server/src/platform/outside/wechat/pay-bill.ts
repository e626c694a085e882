import { toFen } from '@zhanggui/domain/money.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import type { Bill, BillRow } from '../pay-gateway.ts'

/** Headings of what is read; a later one stands in for those before it, which older merchants lack. */
const headings = {
  time: ['交易时间'],
  transactionId: ['微信订单号'],
  outTradeNo: ['商户订单号'],
  state: ['交易状态'],
  paid: ['订单金额', '总金额', '应结订单金额'],
  refundNo: ['商户退款单号'],
  refunded: ['申请退款金额', '退款金额'],
  fee: ['手续费'],
} as const
const COUNT = '总交易单数'
const SHOWN = 120

/**
 * Reads a day's bill of WeChat Pay: columns by their headings, values behind a backtick, without any quoting. A line that does not
 * fit is told, as its money may be ours.
 */
export function readPayBill(content: Buffer): Bill {
  const lines = content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim())
  const [first = '', ...rest] = lines
  const titles = first.split(',').map((title) => title.trim().replace(/^`/, ''))
  const places = placesOf(titles)
  if (!places) return { rows: [], odd: [`账单的表头无法识别：${first.slice(0, SHOWN)}`] }
  const summaryAt = rest.findIndex((line) => line.replace(/^`/, '').startsWith(COUNT))
  const given = summaryAt < 0 ? rest : rest.slice(0, summaryAt)
  const rows: BillRow[] = []
  const odd: string[] = []
  for (const line of given) {
    const row = readRow(line, titles.length, places)
    if (row) rows.push(row)
    else odd.push(`账单中有一行无法识别：${line.slice(0, SHOWN)}`)
  }
  const [said = ''] = valuesOf(rest[summaryAt + 1] ?? '')
  if (summaryAt < 0) odd.push('账单没有汇总行，可能不完整')
  else if (Number(said) !== given.length) odd.push(`账单汇总 ${said} 笔，明细 ${given.length} 笔`)
  return { rows, odd }
}

type Places = Record<keyof typeof headings, number>

/** Where the columns are; undefined when one that is needed is missing. */
function placesOf(titles: readonly string[]): Places | undefined {
  const found = Object.entries(headings).map(([name, names]) => {
    const title = names.find((each) => titles.includes(each))
    return [name, title === undefined ? -1 : titles.indexOf(title)] as const
  })
  return found.every(([, at]) => at >= 0) ? (Object.fromEntries(found) as Places) : undefined
}

const valuesOf = (line: string): string[] => line.replace(/^`/, '').split(',`')

function readRow(line: string, width: number, places: Places): BillRow | undefined {
  const values = valuesOf(line)
  if (!line.startsWith('`') || values.length !== width) return undefined
  const textOf = (name: keyof Places) => (values[places[name]] ?? '').trim()
  const isRefund = textOf('state') === 'REFUND'
  if (!isRefund && textOf('state') !== 'SUCCESS') return undefined
  const at = parseWireTime(textOf('time'))
  const amountFen = fenOf(textOf(isRefund ? 'refunded' : 'paid'))
  const feeFen = fenOf(textOf('fee'))
  const numbers = {
    outTradeNo: textOf('outTradeNo'),
    transactionId: textOf('transactionId'),
    refundNo: isRefund ? textOf('refundNo') : '',
  }
  if (!at || amountFen === undefined || feeFen === undefined) return undefined
  const named = isRefund ? Object.values(numbers) : [numbers.outTradeNo, numbers.transactionId]
  if (!named.every((no) => NUMBER.test(no))) return undefined
  return { kind: isRefund ? 'refund' : 'pay', ...numbers, amountFen, feeFen, at }
}

const NUMBER = /^[\x21-\x7e]{1,64}$/

/** Yuan with up to five decimals, of fees; they are whole fen. */
function fenOf(text: string): number | undefined {
  const [, sign = '', yuan = '', more = ''] = /^(-?)(\d{1,10}\.\d{2})(\d{0,3})$/.exec(text) ?? []
  if (!yuan) return undefined
  const fen = toFen(yuan) + (Number(more.padEnd(3, '0')) >= 500 ? 1 : 0)
  return sign && fen ? -fen : fen
}
