import type { OperationLog } from '@zhanggui/contract/monitor/log.ts'
import { Descriptions } from 'antd'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import styles from '../../../kit/watching.module.css'

/** The details of an expanded log row: 请求方法, 请求参数, 请求编号. */
export function LogDetail({ log }: { log: OperationLog }) {
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        { key: 'method', label: '请求方法', children: <code>{log.method}</code> },
        {
          key: 'params',
          label: '提交内容',
          children: log.input.length ? (
            <div className={styles.code}>
              {log.input.map(({ label, value }) => (
                <div key={label}>
                  {label}：{value}
                </div>
              ))}
            </div>
          ) : (
            '无'
          ),
        },
        { key: 'requestId', label: '请求编号', children: <CopyText text={log.requestId} /> },
      ]}
    />
  )
}
