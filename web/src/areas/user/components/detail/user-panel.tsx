import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { UserDetailOf } from './user-detail.tsx'

/** 用户详情 beside the list: look and return. */
export function UserPanel({ uid, onClose }: { uid: number; onClose: () => void }) {
  return (
    <SidePanel title="用户详情" width={1000} onClose={onClose}>
      <UserDetailOf uid={uid} beside />
    </SidePanel>
  )
}
