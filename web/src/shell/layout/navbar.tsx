import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined'
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { Tag } from 'antd'
import { memo, useSyncExternalStore } from 'react'
import { useSite } from '../../api/site.ts'
import { showWarning } from '../../kit/feedback/feedback.ts'
import { UndoMark } from '../../kit/feedback/undo-mark.tsx'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import { setSetting } from '../../kit/settings/settings.ts'
import { Bell } from '../live/bell.tsx'
import { TaskTool } from '../live/task-tool.tsx'
import { HeaderSearch } from '../search/header-search.tsx'
import { useApp } from './app.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { flipSidebar } from './frame.ts'
import styles from './navbar.module.css'
import { SizeSelect } from './size-select.tsx'
import { Tool } from './tool.tsx'

/** The upper line of the header. Phones omit full screen and size; their layout settings are with the avatar. */
export function Navbar({ match }: { match: RouteMatch }) {
  const { sidebar, device } = useApp()
  return (
    <div className={styles.navbar}>
      <Tool label={sidebar.opened ? '收起侧边栏' : '展开侧边栏'} expanded={sidebar.opened} onClick={flipSidebar}>
        {sidebar.opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </Tool>
      <Breadcrumb match={match} />
      <Tools desktop={device === 'desktop'} />
    </div>
  )
}

/** The parts that do not depend on the page. */
const Tools = memo(function Tools({ desktop }: { desktop: boolean }) {
  return (
    <div className={styles.tools}>
      {desktop && <Simulated />}
      <UndoMark />
      <HeaderSearch wide={!desktop} />
      <TaskTool />
      <Bell />
      {desktop && <FullScreen />}
      {desktop && <SizeSelect />}
      {desktop && (
        <Tool label="布局设置" onClick={() => setSetting('showSettings', true)}>
          <SettingOutlined />
        </Tool>
      )}
      <AvatarMenu />
    </div>
  )
})

/**
 * Buyers can sign in as anyone here, or pay without money: staff must not take it for the real thing. Phones have a bar
 * instead, as there is no room for words.
 */
function Simulated() {
  const site = useSite()
  return (
    <>
      {site?.simPay && (
        <Tag color="#bf2530" variant="solid">
          模拟支付已开启
        </Tag>
      )}
      {site?.wechatFake && <Tag color="warning">微信模拟环境</Tag>}
    </>
  )
}

function FullScreen() {
  const full = useSyncExternalStore(watchFullScreen, () => Boolean(document.fullscreenElement))
  return (
    <Tool label={full ? '退出全屏' : '全屏'} onClick={toggleFullScreen}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </Tool>
  )
}

function watchFullScreen(changed: () => void) {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Fills the screen or leaves it; a browser that refuses leads to a warning. */
async function toggleFullScreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    showWarning('you browser can not work')
  }
}
