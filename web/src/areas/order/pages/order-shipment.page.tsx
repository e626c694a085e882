import { useQuery } from '@tanstack/react-query'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { StepBar } from '../../../kit/form/step-bar.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import styles from '../components/ship-batch/ship-batch.module.css'
import { ShipCheck } from '../components/ship-batch/ship-check.tsx'
import { ShipHistory } from '../components/ship-batch/ship-history.tsx'
import { ShipResult } from '../components/ship-batch/ship-result.tsx'
import { ShipStart } from '../components/ship-batch/ship-start.tsx'
import { ShipTemplateButton } from '../components/ship-batch/ship-template-button.tsx'

const POLL_MS = 2000
const steps = ['上传单号', '核对', '发货']

/**
 * 批量发货: numbers by a sheet or pasted, looked at, then shipped in the background. The address names
 * the batch, so that staff can leave and return to it.
 */
export default function OrderShipmentPage() {
  const [search, setSearch] = useSearchParams()
  const { state, key } = useLocation()
  const [text, setText] = useState('')
  // Ticked on the desk: a line each, to which carrier and number are added.
  const ticked = (state as { orderNos?: readonly string[] } | null)?.orderNos
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time they are sent here
  useEffect(() => {
    if (ticked?.length) setText(ticked.map((orderNo) => `${orderNo} `).join('\n'))
  }, [key])
  const mayImport = useCan(shipBatch.read)
  const id = Number(search.get('id')) || undefined
  const show = (next: number | undefined) => setSearch(next ? { id: String(next) } : {}, { replace: true })
  const found = useQuery({
    ...read(shipBatch.info, { params: { batchId: id ?? 0 } }),
    enabled: id !== undefined && mayImport,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' && !data.isStopped ? POLL_MS : false),
  })
  const info = id === undefined ? undefined : found.data
  const step = id === undefined ? 0 : info && info.state !== 'checked' ? 2 : 1
  const again = () => {
    setText('')
    show(undefined)
  }
  if (!mayImport) return <ShipTemplateOnly />
  return (
    <div className={styles.page}>
      <PageHeader acts={id !== undefined && <ShipTemplateButton />} />
      <section className={styles.card}>
        <StepBar titles={steps} current={step} className={styles.steps} />
        {id === undefined && <ShipStart text={text} onText={setText} onRead={show} />}
        {id !== undefined && !info && found.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
        {id !== undefined && !info && found.error && (
          <>
            <FailedBlock error={found.error} onRetry={found.refetch} />
            <Button onClick={again}>导入其他单号</Button>
          </>
        )}
        {info?.state === 'checked' && <ShipCheck info={info} onBack={() => show(undefined)} />}
        {info && info.state !== 'checked' && <ShipResult info={info} onAgain={again} />}
      </section>
      <ShipHistory chosenId={id} onShow={show} />
    </div>
  )
}

/** For who may ship but not import numbers. */
function ShipTemplateOnly() {
  return (
    <div className={styles.page}>
      <PageHeader />
      <section className={styles.card}>
        <div className={styles.kept}>
          <p className={styles.hint}>你可以导出待发货表；导入快递单号需要「导入单号」，请找店主开通。</p>
          <ShipTemplateButton />
        </div>
      </section>
    </div>
  )
}
