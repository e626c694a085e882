import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { Button, Empty } from 'antd'
import type { ReactNode } from 'react'
import { CallError, isForbidden } from '../../api/call-error.ts'
import styles from './block-state.module.css'

/** Replaces content that could not be fetched: 暂无权限, the reason of the refusal, or 加载失败; with 重试. */
export function FailedBlock({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isForbidden(error)) return <Block text="暂无权限" />
  return (
    <Block text={isRefusal(error) ? error.message : '加载失败'}>
      <Button onClick={onRetry}>重试</Button>
    </Block>
  )
}

/** The server names a step required first. */
function isRefusal(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 422 || error.status === 428)
}

/** Shown when there are no results; with filters set, it offers to clear them. */
export function EmptyBlock({ text = '暂无数据', onClear }: { text?: string; onClear?: () => void }) {
  if (!onClear) return <Block text={text} />
  return (
    <Block text="没有符合条件的数据">
      <Button onClick={onClear}>清空筛选</Button>
    </Block>
  )
}

function Block({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Empty image={<InboxOutlined aria-hidden />} description={text} className={styles.block}>
      {children}
    </Empty>
  )
}
