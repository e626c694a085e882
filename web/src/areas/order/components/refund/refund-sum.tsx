import type { RefundSum } from '@zhanggui/contract/order/refund.ts'
import { refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { type Effect, Effects } from '../../../../kit/detail/effects.tsx'
import { Facts, SumColumn } from '../../../../kit/detail/parts.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'

type Props = {
  sum: RefundSum
  /** What the line is called in the sum. */
  nameOf: (lineId: number) => string | undefined
}

/** What a refund comes to, as it would be booked: line by line, and what happens besides. */
export function RefundSumOf({ sum, nameOf }: Props) {
  const rows = [
    ...sum.lines.map((line) => ({
      label: `${nameOf(line.lineId) ?? '商品'}${line.num ? ` ×${line.num}` : ' 补差价'}`,
      ...(line.num > 0 && { note: noteOf(line) }),
      value: line.money,
    })),
    ...(sum.postage ? [{ label: '运费', value: sum.postage, added: true }] : []),
  ]
  return (
    <>
      <SumColumn rows={rows} total={{ label: '退给买家', value: sum.total }} />
      <Effects items={effectsOf(sum)} />
      <Facts
        items={[
          { label: '实付', value: moneyText(sum.paid) },
          { label: '之前已退', value: sum.refundedBefore > 0 && moneyText(sum.refundedBefore) },
          { label: '退后剩余', value: moneyText(sum.left) },
          { label: '退款方式', value: refundMethods[sum.method] },
        ].map(({ label, value }) => ({ label, value: value || '' }))}
      />
    </>
  )
}

/** How the sum of a line came about, and what of it coupon and points had paid. */
function noteOf({ text, money, coupon, points }: RefundSum['lines'][number]): string {
  const isSum = text === money.toFixed(2)
  return [!isSum && text, coupon > 0 && `券抵 ${coupon.toFixed(2)}`, points > 0 && `退积分 ${count(points)}`]
    .filter(Boolean)
    .join('；')
}

const count = (value: number) => value.toLocaleString('en-US')

function effectsOf(sum: RefundSum): Effect[] {
  const back = sum.stock.map(({ sku, num }) => <div key={sku}>{`${sku} +${num}`}</div>)
  const items: (Effect | false)[] = [
    sum.pointsBack > 0 && { label: '退回用掉的积分', value: `+${count(sum.pointsBack)}` },
    sum.pointsTaken > 0 && { label: '扣回赠送的积分', value: `−${count(sum.pointsTaken)}` },
    sum.pointsShort > 0 && { label: '积分已用掉，扣不回', value: count(sum.pointsShort) },
    sum.experience > 0 && { label: '扣回成长值', value: `−${count(sum.experience)}` },
    sum.coupon !== '' && { label: '优惠券', value: sum.coupon },
    ...sum.commission.map(({ promoter, amount }) => ({ label: `扣回佣金 ${promoter}`, value: moneyText(-amount) })),
    back.length > 0 && { label: '退回库存', value: back },
  ]
  return items.filter((item) => item !== false)
}
