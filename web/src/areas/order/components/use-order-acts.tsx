import { useQuery } from '@tanstack/react-query'
import { type OrderInfo, type OrderRow, order } from '@zhanggui/contract/order/order.ts'
import {
  canChangeAddress,
  canClose,
  canDeleteForGood,
  canPay,
  canReprice,
  type Guard,
} from '@zhanggui/domain/order/order-state.ts'
import { type ReactNode, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { factsOf } from '../model/order-look.ts'
import { shortNo } from '../model/order-words.ts'
import { AddressDialog } from './dialogs/address-dialog.tsx'
import { CloseDialog } from './dialogs/close-dialog.tsx'
import { PaidDialog } from './dialogs/paid-dialog.tsx'
import { PriceDialog } from './dialogs/price-dialog.tsx'

type What = 'price' | 'address' | 'close' | 'paid'
type Opened = { what: What; row: OrderRow }
export type OrderAct = { label: string; danger?: boolean; onClick: () => void }

/** What may be done with an order, in the list and in the detail, and the dialogs for it. */
export function useOrderActs() {
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [opened, setOpened] = useState<Opened>()
  const remove = useWrite(order.remove, { message: '已删除' })

  async function handleRemove({ orderNo }: OrderRow) {
    if (await confirmDelete(`删除订单 ${shortNo(orderNo)}？不能再恢复。`, '删除订单'))
      remove.mutate({ body: { orderNo } })
  }

  /** From the row's state and the rights of the session, as the server will judge; it has the last word. */
  function mayOf(row: OrderRow) {
    const facts = factsOf(row)
    const may = (route: Parameters<typeof canCall>[1], guard: Guard) => can(route) && guard === undefined
    return {
      editPrice: may(order.updatePrice, canReprice(facts)),
      paid: may(order.paid, canPay(facts)),
      editAddress: may(order.updateAddress, canChangeAddress(facts)),
      close: may(order.close, canClose(facts)),
      delete: may(order.remove, canDeleteForGood(facts)),
    }
  }

  /** @param allow what the server allows, of a detail; judged from the row if omitted */
  function actsOf(row: OrderRow, allow: Partial<OrderInfo['allow']> = mayOf(row)) {
    const open = (what: What) => () => setOpened({ what, row })
    return {
      price: allow.editPrice && { label: '改价', onClick: open('price') },
      paid: allow.paid && { label: '确认收款', onClick: open('paid') },
      address: allow.editAddress && { label: '修改地址', onClick: open('address') },
      close: allow.close && { label: '关闭订单', danger: true, onClick: open('close') },
      remove: allow.delete && { label: '删除', danger: true, onClick: () => handleRemove(row) },
    }
  }

  return { can, actsOf, dialogs: opened && dialogOf(opened, () => setOpened(undefined)) }
}

export type OrderActs = ReturnType<ReturnType<typeof useOrderActs>['actsOf']>

/** The one act that the order's state asks for, first in line: money at the door is taken, an unpaid price is talked about. */
export function nextOf(row: OrderRow, { price, paid }: OrderActs): OrderAct | undefined {
  return (row.cod ? paid : price) || undefined
}

/** Draws what needs more of the order than its row, once that is read. */
function OfInfo({ row, draw }: { row: OrderRow; draw: (info: OrderInfo) => ReactNode }) {
  const { data } = useQuery(read(order.info, { query: { orderNo: row.orderNo } }))
  return data ? draw(data) : null
}

function dialogOf({ what, row }: Opened, onClose: () => void) {
  if (what === 'price') return <OfInfo row={row} draw={(info) => <PriceDialog info={info} onClose={onClose} />} />
  if (what === 'address') return <OfInfo row={row} draw={(info) => <AddressDialog info={info} onClose={onClose} />} />
  if (what === 'close') return <CloseDialog row={row} onClose={onClose} />
  return <PaidDialog row={row} onClose={onClose} />
}
