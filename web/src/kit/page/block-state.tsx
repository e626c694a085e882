import CloudOutlined from '@ant-design/icons/es/icons/CloudOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { CallError, isForbidden } from '../../api/call-error.ts'
import { copy } from '../feedback/copy.ts'
import styles from './block-state.module.css'
import { askOwner, needOf } from './forbidden.ts'

/** Replaces content that could not be fetched: which right is missing, or why it failed, with 重试. */
export function FailedBlock({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isForbidden(error)) return <ForbiddenBlock error={error as CallError} />
  if (isRefusal(error)) {
    return (
      <Block icon={<InboxOutlined />} text={error.message}>
        <Button onClick={onRetry}>重试</Button>
      </Block>
    )
  }
  return (
    <Block icon={<CloudOutlined />} text="没取到数据" more={failureText(error)}>
      <Button onClick={onRetry}>重试</Button>
    </Block>
  )
}

/** The server names a step required first, or for what to wait. */
function isRefusal(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false
  return error.status === 422 || error.status === 428 || error.code === 'TOO_MANY_LOOKUPS'
}

/** Refusals that say themselves what to do. */
const EXPLAINED: readonly number[] = [400, 409, 422, 428]

/** Why a read failed, in words, with the number to give to whoever looks into it. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return '页面出错了'
  const { kind, status, message, requestId } = error
  if (status !== undefined && EXPLAINED.includes(status)) return message
  const why =
    kind === 'network' || kind === 'timeout' ? '网络断了或服务器没回应' : status === 500 ? '服务器出错了' : message
  return requestId ? `${why}（${requestId}）` : why
}

/** Names the right that is missing and whom to ask for it. */
function ForbiddenBlock({ error }: { error: CallError }) {
  const need = needOf(error)
  return (
    <Block icon={<LockOutlined />} text={need ? `需要「${need}」，请找店主开通` : '没有权限，请找店主开通'}>
      <Button onClick={() => copy(askOwner(error))}>复制给店主</Button>
    </Block>
  )
}

export type EmptyText = {
  icon?: ReactNode
  /** 还没有优惠券. */
  text: string
  /** What it is for. */
  more?: ReactNode
  /** The act that ends the emptiness. */
  act?: ReactNode
}

/** Shown while there is nothing yet: what belongs here, what it is for, and the act that adds it. */
export function EmptyBlock({ icon = <InboxOutlined />, text, more, act }: EmptyText) {
  return (
    <Block icon={icon} text={text} more={more}>
      {act}
    </Block>
  )
}

/** Shown when nothing matches the filters. @param of what the list holds: 订单 */
export function NothingFound({ count, of = '数据', onClear }: { count: number; of?: string; onClear: () => void }) {
  return (
    <Block icon={<InboxOutlined />} text={`没有符合 ${count} 个条件的${of}`}>
      <Button onClick={onClear}>清空筛选</Button>
    </Block>
  )
}

type BlockProps = { icon: ReactNode; text: string; more?: ReactNode; children?: ReactNode }

function Block({ icon, text, more, children }: BlockProps) {
  return (
    <div className={styles.block}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <p className={styles.text}>{text}</p>
      {more && <p className={styles.more}>{more}</p>}
      {children && <div className={styles.acts}>{children}</div>}
    </div>
  )
}
