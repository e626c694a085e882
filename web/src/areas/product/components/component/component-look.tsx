import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { ComponentDraftView, ComponentLiveView } from './component-views.tsx'

type Props = {
  /** Of the product where what is live is shown, else of the draft. */
  id: number
  live?: boolean
  onClose: () => void
}

/** A product of the WeChat shop beside the list, for those who may look and not edit, as those of the shop's own list. */
export default function ComponentLook({ id, live = false, onClose }: Props) {
  return (
    <SidePanel title="小店商品详情" width={960} onClose={onClose}>
      {live ? (
        <ComponentLiveView id={id} onClose={onClose} />
      ) : (
        <ComponentDraftView id={id} readOnly onClose={onClose} />
      )}
    </SidePanel>
  )
}
