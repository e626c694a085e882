import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { Dropdown } from 'antd'
import { announceToWindows } from '../../api/auth-channel.ts'
import { signOut, useSession } from '../../api/session.ts'
import { confirm } from '../../kit/feedback/feedback.ts'
import { forgetDrafts } from '../../kit/form/draft/draft-store.ts'
import { listKeys } from '../../kit/keys/keys.ts'
import { Avatar } from '../../kit/media/avatar.tsx'
import { forgetDirty } from '../../kit/page/dirty-guard.ts'
import { go } from '../../kit/page/go.ts'
import { setSetting } from '../../kit/settings/settings.ts'
import { forgetTabs } from '../tabs/tabs.ts'
import styles from './avatar-menu.module.css'

/** The signed-in user, and the actions on their own account. */
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
    { key: 'center', icon: <UserOutlined aria-hidden />, label: '个人中心', onClick: () => go('/user/center') },
    {
      key: 'settings',
      icon: <LayoutOutlined aria-hidden />,
      label: '布局设置',
      onClick: () => setSetting('showSettings', true),
    },
    { key: 'keys', icon: <QuestionCircleOutlined aria-hidden />, label: '快捷键', extra: '?', onClick: listKeys },
    { key: 'last-line', type: 'divider' as const },
    { key: 'sign-out', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: askSignOut },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className={styles.button} aria-label={`${name}，个人菜单`}>
        <Avatar />
      </button>
    </Dropdown>
  )
}

/** Asks first, then reloads the page, so that nothing of the session remains. */
async function askSignOut() {
  if (!(await confirm({ content: '确定注销并退出系统吗？', okText: '确定', cancelText: '取消' }))) return
  const { user } = useSession.getState()
  await signOut()
  announceToWindows('signed-out')
  forgetDirty()
  if (user) await forgetDrafts(user.id)
  forgetTabs()
  window.location.reload()
}
