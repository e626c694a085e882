import { useQuery } from '@tanstack/react-query'
import { type ImportInfo, productImport } from '@zhanggui/contract/product/product-import.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { StepBar } from '../../../kit/form/step-bar.tsx'
import styles from '../../../kit/import/import.module.css'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { ImportCheck } from '../components/import/product-import-check.tsx'
import { ImportHistory } from '../components/import/product-import-history.tsx'
import { ImportResult } from '../components/import/product-import-result.tsx'
import { type ImportChoice, ImportStart, usualOptions } from '../components/import/product-import-start.tsx'

const POLL_MS = 2000
const steps = ['上传文件', '检查结果', '导入']

/** Whether products or their pictures are still being imported. */
const isAtWork = ({ status, pictureTaskId, pictures: { total, stored, missing } }: ImportInfo) =>
  status === 'running' || (pictureTaskId !== '' && stored + missing < total)

/**
 * 商品导入: choose a file, review it, import it. The address names the import, so that staff can
 * leave and return to it.
 */
export default function ProductImportPage() {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id')) || undefined
  const [choice, setChoice] = useState<ImportChoice>({ options: usualOptions })
  const show = (next: number | undefined) => setSearch(next ? { id: String(next) } : {}, { replace: true })
  const found = useQuery({
    ...read(productImport.info, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
  })
  const info = id === undefined ? undefined : found.data
  const step = id === undefined ? 0 : info && info.status !== 'checked' ? 2 : 1
  const again = () => {
    setChoice({ options: usualOptions })
    show(undefined)
  }
  return (
    <div className={styles.page}>
      <PageHeader />
      <section className={styles.card}>
        <StepBar titles={steps} current={step} className={styles.steps} />
        {id === undefined && <ImportStart choice={choice} onChoice={setChoice} onChecked={show} />}
        {id !== undefined && !info && found.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
        {id !== undefined && !info && found.error && (
          <>
            <FailedBlock error={found.error} onRetry={found.refetch} />
            <Button onClick={again}>导入其他文件</Button>
          </>
        )}
        {info?.status === 'checked' && <ImportCheck info={info} onBack={() => show(undefined)} />}
        {info && info.status !== 'checked' && <ImportResult info={info} onAgain={again} />}
      </section>
      <ImportHistory chosenId={id} onShow={show} />
    </div>
  )
}
