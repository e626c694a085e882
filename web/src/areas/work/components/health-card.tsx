import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { backup, type HealthCheck } from '@zhanggui/contract/work/backup.ts'
import { Button, Skeleton, Tag } from 'antd'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import styles from './backup-card.module.css'

const levels = {
  ok: { text: '正常', color: 'success' },
  warn: { text: '注意', color: 'warning' },
  error: { text: '异常', color: 'error' },
} as const

/** 系统体检: the results of all checks, the worst first, each with its remedy. */
export function HealthCard() {
  const health = useQuery(read(backup.health))
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>系统体检</h2>
        {health.data && <span className={styles.hint}>检查于 {health.data.checkTime}</span>}
        <Button icon={<ReloadOutlined aria-hidden />} loading={health.isFetching} onClick={() => health.refetch()}>
          重新检查
        </Button>
      </div>
      {health.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {health.isError && !health.data && <FailedBlock error={health.error} onRetry={health.refetch} />}
      {health.data && <Checks checks={health.data.checks} />}
    </section>
  )
}

function Checks({ checks }: { checks: readonly HealthCheck[] }) {
  const order = Object.keys(levels).reverse()
  const sorted = checks.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
  return (
    <ul className={styles.checks}>
      {sorted.map(({ name, title, level, message, hint }) => (
        <li key={name}>
          <Tag color={levels[level].color}>{levels[level].text}</Tag>
          <strong>{title}</strong>
          <span>{message}</span>
          <span className={styles.hint}>{hint}</span>
        </li>
      ))}
    </ul>
  )
}
