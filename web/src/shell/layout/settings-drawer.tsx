import { Drawer } from 'antd'
import { LayoutSettings } from '../../kit/settings/layout-settings.tsx'
import { setSetting } from '../../kit/settings/settings.ts'

/** 系统布局设置: opened from anywhere, closed by a click outside or Esc. */
export default function SettingsDrawer({ open }: { open: boolean }) {
  return (
    <Drawer
      title="系统布局设置"
      size={260}
      open={open}
      onClose={() => setSetting('showSettings', false)}
      closable={{ 'aria-label': '关闭' }}
      styles={{ body: { padding: '16px 20px' } }}
    >
      <LayoutSettings />
    </Drawer>
  )
}
