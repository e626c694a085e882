import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { Alert, Button, Skeleton, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { hasPermi } from '../../../kit/access/permissions.ts'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { GridScreen } from '../components/grid/grid-screen.tsx'
import styles from '../components/grid/product-grid.module.css'
import { useGridRows } from '../components/grid/use-grid-rows.ts'
import { gridColumns } from '../model/grid/grid-cells.ts'

/** 快速编辑: prices, stock, order and shelf of chosen or found products in a grid. The address names the products. */
export default function ProductGridPage() {
  const [params] = useSearchParams()
  const asked = params.toString()
  const [shown, setShown] = useState(asked)
  const [dirty, setDirty] = useState(false)
  const waits = asked !== shown
  if (waits && !dirty) setShown(asked)
  return (
    <div className={styles.page}>
      {waits && dirty && (
        <Alert
          type="warning"
          showIcon
          title="表格里还有未保存的修改，保存或放弃后才会显示新选择的商品"
          action={
            <Space>
              <Button size="small" onClick={() => setShown(asked)}>
                放弃修改，显示新选择的商品
              </Button>
            </Space>
          }
        />
      )}
      <Loaded key={shown} search={shown} onDirty={setDirty} />
    </div>
  )
}

function Loaded({ search, onDirty }: { search: string; onDirty: (dirty: boolean) => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const { data, error, refetch, loaded } = useGridRows(search)
  const columns = useMemo(
    () =>
      gridColumns({
        edits: canCall(session, product.update),
        seesCost: hasPermi(session, ['admin:product:cost:view']),
        stocks: canCall(session, productStock.adjust),
        puts: canCall(session, product.putOnShelf),
        takes: canCall(session, product.takeOffShelf),
      }),
    [session],
  )
  if (data?.rows.length) return <GridScreen search={search} loaded={data} columns={columns} onDirty={onDirty} />
  return (
    <>
      <PageHeader />
      {data && (
        <EmptyBlock
          text="没有找到商品"
          act={<Button onClick={() => navigate('/product/list')}>去商品管理选择商品</Button>}
        />
      )}
      {!data && error && <FailedBlock error={error} onRetry={refetch} />}
      {!data && !error && (
        <>
          <p role="status">{loaded ? `已载入 ${loaded} 个商品…` : '正在载入商品…'}</p>
          <Skeleton active paragraph={{ rows: 10 }} />
        </>
      )}
    </>
  )
}
