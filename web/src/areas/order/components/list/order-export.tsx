import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type OrderQuery, order } from '@zhanggui/contract/order/order.ts'
import { oldestFirst } from '@zhanggui/domain/order/order-state.ts'
import { Button, Dropdown } from 'antd'
import { use } from 'react'
import { Can, useReadOnly } from '../../../../kit/access/can.tsx'
import { useExport } from '../../../../kit/list-page/export-button.tsx'
import { ShownColumns } from '../../../../kit/list-page/views/list-views.ts'
import type { OrderList } from './use-order-list.ts'

/**
 * 导出: the ticked orders or, with none ticked, the filtered ones; the columns of the screen in
 * its order, or all of them; or a row for each line or parcel.
 */
export function OrderExport({ list, orderNos = [] }: { list: OrderList; orderNos?: readonly string[] }) {
  const start = useExport(order.download)
  const readOnly = useReadOnly(order.download) !== undefined
  const shown = [...use(ShownColumns)]
  // Ticked orders are asked for without their tab, which has an order of its own.
  const isUp = orderNos.length > 0 && oldestFirst.some((key) => key === list.fixed.status)
  const sortOfTab = isUp ? 'createTime,asc' : undefined
  const save = (mode: 'order' | 'line' | 'parcel', more: { shown?: string[] } = {}) =>
    start.mutate({
      query: {
        mode,
        ...more,
        ...(orderNos.length ? { orderNos: [...orderNos] } : { ...list.filters, ...list.fixed }),
        sort: (list.sort ?? sortOfTab) as OrderQuery['sort'],
      },
    })
  return (
    <Can do={order.download}>
      <Dropdown
        trigger={['click']}
        disabled={readOnly || !list.rows.length}
        menu={{
          items: [
            { key: 'shown', label: '导出列表（只要显示的列）', onClick: () => save('order', { shown }) },
            { key: 'order', label: '导出订单（每单一行）', onClick: () => save('order') },
            { key: 'line', label: '导出商品明细（每个商品一行）', onClick: () => save('line') },
            { key: 'parcel', label: '导出包裹（每个包裹一行，核对快递账单）', onClick: () => save('parcel') },
          ],
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={start.isPending}>
          {orderNos.length ? '导出所选' : '导出'}
        </Button>
      </Dropdown>
    </Can>
  )
}
