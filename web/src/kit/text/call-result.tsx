import { callResult } from '@zhanggui/domain/monitor/call-result.ts'
import { Tag } from 'antd'

/** How a call ended, in a word; its HTTP status on hover. */
export function CallResult({ status }: { status: number }) {
  return (
    <Tag title={String(status)} color={status < 400 ? 'success' : status < 500 ? 'warning' : 'error'}>
      {callResult(status)}
    </Tag>
  )
}
