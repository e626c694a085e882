import type { SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { safeRedirect } from '@zhanggui/domain/staff/safe-redirect.ts'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { needsFactor } from '../../../api/session-state.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useTabsBar } from '../../../kit/page/use-tabs-bar.ts'
import { DeviceList } from '../components/own/device-list.tsx'
import { EmailForm } from '../components/own/email-form.tsx'
import { FactorPanel } from '../components/own/factor-panel.tsx'
import { MessageSettings } from '../components/own/message-settings.tsx'
import { OwnLogins, OwnOperations } from '../components/own/own-logs.tsx'
import { OwnPreferences } from '../components/own/own-preferences.tsx'
import { PasswordForm } from '../components/own/password-form.tsx'
import { ProfileCard } from '../components/own/profile-card.tsx'
import { ProfileForm } from '../components/own/profile-form.tsx'
import styles from './user-center.module.css'

/** The personal centre: the user's own account. The address contains the open tab. */
export default function UserCenterPage() {
  const user = useSession((session) => session.user)
  return user && <Center user={user} />
}

function Center({ user }: { user: SignedIn }) {
  const navigate = useNavigate()
  const bar = useTabsBar()
  const [params, setParams] = useSearchParams()
  const bound = user.mustChangePassword ? 'password' : needsFactor(user) ? 'mfa' : undefined

  function handleDutyDone() {
    if (bound) navigate(safeRedirect(params.get('redirect')), { replace: true })
  }

  const tabs: { key: string; label: string; children: ReactNode }[] = [
    { key: 'profile', label: '用户资料', children: <ProfileForm key={user.phone} user={user} /> },
    { key: 'password', label: '修改密码', children: <PasswordForm user={user} onChanged={handleDutyDone} /> },
    { key: 'email', label: '邮箱', children: <EmailForm user={user} /> },
    { key: 'devices', label: '登录设备', children: <DeviceList /> },
    { key: 'mfa', label: '两步验证', children: <FactorPanel user={user} onEnabled={handleDutyDone} /> },
    { key: 'operations', label: '操作日志', children: <OwnOperations /> },
    { key: 'logins', label: '登录日志', children: <OwnLogins /> },
    { key: 'messages', label: '消息设置', children: <MessageSettings /> },
    { key: 'preferences', label: '偏好设置', children: <OwnPreferences /> },
  ]
  const wanted = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'profile'
  const active = bound ?? wanted
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <div className={styles.page} data-tab={active}>
        <ProfileCard user={user} />
        <div className={styles.card}>
          <Tabs
            ref={bar}
            activeKey={active}
            items={tabs.map((tab) => ({ ...tab, disabled: bound !== undefined && tab.key !== bound }))}
            onChange={(tab) => setParams({ tab }, { replace: true })}
          />
        </div>
      </div>
    </div>
  )
}
