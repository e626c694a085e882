import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { actRights } from '@zhanggui/contract/order/order-acts.ts'
import type { OrderAct as Allowed, OrderInfo, OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { factsOfRow, judgeActs } from '@zhanggui/domain/order/order-acts.ts'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { shortNo } from '../../../kit/text/short-no.ts'
import { isIn } from '../model/order-look.ts'
import type { ActDialogProps, InfoDialogProps } from './act-dialog.ts'

type ActDialog = ComponentType<ActDialogProps>

/** A dialog of its own chunk. */
const later = (load: () => Promise<{ default: ActDialog }>): ActDialog => lazy(() => loadChunk(load))
/** The same for one that needs more of the order than its row: it is read first. */
const withInfo = (load: () => Promise<{ default: ComponentType<InfoDialogProps> }>): ActDialog => {
  const Of = lazy(() => loadChunk(load))
  return ({ row, ...props }) => <OfInfo row={row} draw={(info) => <Of info={info} {...props} />} />
}

const named = <Name extends string>(load: () => Promise<Record<Name, ComponentType<InfoDialogProps>>>, name: Name) =>
  withInfo(async () => ({ default: (await load())[name] }))
const plain = <Name extends string>(load: () => Promise<Record<Name, ActDialog>>, name: Name) =>
  later(async () => ({ default: (await load())[name] }))

type Act = {
  name: string
  label: string
  /** What must be allowed, see {@link judgeActs}. */
  allow: Allowed | 'log' | 'case' | 'seeCase' | 'trace'
  danger?: true
  reads?: true
  /** Left out until the part that brings it is there, or where the act needs none. */
  Dialog?: ActDialog
}

/**
 * The acts of an order in the order in which 更多 lists them. Whoever brings a dialog adds it at its
 * act, as a chunk of its own; an act without one is not offered.
 */
const acts = [
  {
    name: 'send',
    label: '发货',
    allow: 'send',
    Dialog: named(() => import('./dialogs/ship-dialog.tsx'), 'ShipDialog'),
  },
  { name: 'verify', label: '核销', allow: 'verify' },
  {
    name: 'price',
    label: '改价',
    allow: 'editPrice',
    Dialog: named(() => import('./dialogs/price-dialog.tsx'), 'PriceDialog'),
  },
  {
    name: 'trace',
    label: '物流',
    reads: true,
    allow: 'trace',
    Dialog: named(() => import('./timeline/trace-panel.tsx'), 'OrderTracePanel'),
  },
  {
    name: 'editDelivery',
    label: '修改物流',
    allow: 'editDelivery',
    Dialog: named(() => import('./dialogs/delivery-dialog.tsx'), 'DeliveryDialog'),
  },
  { name: 'log', label: '记录', reads: true, allow: 'log', Dialog: later(() => import('./timeline/log-panel.tsx')) },
  { name: 'remark', label: '备注', allow: 'mark', Dialog: later(() => import('./dialogs/remark-dialog.tsx')) },
  { name: 'tags', label: '标签', allow: 'tag', Dialog: later(() => import('./dialogs/tag-dialog.tsx')) },
  { name: 'hold', label: '挂起', allow: 'hold', Dialog: later(() => import('./dialogs/hold-dialog.tsx')) },
  { name: 'unhold', label: '解除挂起', allow: 'unhold' },
  {
    name: 'address',
    label: '修改地址',
    allow: 'editAddress',
    Dialog: named(() => import('./dialogs/address-dialog.tsx'), 'AddressDialog'),
  },
  {
    name: 'refund',
    label: '退款',
    allow: 'refund',
    Dialog: withInfo(() => import('./refund/refund-dialog.tsx')),
  },
  {
    name: 'case',
    label: '处理售后',
    reads: true,
    allow: 'case',
    Dialog: withInfo(() => import('./case/open-case-panel.tsx')),
  },
  {
    name: 'seeCase',
    label: '查看售后',
    reads: true,
    allow: 'seeCase',
    Dialog: withInfo(() => import('./case/open-case-panel.tsx')),
  },
  {
    name: 'apply',
    label: '代客申请售后',
    allow: 'apply',
    Dialog: withInfo(() => import('./case/apply-dialog.tsx')),
  },
  {
    name: 'paid',
    label: '确认收款',
    allow: 'paid',
    Dialog: plain(() => import('./dialogs/paid-dialog.tsx'), 'PaidDialog'),
  },
  {
    name: 'edit',
    label: '改单',
    allow: 'edit',
    Dialog: named(() => import('./dialogs/edit-dialog.tsx'), 'EditDialog'),
  },
  {
    name: 'swap',
    label: '换规格',
    allow: 'edit',
    Dialog: named(() => import('./dialogs/swap-dialog.tsx'), 'SwapDialog'),
  },
  {
    name: 'reship',
    label: '补发',
    allow: 'reship',
    Dialog: named(() => import('./dialogs/reship-dialog.tsx'), 'ReshipDialog'),
  },
  {
    name: 'addParcel',
    label: '附加包裹',
    allow: 'addParcel',
    Dialog: named(() => import('./dialogs/ship-dialog.tsx'), 'FurtherParcelDialog'),
  },
  { name: 'print', label: '打印', allow: 'print', Dialog: later(() => import('./print/print-order.tsx')) },
  {
    name: 'close',
    label: '关闭订单',
    allow: 'close',
    danger: true,
    Dialog: plain(() => import('./dialogs/close-dialog.tsx'), 'CloseDialog'),
  },
  { name: 'remove', label: '删除', allow: 'delete', danger: true },
] as const satisfies readonly Act[]

export type ActName = (typeof acts)[number]['name']
export type OrderAct = { name: ActName; label: string; danger?: boolean; reads?: boolean; onClick: () => void }
/** What may be done with an order, in the order of 更多. */
export type OrderActs = readonly OrderAct[]

type Opened = { name: ActName; row: OrderRow; onDone?: (() => void) | undefined }
type Allow = Readonly<Partial<Record<Allowed | 'log' | 'case' | 'seeCase' | 'trace', boolean>>>

/** What may be done with an order, in the list and in the detail, and the dialogs for it. */
export function useOrderActs() {
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>()
  const remove = useWrite(order.remove, { message: '已删除' })
  const unhold = useWrite(orderNote.unhold, { message: '已解除挂起' })

  async function handleRemove({ orderNo }: OrderRow) {
    if (await confirmDelete(`删除订单 ${shortNo(orderNo)}？不能再恢复。`, '删除订单'))
      remove.mutate({ body: { orderNo } })
  }
  const direct: Partial<Record<ActName, (row: OrderRow) => void>> = {
    remove: handleRemove,
    verify: ({ orderNo }) => navigate(`/store/verify?orderNo=${orderNo}`),
    unhold: ({ orderNo, version }) => unhold.mutate({ body: { orderNo, version } }),
  }

  const mayOf = (row: OrderRow) => judgeActs(factsOfRow(row), (act) => can({ permission: actRights[act] }))

  /**
   * @param allow what the server allows, of a detail; judged here from the row, as the server would, if omitted
   * @param onDone told when the act succeeded
   */
  function actsOf(row: OrderRow, allow: Allow = mayOf(row), onDone?: () => void): OrderActs {
    const hasCase = row.refundStatus === 1 && can(CASE)
    const mayJudge = JUDGES.some(can)
    const may: Allow = {
      ...allow,
      log: can(order.info),
      case: hasCase && mayJudge,
      seeCase: hasCase && !mayJudge,
      trace: isIn(row, 'toReceive') && can(order.info) && can(shipment.trace),
    }
    return acts.flatMap(({ name, label, ...act }: Act) => {
      const known = name as ActName
      const handle = direct[known]
      if (!may[act.allow] || (!handle && !act.Dialog)) return []
      // With a case open money goes back by the case.
      if (known === 'refund' && row.refundStatus === 1) return []
      const onClick = () => (handle ? handle(row) : setOpened({ name: known, row, onDone }))
      return [{ name: known, label, ...(act.danger && { danger: true }), ...(act.reads && { reads: true }), onClick }]
    })
  }

  const Dialog = opened && (acts as readonly Act[]).find(({ name }) => name === opened.name)?.Dialog
  return {
    can,
    actsOf,
    dialogs: opened && Dialog && (
      <Suspense fallback={null}>
        <Dialog
          key={opened.row.id}
          row={opened.row}
          onDone={opened.onDone}
          onClose={() => setOpened((now) => (now === opened ? undefined : now))}
        />
      </Suspense>
    ),
  }
}

const CASE = { permission: 'admin:order:refund:info' } as const
/** Whoever holds one of these does something about a case; all others look at it. */
const JUDGES = [
  { permission: 'admin:order:refund' },
  { permission: 'admin:order:refund:refuse' },
  { permission: 'admin:order:refund:receive' },
] as const

export const actOf = (of: OrderActs, name: ActName) => of.find((act) => act.name === name)

/** The one act that the order's state asks for, the first that is allowed. */
export function nextOf(row: OrderRow, of: OrderActs): OrderAct | undefined {
  const wanted: readonly ActName[] = isIn(row, 'refunding')
    ? ['case']
    : row.cod && row.status > 0
      ? ['paid']
      : ['send', 'verify', ...(row.cod ? ['paid' as const] : []), 'price', 'trace']
  for (const name of wanted) {
    const act = actOf(of, name)
    if (act) return act
  }
  return undefined
}

/** Acts that are ours to do now, drawn as such. */
export const isOurs = (act: OrderAct | undefined) =>
  act !== undefined && ['send', 'verify', 'paid', 'case'].includes(act.name)

/** Draws what needs more of the order than its row, once that is read; the detail has read it, and keeps it current. */
function OfInfo({ row, draw }: { row: OrderRow | OrderInfo; draw: (info: OrderInfo) => ReactNode }) {
  const isShown = 'allow' in row
  const { data, isFetchedAfterMount } = useQuery({
    ...read(order.info, { query: { id: row.id } }),
    ...(isShown && { staleTime: Number.POSITIVE_INFINITY }),
  })
  return data && (isShown || isFetchedAfterMount) ? draw(data) : null
}
