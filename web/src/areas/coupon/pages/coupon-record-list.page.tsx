import { RecordList } from '../components/record-list.tsx'

/** 领取记录 (marketing chapter, 2.7). */
export default function CouponRecordListPage() {
  return <RecordList />
}
