import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import { useQuery } from '@tanstack/react-query'
import { auth, type Session } from '@zhanggui/contract/staff/auth.ts'
import { Skeleton, Tag } from 'antd'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { Ago } from '../../../../kit/text/ago.tsx'
import styles from './device-list.module.css'

/** 登录设备: the user's sessions, the current one first. Each of them can be ended, the current one by 退出登录. */
export function DeviceList() {
  const sessions = useQuery(read(auth.sessions))
  const endOne = useWrite(auth.removeSession, { message: '已退出该设备' })
  const endOthers = useWrite(auth.removeOtherSessions, { message: '已退出其他设备' })

  async function handleEndOthers() {
    if (await confirm({ content: '退出其他登录设备？它们须重新登录。', okText: '退出其他设备', cancelText: '不退出' }))
      endOthers.mutate({})
  }

  if (sessions.isPending) return <Skeleton active />
  if (sessions.isError && !sessions.data) return <FailedBlock error={sessions.error} onRetry={sessions.refetch} />
  const devices = sessions.data.toSorted((one, other) => Number(other.current) - Number(one.current))
  return (
    <>
      <div className={styles.head}>
        <span>共 {devices.length} 台设备已登录</span>
        <WriteButton disabled={devices.length < 2} of={endOthers} onClick={handleEndOthers}>
          退出其他设备
        </WriteButton>
      </div>
      <ul className={styles.devices}>
        {devices.map((device) => (
          <Device
            key={device.id}
            device={device}
            busy={endOne.isPending}
            onEnd={() => endOne.mutate({ params: { id: device.id } })}
          />
        ))}
      </ul>
    </>
  )
}

function Device({ device, busy, onEnd }: { device: Session; busy: boolean; onEnd: () => void }) {
  const { kind, browser, os, ip, address, loginTime, lastActiveTime, current } = device
  return (
    <li>
      {kind === 'mobile' ? <MobileOutlined aria-hidden /> : <DesktopOutlined aria-hidden />}
      <div className={styles.facts}>
        <div>
          <strong>{[browser, os].filter(Boolean).join(' / ') || '未知设备'}</strong>
          {current && <Tag color="green">当前设备</Tag>}
        </div>
        <div>{[ip, address].filter(Boolean).join(' · ')}</div>
        <div className={styles.times}>
          <span>登录 {loginTime}</span>
          <span>
            最后活动 <Ago time={lastActiveTime} />
          </span>
        </div>
      </div>
      {!current && (
        <WriteButton
          danger
          type="link"
          of={auth.removeSession}
          disabled={busy}
          onClick={async () => {
            const content = '退出该设备？它须重新登录。'
            if (await confirm({ content, okText: '退出该设备', cancelText: '不退出' })) onEnd()
          }}
        >
          退出该设备
        </WriteButton>
      )}
    </li>
  )
}
