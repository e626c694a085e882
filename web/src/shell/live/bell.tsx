import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import DisconnectOutlined from '@ant-design/icons/es/icons/DisconnectOutlined'
import { Badge, Popover, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLive } from '../../api/live.ts'
import { Tool } from '../layout/tool.tsx'
import styles from './bell.module.css'

const BellPanel = lazy(() => import('./bell-panel.tsx'))

/** The user's notifications, announcements and pending items. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { unread, notices, disconnected } = useLive()
  const waiting = [unread && `${unread} 条未读消息`, notices && `${notices} 条公告`].filter(Boolean)
  return (
    <>
      {disconnected && (
        <Tooltip title="正在重新连接，消息每分钟更新一次">
          <span className={styles.lost} role="status">
            <DisconnectOutlined aria-hidden />
            <span>实时连接已断开</span>
          </span>
        </Tooltip>
      )}
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        classNames={{ root: styles.popover }}
        content={
          <Suspense fallback={<div className={styles.panel} />}>
            <BellPanel onLeave={() => setOpen(false)} />
          </Suspense>
        }
      >
        {/* The popover is anchored to the box: the button has its own tooltip. */}
        <span className={styles.bell}>
          <Tool label={['消息', ...waiting].join('，')} expanded={open} quiet={open}>
            {/* 99+ is as wide as its button: moved inward it touches nobody else. */}
            <Badge
              count={unread + notices}
              overflowCount={99}
              size="small"
              offset={[unread + notices > 99 ? -5 : 2, -2]}
              color="#c62a33"
            >
              <BellOutlined className={styles.icon} aria-hidden />
            </Badge>
          </Tool>
        </span>
      </Popover>
    </>
  )
}
