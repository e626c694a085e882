import { auditActionLabel } from '@zhanggui/contract/audit-actions.ts'
import type { AuditEntry } from '@zhanggui/contract/monitor/audit.ts'
import type { Reply } from '@zhanggui/contract/product/product-reply.ts'
import type { LedgerRow, PriceRow } from '@zhanggui/contract/product/product-stock.ts'
import { priceFields, priceSources } from '@zhanggui/domain/product/product-price.ts'
import { stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'

export type TimelineKind = 'edit' | 'stock' | 'price' | 'reply'
/** An event in the history of a product. */
export type TimelineEntry = {
  key: string
  kind: TimelineKind
  time: string
  who: string
  title: string
  lines: readonly string[]
}

const actions: Readonly<Record<string, string>> = {
  create: '新增商品',
  update: '编辑商品',
  delete: '删除商品',
  status: '状态变更',
}

/** Maximum number of lines of an entry. */
const MAX_LINES = 6

export function auditEntry({ id, time, actorNick, actorName, action, diff }: AuditEntry): TimelineEntry {
  // A new product has no fields worth listing: all of them are new.
  const lines = (action === 'create' ? [] : diff).map(
    ({ label, before, after }) => `${label}：${formatValue(before)} → ${formatValue(after)}`,
  )
  const rest = lines.length - MAX_LINES
  return {
    key: `edit-${id}`,
    kind: 'edit',
    time,
    who: personName(actorNick, actorName),
    title: actions[action] ?? auditActionLabel(action),
    lines: rest > 0 ? [...lines.slice(0, MAX_LINES), `等 ${lines.length} 项`] : lines,
  }
}

export function ledgerEntry(row: LedgerRow): TimelineEntry {
  const { id, createTime, operatorName, suk, change, before, after, reason, remark } = row
  const line = `${suk}：${change > 0 ? '+' : ''}${change}（${before} → ${after}）`
  return {
    key: `stock-${id}`,
    kind: 'stock',
    time: createTime,
    who: operatorName,
    title: stockReasons[reason],
    lines: remark ? [line, `备注：${remark}`] : [line],
  }
}

export function priceEntry(row: PriceRow): TimelineEntry {
  const { id, createTime, operatorName, suk, field, old, new: now, source } = row
  const title = `改价（${priceSources[source]}）`
  const lines = [`${suk} ${priceFields[field]}：${old ?? '—'} → ${now ?? '—'}`]
  return { key: `price-${id}`, kind: 'price', time: createTime, who: operatorName, title, lines }
}

export function replyEntry({
  id,
  createTime,
  nickname,
  star,
  sku,
  comment,
  merchantReplyContent,
}: Reply): TimelineEntry {
  const lines = [sku ? `${sku}：${comment}` : comment]
  return {
    key: `reply-${id}`,
    kind: 'reply',
    time: createTime,
    who: nickname,
    title: `评价 ${star} 星`,
    lines: merchantReplyContent ? [...lines, `商家回复：${merchantReplyContent}`] : lines,
  }
}

/** The entries fetched from one source, newest first. */
export type TimelineSource = { entries: readonly TimelineEntry[]; hasMore: boolean }

/**
 * Merges the entries of several sources, newest first. The list ends where a source with more entries ends, because its
 * next ones could still come in between.
 */
export function mergeTimeline(sources: readonly TimelineSource[]): { entries: TimelineEntry[]; hasMore: boolean } {
  const ends = sources.filter(({ hasMore }) => hasMore).map(({ entries }) => entries.at(-1)?.time ?? '')
  const end = ends.length ? ends.reduce((one, other) => (one > other ? one : other)) : ''
  const entries = sources
    .flatMap((source) => [...source.entries])
    .filter(({ time }) => time >= end)
    .sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
  return { entries, hasMore: ends.length > 0 }
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  const text = Array.isArray(value) ? value.join('、') : String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
