import { auditActionLabel } from '@zhanggui/contract/audit-actions.ts'
import { type HistoryEntry, history, historyWays } from '@zhanggui/contract/monitor/history.ts'
import { Button } from 'antd'
import { Can } from '../access/can.tsx'
import { When } from '../text/when.tsx'
import { ChangeLines } from './change-lines.tsx'
import styles from './history.module.css'

/** One act on the object: who, when and how, and each field with the way back to what it was. */
export function EntryView({
  entry,
  newest,
  busy,
  onRestore,
}: {
  entry: HistoryEntry
  /** Nothing was changed since: going back behind its only field is going back behind it. */
  newest: boolean
  busy: boolean
  /** Asks to go back behind the entry: with the whole object, or with one field. */
  onRestore: (field?: string) => void
}) {
  const { actorName, way, action, time, changes, restorable, restoredFrom } = entry
  const isUsual = way === 'console' || way === action
  return (
    <>
      <div className={styles.head}>
        <strong>{actorName || '系统'}</strong>
        <span>
          {auditActionLabel(action)}
          {!isUsual && `（${historyWays[way]}）`}
        </span>
        <When at={time} />
        {restorable && (changes.length > 1 || !newest) && (
          <Can do={history.restore}>
            <Button size="small" disabled={busy || undefined} onClick={() => onRestore()}>
              恢复到这之前
            </Button>
          </Can>
        )}
      </div>
      {restoredFrom && <p className={styles.note}>恢复到 {restoredFrom}</p>}
      {!changes.length && <p className={styles.note}>{action === 'create' ? '新建' : '没有字段变化'}</p>}
      <ChangeLines
        changes={changes}
        act={({ path, label, reason }) =>
          reason ? undefined : (
            <Can do={history.restore}>
              <Button
                type="link"
                size="small"
                disabled={busy || undefined}
                aria-label={`改回${label}`}
                onClick={() => onRestore(path)}
              >
                改回
              </Button>
            </Can>
          )
        }
      />
    </>
  )
}
