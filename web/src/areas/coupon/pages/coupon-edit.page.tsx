import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { Skeleton } from 'antd'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { CouponForm } from '../components/coupon-form.tsx'

/** 添加优惠券; with an id in the address a copy of that one. */
export default function CouponEditPage() {
  const id = Number(useParams().id) || undefined
  return id === undefined ? <CouponForm /> : <Copy id={id} />
}

function Copy({ id }: { id: number }) {
  const { data, error, reload } = useReadOnce(read(coupon.info, { body: { id }, silent: true }))
  usePageName(data && `复制优惠券 · ${data.coupon.name}`, '复制优惠券')
  if (data) return <CouponForm of={data} />
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}
