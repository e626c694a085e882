import type { FieldChange } from '@zhanggui/contract/monitor/audit.ts'
import { Table } from 'antd'
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
          render: (_, change) => linesOf(onlyIn(change.before, change.after), styles.old),
        },
        {
          key: 'after',
          title: '变更后',
          render: (_, change) => linesOf(onlyIn(change.after, change.before), styles.new),
        },
      ]}
    />
  )
}

function linesOf(value: unknown, look: string | undefined) {
  const texts = Array.isArray(value) ? value.map(toText) : [toText(value)]
  const shown = texts.filter(Boolean)
  if (!shown.length) return <span className={styles.hint}>（空）</span>
  return shown.map((text) => (
    <div key={text}>
      <span className={`${styles.value} ${look}`}>{text}</span>
    </div>
  ))
}

/** The members of a list that the other one lacks; other values unchanged. */
function onlyIn(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value
  const known = new Set(other.map(toText))
  return value.filter((item) => !known.has(toText(item)))
}

/** A change in one line: 售价：8 → 9; of what was added or removed only the value there is. */
export function changeText({ label, before, after }: Pick<FieldChange, 'label' | 'before' | 'after'>): string {
  const [was, is] = [toText(before), toText(after)]
  if (!was) return `${label}：${is || '（空）'}`
  return `${label}：${was} → ${is || '（空）'}`
}

/** A value of the trail as staff read it. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join('、')
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
