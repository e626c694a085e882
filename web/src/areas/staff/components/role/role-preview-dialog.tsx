import { useQuery } from '@tanstack/react-query'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import type { Role } from '@zhanggui/contract/staff/role.ts'
import { ConfigProvider, Menu, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { read } from '../../../../api/read.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { Icon } from '../../../../kit/icon.tsx'
import { type SidebarItem, sidebarItems } from '../../../../kit/menu/menu-items.ts'
import { buildRoutes } from '../../../../kit/menu/route-records.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import styles from './role-preview-dialog.module.css'

const transparent = { darkItemBg: 'transparent', darkSubMenuItemBg: 'rgba(0, 0, 0, 0.2)', darkItemColor: '#bfcbd9' }

/** The sidebar of a user with the role, according to its saved permissions. */
export function RolePreviewDialog({ of: { id, name }, onClose }: { of: Role; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(read(menu.preview, { params: { id }, silent: true }))
  const items = data ? sidebarItems(buildRoutes(data).records) : []
  return (
    <Dialog title={`预览菜单：${name}`} width={400} footer={null} onCancel={onClose}>
      {isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <nav className={styles.preview} aria-label={`${name}的菜单`}>
          <ConfigProvider theme={{ components: { Menu: transparent } }}>
            <Menu
              mode="inline"
              theme="dark"
              inlineIndent={16}
              selectable={false}
              items={items.map(toItem)}
              defaultOpenKeys={items.map(({ key }) => key)}
            />
          </ConfigProvider>
        </nav>
      )}
    </Dialog>
  )
}

type Item = { key: string; label: string; icon: ReactNode; children?: Item[] }

function toItem({ key, title, icon, children }: SidebarItem): Item {
  return { key, label: title, icon: <Icon name={icon} />, ...(children && { children: children.map(toItem) }) }
}
