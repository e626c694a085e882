import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { order } from '@zhanggui/contract/order/order.ts'
import { Button, Dropdown } from 'antd'
import { Can } from '../../../../kit/access/can.tsx'
import { useExport } from '../../../../kit/list-page/export-button.tsx'
import type { OrderList } from './use-order-list.ts'

/** 导出: the ticked orders or, with none ticked, the filtered ones; a row each, or one for each line. */
export function OrderExport({ list, orderNos = [] }: { list: OrderList; orderNos?: readonly string[] }) {
  const start = useExport(order.download)
  const save = (mode: 'order' | 'line') =>
    start.mutate({
      query: { mode, ...(orderNos.length ? { orderNos: [...orderNos] } : { ...list.filters, ...list.fixed }) },
    })
  return (
    <Can do={order.download}>
      <Dropdown
        trigger={['click']}
        disabled={!list.rows.length}
        menu={{
          items: [
            { key: 'order', label: '导出订单（每单一行）', onClick: () => save('order') },
            { key: 'line', label: '导出商品明细（每个商品一行）', onClick: () => save('line') },
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
