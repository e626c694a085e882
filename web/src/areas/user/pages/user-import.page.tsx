import { useQuery } from '@tanstack/react-query'
import { type UserImportInfo, userImport } from '@zhanggui/contract/user/user-import.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { StepBar } from '../../../kit/form/step-bar.tsx'
import styles from '../../../kit/import/import.module.css'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { ImportCheck } from '../components/import/user-import-check.tsx'
import { ImportHistory } from '../components/import/user-import-history.tsx'
import { ImportResult } from '../components/import/user-import-result.tsx'
import { type ImportChoice, ImportStart } from '../components/import/user-import-start.tsx'

const POLL_MS = 2000
const steps = ['上传文件', '检查结果', '导入']
const isAtWork = ({ status, stopped }: UserImportInfo) => (status === 'running' || status === 'undoing') && !stopped
/** Whether it is still to be confirmed, or was not in time. */
const isBefore = ({ status }: UserImportInfo) => ['checked', 'expired', 'waiting'].includes(status)

/** 导入客户: choose a file, look at what it would do, import it. The address names the import, so that staff can come back to it. */
export default function UserImportPage() {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id')) || undefined
  const [choice, setChoice] = useState<ImportChoice>({ mode: 'upsert' })
  const show = (next: number | undefined) => setSearch(next ? { id: String(next) } : {}, { replace: true })
  const found = useQuery({
    ...read(userImport.info, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
  })
  const info = id === undefined ? undefined : found.data
  const step = id === undefined ? 0 : info && !isBefore(info) ? 2 : 1
  const again = () => {
    setChoice({ mode: 'upsert' })
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
        {info && isBefore(info) && (
          <ImportCheck
            key={info.id}
            info={info}
            choice={choice}
            onChoice={setChoice}
            onChecked={show}
            onBack={() => show(undefined)}
          />
        )}
        {info && !isBefore(info) && <ImportResult info={info} onAgain={again} />}
      </section>
      <ImportHistory chosenId={id} onShow={show} />
    </div>
  )
}
