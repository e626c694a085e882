import { useQuery } from '@tanstack/react-query'
import { auth, type SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useReadOnly } from '../../../../kit/access/can.tsx'
import { Greyed } from '../../../../kit/access/greyed.tsx'
import { Avatar } from '../../../../kit/media/avatar.tsx'
import { AvatarDialog } from './avatar-dialog.tsx'
import styles from './profile-card.module.css'

/** The user's account at a glance, and its security. */
export function ProfileCard({ user }: { user: SignedIn }) {
  const [changing, setChanging] = useState(false)
  const readOnly = useReadOnly(userCenter.updateAvatar)
  const sessions = useQuery(read(auth.sessions))
  // Other tabs are locked until the password is changed; the address keeps the page to return to.
  const linkTo = (tab: string, text: string) =>
    !user.mustChangePassword && <Link to={{ search: `?tab=${tab}` }}>{text}</Link>
  return (
    <aside className={styles.card}>
      <div className={styles.who}>
        <Greyed why={readOnly}>
          <button
            type="button"
            disabled={readOnly !== undefined}
            className={styles.face}
            aria-label="修改头像"
            onClick={() => setChanging(true)}
          >
            <Avatar />
            <span className={styles.faceHint} aria-hidden>
              修改
            </span>
          </button>
        </Greyed>
        {changing && <AvatarDialog onClose={() => setChanging(false)} />}
        <strong>{user.name}</strong>
        {user.introduction && <span className={styles.words}>{user.introduction}</span>}
      </div>
      <dl className={styles.facts}>
        <Fact name="用户名">{user.username}</Fact>
        <Fact name="昵称">{user.name}</Fact>
        <Fact name="手机号">{user.phone || '未填写'}</Fact>
        <Fact name="邮箱">{user.email || '未填写'}</Fact>
        <Fact name="所属部门">{user.dept?.name ?? '无'}</Fact>
        <Fact name="角色">{user.roleNames.join('、') || '无'}</Fact>
        <Fact name="注册时间">{user.createTime}</Fact>
      </dl>
      <h2 className={styles.title}>安全设置</h2>
      <dl className={styles.facts}>
        <Fact name="登录密码" action={linkTo('password', '修改')}>
          {reportExpiry(user)}
        </Fact>
        <Fact name="登录设备" action={linkTo('devices', '查看')}>
          {sessions.data ? `${sessions.data.length} 台` : '…'}
        </Fact>
        {user.lastLoginTime && (
          <Fact name="最近登录">
            {user.lastLoginTime}
            <br />
            {user.lastLoginIp}
          </Fact>
        )}
      </dl>
    </aside>
  )
}

function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action && <dd className={styles.action}>{action}</dd>}
    </div>
  )
}

function reportExpiry({ mustChangePassword, passwordExpireDays }: SignedIn): string {
  if (mustChangePassword) return '须修改'
  return passwordExpireDays === null ? '长期有效' : `${passwordExpireDays} 天后过期`
}
