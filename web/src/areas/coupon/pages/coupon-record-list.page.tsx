import { RecordList } from '../components/record-list.tsx'

/** 领取记录 (docs/coupons-and-points.md, Copies). */
export default function CouponRecordListPage() {
  return <RecordList />
}
