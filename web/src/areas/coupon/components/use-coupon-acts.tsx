import { type Coupon, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { isSendable } from '../../../kit/coupon/coupon-words.ts'
import { SendDialog } from '../../../kit/coupon/send-dialog.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { RecordsPanel } from './records-panel.tsx'

type What = 'records' | 'send' | 'codes' | 'change'

/** What may be done with a coupon, and the dialogs for it. */
export function useCouponActs() {
  const session = useSession()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<{ what: What; row: Coupon }>()
  const remove = useWrite(coupon.remove, { message: '删除成功' })
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)

  async function handleRemove(row: Coupon) {
    const codes = row.type === 4 ? '未兑换的兑换码会作废，' : ''
    const question = `删除优惠券「${row.name}」？${codes}已领取的 ${row.receivedCount} 张仍可使用。`
    if (await confirmDelete(question)) remove.mutate({ body: { id: row.id } })
  }

  function actsOf(row: Coupon) {
    const open = (what: What) => () => setOpened({ what, row })
    const go = (address: string) => () => navigate(address)
    return {
      records: can(couponCopy.list) && { label: '领取记录', reads: true, onClick: open('records') },
      send: can(couponCopy.receive) && isSendable(row.phase) && { label: '发放', onClick: open('send') },
      codes: row.type === 4 && can(couponCode.list) && { label: '兑换码', reads: true, onClick: open('codes') },
      copy: can(coupon.save) && { label: '复制', onClick: go(`/marketing/coupon/create/${row.id}`) },
      change: can(coupon.update) && { label: '编辑', reads: true, onClick: open('change') },
      report: can(activityReport.report) && {
        label: '效果',
        reads: true,
        onClick: go(`/marketing/report?type=4&id=${row.id}`),
      },
      remove: can(coupon.remove) && { label: '删除', danger: true, onClick: () => handleRemove(row) },
    }
  }

  const close = () => setOpened(undefined)
  return { actsOf, dialogs: opened && dialogOf(opened, close) }
}

function dialogOf({ what, row }: { what: What; row: Coupon }, onClose: () => void): ReactNode {
  if (what === 'records') return <RecordsPanel of={row} onClose={onClose} />
  if (what === 'send') return <SendDialog of={row} onClose={onClose} />
  if (what === 'codes') return <CodesPanel of={row} onClose={onClose} />
  return <ChangeDialog row={row} onClose={onClose} />
}
