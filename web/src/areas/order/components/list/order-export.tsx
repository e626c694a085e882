import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type OrderQuery, order, type orderColumns } from '@zhanggui/contract/order/order.ts'
import { Button, Dropdown } from 'antd'
import { use } from 'react'
import { Can, useReadOnly } from '../../../../kit/access/can.tsx'
import { useExport } from '../../../../kit/list-page/export-button.tsx'
import { ShownColumns } from '../../../../kit/list-page/list-views.ts'
import type { OrderList } from './use-order-list.ts'

/** What the columns of the desk tell, as columns of the sheet. */
const told: Readonly<Record<string, readonly (keyof typeof orderColumns)[]>> = {
  createTime: ['orderNo', 'createTime'],
  lines: ['lines', 'totalNum'],
  realName: ['realName', 'userPhone', 'address', 'storeName'],
  remark: ['mark', 'remark'],
  payPrice: ['payPrice', 'payTypeStr', 'refundPrice'],
  statusStr: ['statusStr', 'expressName', 'expressNo'],
  payTime: ['payTime'],
  orderTypeText: ['orderTypeText'],
  nickname: ['nickname'],
}

/**
 * 导出: the ticked orders or, with none ticked, the filtered ones; a row each with all columns or
 * those of the screen in its order, or a row for each line.
 */
export function OrderExport({ list, orderNos = [] }: { list: OrderList; orderNos?: readonly string[] }) {
  const start = useExport(order.download)
  const readOnly = useReadOnly(order.download) !== undefined
  const shown = use(ShownColumns).flatMap((name) => told[name] ?? [])
  const save = (mode: 'order' | 'line' | 'parcel', columns?: (keyof typeof orderColumns)[]) =>
    start.mutate({
      query: {
        mode,
        ...(columns && { columns }),
        ...(orderNos.length ? { orderNos: [...orderNos] } : { ...list.filters, ...list.fixed }),
        sort: list.sort as OrderQuery['sort'],
      },
    })
  return (
    <Can do={order.download}>
      <Dropdown
        trigger={['click']}
        disabled={readOnly || !list.rows.length}
        menu={{
          items: [
            { key: 'order', label: '导出订单（每单一行）', onClick: () => save('order') },
            { key: 'shown', label: '导出订单（只要列表中显示的列）', onClick: () => save('order', shown) },
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
