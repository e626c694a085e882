import type { FrontQuote } from '@zhanggui/contract/order/front-order.ts'
import { Card } from '../../parts/card.tsx'
import { SumRow } from '../../parts/goods/sum-row.tsx'

/** How the price comes about, as the server says it. */
export function Sums({ quote }: { quote: FrontQuote }) {
  const { proTotalFee, couponFee, deductionPrice, freightFee, freightPending, trace } = quote
  const [coupon] = trace.filter(({ rule, applied }) => rule === 'coupon' && applied)
  const included = trace.filter(({ rule, applied }) => applied && (rule === 'member' || rule === 'activity'))
  return (
    <Card>
      <SumRow name="商品" yuan={proTotalFee} />
      {included.map(({ rule, reason }) => (
        <SumRow key={rule} name={reason} isNote />
      ))}
      {couponFee > 0 && <SumRow name={coupon?.about ? `优惠券「${coupon.about}」` : '优惠券'} yuan={-couponFee} />}
      {deductionPrice > 0 && <SumRow name="积分" yuan={-deductionPrice} />}
      <SumRow
        name="运费"
        {...(freightPending ? { text: '选好地址后计算' } : freightFee ? { yuan: freightFee } : { text: '免运费' })}
      />
    </Card>
  )
}
