import { Card, Empty, Flex, Tag, Typography } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { hasPermi } from '../../../kit/access/permissions.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Avatar } from '../../../kit/media/avatar.tsx'
import { useMenus } from '../../../kit/menu/menus.ts'
import { type Shortcut, shortcutsOf } from '../model/shortcuts.ts'
import styles from './home.module.css'

/** 首页: the signed-in user, links to their pages, and the shop's figures once there are any. */
export default function HomePage() {
  const shortcuts = useShortcuts()
  const seesFigures = useSession((session) => hasPermi(session, ['admin:statistics:home:index']))
  return (
    <Flex vertical gap={16}>
      <Greeting />
      <Card title="快捷入口" size="small">
        {shortcuts.length ? (
          <div className={styles.shortcuts}>
            {shortcuts.map(({ to, title, icon }) => (
              <Link key={to} to={to} className={styles.shortcut}>
                <Icon name={icon} />
                <span>{title}</span>
              </Link>
            ))}
          </div>
        ) : (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description="您的角色还没有可以进入的页面，请联系管理员分配权限"
          />
        )}
      </Card>
      {seesFigures && (
        <Card title="经营数据" size="small">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据">
            <Typography.Text type="secondary">有了订单和访问之后，销售额、订单量和访客数会显示在这里。</Typography.Text>
          </Empty>
        </Card>
      )}
    </Flex>
  )
}

function Greeting() {
  const { name, user } = useSession()
  const now = useNow()
  return (
    <Card size="small" styles={{ body: { padding: '16px 20px' } }}>
      <Flex align="center" gap={16}>
        <Avatar />
        <div className={styles.greeting}>
          <h1>
            {greetingAt(now)}，{name}
          </h1>
          <p>
            <span>{formatDay(now)}</span>
            {user?.roleNames.map((role) => (
              <Tag key={role}>{role}</Tag>
            ))}
          </p>
        </div>
      </Flex>
    </Card>
  )
}

/** The current time to the minute, updated while the page is shown. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const inShanghai = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', ...options })
const hourFormat = inShanghai({ hour: 'numeric', hourCycle: 'h23' })
const dayFormat = inShanghai({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })

function formatDay(now: Date): string {
  return dayFormat.format(now)
}

function greetingAt(now: Date): string {
  const hour = Number.parseInt(hourFormat.format(now), 10)
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

function useShortcuts(): Shortcut[] {
  const records = useMenus((menus) => menus.records)
  const permissions = useSession((session) => session.permissions)
  return useMemo(() => shortcutsOf(records, { permissions }), [records, permissions])
}
