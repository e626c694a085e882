import { PageHeader } from '../../../kit/page/page-header.tsx'
import { BackupCard } from '../components/backup-card.tsx'
import { HealthCard } from '../components/health-card.tsx'
import { OpsUploadsCard } from '../components/ops-uploads-card.tsx'
import styles from './backup-page.module.css'

/** 备份与体检 (docs/work.md, Backups). */
export default function BackupPage() {
  return (
    <div className={styles.page}>
      <PageHeader />
      <HealthCard />
      <BackupCard />
      <OpsUploadsCard />
    </div>
  )
}
