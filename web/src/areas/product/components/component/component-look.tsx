import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { ComponentDetail } from './component-detail.tsx'

type Props = {
  /** The product's id if `live`, otherwise the draft's. */
  id: number
  live?: boolean
  onClose: () => void
}

/** A WeChat shop product in a panel beside the list, for staff who may view but not edit. */
export default function ComponentLook({ id, live = false, onClose }: Props) {
  return (
    <SidePanel title="小店商品详情" width={1000} onClose={onClose}>
      <ComponentDetail id={id} live={live} beside />
    </SidePanel>
  )
}
