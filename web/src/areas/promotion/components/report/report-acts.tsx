import { order } from '@zhanggui/contract/order/order.ts'
import { activity, activityRight } from '@zhanggui/contract/promotion/activity.ts'
import type { GoodsReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { type ActivityType, activityForms } from '@zhanggui/domain/promotion/activity.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, HasPermi } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'

/** What one does next with an activity whose figures are looked at: its orders, and the same once more. */
export function ReportActs({ of: { id, type, orders } }: { of: GoodsReport }) {
  const navigate = useNavigate()
  const kind = type as ActivityType
  const copy = useWrite(activity.copy, {
    message: '已复制，改好日期就可以开启',
    onSuccess: ({ id: copied }) => navigate(`${activityForms[kind]}/${copied}`),
  })
  return (
    <>
      {orders > 0 && (
        <Can do={order.list}>
          <Button onClick={() => navigate(`/order/list?activityId=${id}`)}>看订单 {orders}</Button>
        </Can>
      )}
      <HasPermi value={[activityRight(kind, 'save')]}>
        <WriteButton type="primary" of={copy} onClick={() => copy.mutate({ body: { id } })}>
          再办一场
        </WriteButton>
      </HasPermi>
    </>
  )
}
