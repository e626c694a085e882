import { useQuery } from '@tanstack/react-query'
import { afterSales, type SalesAct, type SalesInfo, type SalesRow } from '@zhanggui/contract/order/after-sales.ts'
import { caseRights } from '@zhanggui/contract/order/order-acts.ts'
import { judgeCaseActs } from '@zhanggui/domain/order/after-sales.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { canCall } from '../../../../kit/access/can.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'

const ApproveDialog = lazy(() => loadChunk(() => import('./approve-dialog.tsx')))
const RefuseDialog = lazy(() => loadChunk(() => import('./refuse-dialog.tsx')))
const ReceiveDialog = lazy(() => loadChunk(() => import('./receive-dialog.tsx')))
const PayDialog = lazy(() => loadChunk(() => import('./pay-dialog.tsx')))

type Opened = { what: SalesAct; id: number }
export type CaseAct = { label: string; danger?: boolean; onClick: () => void }

/** What may be done with a case, in the list and in the detail, and the dialogs for it. */
export function useCaseActs() {
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [opened, setOpened] = useState<Opened>()

  const mayOf = (row: SalesRow) => judgeCaseActs(row, row.order, (act) => can({ permission: caseRights[act] }))

  /** @param allow what the server allows, of a detail; judged here from the row, as the server would, if omitted */
  function actsOf(row: SalesRow, allow: Record<SalesAct, boolean> = mayOf(row)) {
    // The dialogs read the case in full.
    const open = (what: SalesAct) => () => setOpened({ what, id: row.id })
    const looks = can(afterSales.info)
    return {
      approve: looks && allow.approve && { label: '同意', onClick: open('approve') },
      refuse: looks && allow.refuse && { label: '拒绝', danger: true, onClick: open('refuse') },
      receive: looks && allow.receive && { label: '确认收货', onClick: open('receive') },
      pay: looks && allow.pay && { label: row.refund?.state === 2 ? '重试退款' : '退款', onClick: open('pay') },
    }
  }

  return { can, actsOf, dialogs: opened && dialogOf(opened, () => setOpened(undefined)) }
}

export type CaseActs = ReturnType<ReturnType<typeof useCaseActs>['actsOf']>

/** The one act that the state of a case asks for. */
export const nextCaseAct = ({ approve, receive, pay }: CaseActs): CaseAct | undefined =>
  approve || receive || pay || undefined

/** Draws a dialog once the case is read in full. */
function OfInfo({ id, draw }: { id: number; draw: (info: SalesInfo) => ReactNode }) {
  const { data } = useQuery(read(afterSales.info, { query: { id } }))
  return data ? <Suspense fallback={null}>{draw(data)}</Suspense> : null
}

function dialogOf({ what, id }: Opened, onClose: () => void) {
  const dialogs: Record<SalesAct, (info: SalesInfo) => ReactNode> = {
    approve: (info) => <ApproveDialog info={info} onClose={onClose} />,
    refuse: (info) => <RefuseDialog info={info} onClose={onClose} />,
    receive: (info) => <ReceiveDialog info={info} onClose={onClose} />,
    pay: (info) => <PayDialog info={info} onClose={onClose} />,
  }
  return <OfInfo key={id} id={id} draw={dialogs[what]} />
}
