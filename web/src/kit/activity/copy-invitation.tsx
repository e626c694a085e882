import { Button } from 'antd'
import { copy } from '../feedback/copy.ts'
import { useSettings } from '../settings/settings.ts'

/** 复制邀请链接: the page of the buyers' shop to which friends are invited, for staff whom a buyer asks for it. @param to below /h5 */
export function CopyInvitation({ to }: { to: string }) {
  const frontDomain = useSettings((settings) => settings.frontDomain)
  const address = `${frontDomain || window.location.origin}/h5${to}`
  return (
    <Button title={address} onClick={() => void copy(address)}>
      复制邀请链接
    </Button>
  )
}
