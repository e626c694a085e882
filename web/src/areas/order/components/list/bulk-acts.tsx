import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { type BulkAct, bulkActNames, bulkActs } from '@zhanggui/contract/order/order-note.ts'
import { Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../../api/session.ts'
import { canCall } from '../../../../kit/access/can.tsx'
import { useActItems } from '../../../../kit/list-page/row-actions.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { PrintButton } from '../../../../kit/print/print-button.tsx'
import { ShipTemplateButton } from '../ship-batch/ship-template-button.tsx'
import { OrderExport } from './order-export.tsx'
import type { OrderList } from './use-order-list.ts'

const BulkDialog = lazy(() => loadChunk(() => import('./bulk-dialog.tsx')))

/** What can be done with the ticked orders. */
export function BulkActs({ list, chosen }: { list: OrderList; chosen: readonly OrderRow[] }) {
  const session = useSession()
  const navigate = useNavigate()
  const itemOf = useActItems()
  const [act, setAct] = useState<BulkAct>()
  const orderNos = chosen.map(({ orderNo }) => orderNo)
  const offered = bulkActNames.filter((name) => canCall(session, bulkActs[name]))
  return (
    <>
      {canCall(session, { permission: 'admin:order:send' }) && (
        <Button type="primary" onClick={() => navigate('/order/shipment', { state: { orderNos } })}>
          批量发货
        </Button>
      )}
      <PrintButton orderNos={orderNos} text="批量打印" />
      <ShipTemplateButton orderNos={orderNos} />
      {offered.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: offered.map((name) => ({
              key: name,
              ...itemOf({ label: bulkActs[name].title, danger: name === 'close' }),
              onClick: () => setAct(name),
            })),
          }}
        >
          <Button>
            批量操作 <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      <OrderExport list={list} orderNos={orderNos} />
      <Suspense fallback={null}>
        {act && <BulkDialog act={act} orderNos={orderNos} onClose={() => setAct(undefined)} />}
      </Suspense>
    </>
  )
}
