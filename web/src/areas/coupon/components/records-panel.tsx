import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { RecordList } from './record-list.tsx'

/** 领取记录 of one coupon. */
export function RecordsPanel({ of, onClose }: { of: Coupon; onClose: () => void }) {
  return (
    <SidePanel title={`「${of.name}」的领取记录`} width={1100} onClose={onClose}>
      <RecordList of={of} />
    </SidePanel>
  )
}
