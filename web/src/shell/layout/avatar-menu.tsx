import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { forgetDirty } from '../../kit/dirty-guard.ts'
import { confirm } from '../../kit/feedback.ts'
import { mediaUrl } from '../../kit/media-url.ts'
import { announceSignOut } from '../auth-channel.ts'
import { go } from '../go.ts'
import { signOut, useSession } from '../session.ts'
import { setSetting, useSettings } from '../settings.ts'
import styles from './avatar-menu.module.css'

/** Who is signed in, and what he may do about himself (SH-41). */
export function AvatarMenu() {
  const { name, user } = useSession()
  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: (
        <div className={styles.who}>
          <strong>{name}</strong>
          <span>{user?.roleNames.join('、') || '未分配角色'}</span>
        </div>
      ),
    },
    { key: 'line', type: 'divider' as const },
    { key: 'center', icon: <UserOutlined />, label: '个人中心', onClick: () => go('/user/center') },
    { key: 'settings', icon: <LayoutOutlined />, label: '布局设置', onClick: () => setSetting('showSettings', true) },
    { key: 'last-line', type: 'divider' as const },
    { key: 'sign-out', icon: <LogoutOutlined />, label: '退出登录', onClick: askSignOut },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className={styles.button} aria-label={`${name}，个人菜单`}>
        <Avatar />
      </button>
    </Dropdown>
  )
}

/** The user's picture; without one, or where it cannot be had, the first character of his name (SH-41). */
export function Avatar() {
  const { name, avatar } = useSession()
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState('')
  if (!avatar || broken === avatar)
    return (
      <span className={styles.avatar} aria-hidden="true">
        {Array.from(name)[0]}
      </span>
    )
  const source = mediaUrl(avatar, mediaDomain)
  return <img className={styles.avatar} src={source} alt="" onError={() => setBroken(avatar)} />
}

/** Asks, and then leaves nothing of the session behind: the page is loaded anew (SH-42). */
async function askSignOut() {
  if (!(await confirm({ content: '确定注销并退出系统吗？' }))) return
  await signOut()
  announceSignOut()
  forgetDirty()
  try {
    const { user } = useSession.getState()
    if (user) sessionStorage.removeItem(`tabs:${user.id}`)
  } catch {
    // Storage that is forbidden holds nothing to remove.
  }
  window.location.reload()
}
