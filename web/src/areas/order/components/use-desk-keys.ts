import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { useEffect, useEffectEvent } from 'react'
import { isTyping, type KeyText } from '../../../kit/list-page/row-keys.tsx'
import { type ActName, actOf, type OrderActs } from './use-order-acts.tsx'

/** The keys of the desk besides those of every list, for the list of keys. */
export const deskKeys: readonly KeyText[] = [
  ['F', '发货，发完到下一单'],
  ['P', '打印'],
  ['M', '备注'],
  ['T', '标签'],
  ['R', '退款，有售后时处理售后'],
  ['H', '挂起，已挂起的解除'],
]

const wanted: Readonly<Record<string, readonly ActName[]>> = {
  f: ['send'],
  p: ['print'],
  m: ['remark'],
  t: ['tags'],
  r: ['case', 'refund'],
  h: ['hold', 'unhold'],
}

type Desk = {
  rows: readonly OrderRow[]
  /** The order in the drawer. */
  looking: number | undefined
  look: (id: number, replace: boolean) => void
  actsOf: (row: OrderRow, allow: undefined, onDone?: () => void) => OrderActs
}

/**
 * The keys of 订单管理 (trade chapter, 1.16), outside fields and dialogs: they act on the order in the drawer, else on the row
 * that has the focus. In the drawer J and K go to the neighbours.
 */
export function useDeskKeys({ rows, looking, look, actsOf }: Desk) {
  /** Ships an order, then the next one that can be. */
  function ship(row: OrderRow, order: readonly OrderRow[]) {
    const rest = order.slice(order.findIndex(({ id }) => id === row.id) + 1)
    const next = rest.find((one) => actOf(actsOf(one, undefined), 'send'))
    function goOn() {
      if (!next) return
      if (looking) look(next.id, true)
      else focusRow(next.id)
      ship(next, rest)
    }
    actOf(actsOf(row, undefined, goOn), 'send')?.onClick()
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.shiftKey || event.defaultPrevented || isTyping(event) || openDialogs() > (looking ? 1 : 0)) return
    const key = event.key.toLowerCase()
    const at = rows.findIndex(({ id }) => id === (looking ?? focusedRow()))
    const row = rows[at]
    if (looking && (key === 'j' || key === 'k')) {
      const next = rows[at + (key === 'j' ? 1 : -1)]
      if (at < 0 || !next) return
      event.preventDefault()
      return look(next.id, true)
    }
    const names = wanted[key]
    if (!names || !row) return
    event.preventDefault()
    if (key === 'f') return ship(row, rows)
    const acts = actsOf(row, undefined)
    const [act] = names.flatMap((name) => actOf(acts, name) ?? [])
    act?.onClick()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

/** Dialogs that are in sight; a closed one may still be there. */
function openDialogs(): number {
  return [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter((one) => one.checkVisibility?.() ?? true)
    .length
}

const ROW = '[data-row-key]'
const focusedRow = () => Number(document.activeElement?.closest<HTMLElement>(ROW)?.dataset.rowKey)
const focusRow = (id: number) => document.querySelector<HTMLElement>(`[data-row-key="${id}"]`)?.focus()
