import type { FieldChange } from '@zhanggui/contract/monitor/audit.ts'
import { Table } from 'antd'
import { onlyIn, partsOf, valueLines } from '../../../kit/text/change-text.ts'
import styles from '../../../kit/watching.module.css'

/** The changes, one field a line: old values in red, new ones in green; of lists only the members removed and added. */
export function AuditDiff({ changes }: { changes: readonly FieldChange[] }) {
  if (!changes.length) return <p className={styles.hint}>此操作没有字段变更</p>
  return (
    <Table<FieldChange>
      size="small"
      rowKey="path"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={changes}
      columns={[
        { key: 'label', title: '字段', width: 160, render: (_, { label, path }) => <span title={path}>{label}</span> },
        {
          key: 'before',
          title: '变更前',
          render: (_, change) => linesOf(onlyIn(change.before, change.after), styles.old, emptyOf(change)),
        },
        {
          key: 'after',
          title: '变更后',
          render: (_, change) => linesOf(onlyIn(change.after, change.before), styles.new, emptyOf(change)),
        },
      ]}
    />
  )
}

/** A list that was only added to, or taken from, is not empty. */
const emptyOf = ({ before, after }: FieldChange) => (partsOf(before, after) ? '—' : '（空）')

function linesOf(value: unknown, look: string | undefined, empty: string) {
  const shown = valueLines(value)
  if (!shown.length) return <span className={styles.hint}>{empty}</span>
  return shown.map((text) => (
    <div key={text}>
      <span className={`${styles.value} ${look}`}>{text}</span>
    </div>
  ))
}
