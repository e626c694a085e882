import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { useKeys } from '../../../kit/keys/keys.ts'
import { useDoAct } from '../../../kit/list-page/row-actions.tsx'
import { type ActName, actOf, type OrderActs } from './use-order-acts.tsx'

const acts: readonly { key: string; act: string; names: readonly ActName[] }[] = [
  { key: 'f', act: '发货，发完到下一单', names: ['send'] },
  { key: 'p', act: '打印', names: ['print'] },
  { key: 'm', act: '备注', names: ['remark'] },
  { key: 't', act: '标签', names: ['tags'] },
  { key: 'r', act: '退款，有售后时处理售后', names: ['case', 'refund'] },
  { key: 'h', act: '挂起，已挂起的解除', names: ['hold', 'unhold'] },
]

type Desk = {
  rows: readonly OrderRow[]
  /** The order in the drawer. */
  looking: number | undefined
  look: (id: number, replace: boolean) => void
  actsOf: (row: OrderRow, allow: undefined, onDone?: () => void) => OrderActs
}

/**
 * The keys of 订单管理, outside fields and dialogs: they act on the order in the drawer, else on the row
 * that has the focus. In the drawer J and K go to the neighbours.
 */
export function useDeskKeys({ rows, looking, look, actsOf }: Desk) {
  const doAct = useDoAct()
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
    const send = actOf(actsOf(row, undefined, goOn), 'send')
    if (send) doAct(send)
  }

  const at = () => rows.findIndex(({ id }) => id === (looking ?? focusedRow()))
  function step(by: number) {
    const next = rows[at() + by]
    if (!looking || at() < 0 || !next) return false
    look(next.id, true)
  }
  function press(key: string, names: readonly ActName[]) {
    const row = rows[at()]
    if (!row) return false
    if (key === 'f') return ship(row, rows)
    const own = actsOf(row, undefined)
    const [first] = names.flatMap((name) => actOf(own, name) ?? [])
    if (first) doAct(first)
  }
  useKeys(
    '订单',
    [
      ...(looking
        ? [
            { key: 'j', act: '下一单', run: () => step(1) },
            { key: 'k', act: '上一单', run: () => step(-1) },
          ]
        : []),
      ...acts.map(({ key, act, names }) => ({ key, act, run: () => press(key, names) })),
    ],
    () => openDialogs() <= (looking ? 1 : 0),
  )
}

/** Dialogs that are in sight; a closed one may still be there. */
function openDialogs(): number {
  return [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter((one) => one.checkVisibility?.() ?? true)
    .length
}

const ROW = '[data-row-key]'
const focusedRow = () => Number(document.activeElement?.closest<HTMLElement>(ROW)?.dataset.rowKey)
const focusRow = (id: number) => document.querySelector<HTMLElement>(`[data-row-key="${id}"]`)?.focus()
