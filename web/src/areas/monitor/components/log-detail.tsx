import type { OperationLog } from '@zhanggui/contract/monitor/log.ts'
import { Facts } from '../../../kit/detail/parts.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import styles from '../../../kit/watching.module.css'

/** The details of an expanded log row: 请求方法, 请求参数, 请求编号. */
export function LogDetail({ log }: { log: OperationLog }) {
  return (
    <Facts
      items={[
        { label: '请求方法', value: <code>{log.method}</code> },
        { label: '提交内容', value: <LogInput of={log} /> },
        { label: '请求编号', value: <CopyText text={log.requestId} /> },
      ]}
    />
  )
}

/** What a call sent, field by field in the words of its form. */
export function LogInput({ of: { input } }: { of: Pick<OperationLog, 'input'> }) {
  if (!input.length) return '无'
  return (
    <div className={styles.code}>
      {input.map(({ label, value }) => (
        <div key={label}>
          {label}：{value}
        </div>
      ))}
    </div>
  )
}
