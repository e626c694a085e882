import { frontCoupon, type OwnCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { copyFateOf } from '@zhanggui/domain/promotion/coupon.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { go } from '../../go/go.ts'
import { Ticket } from '../../parts/goods/ticket.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'

const tabs = [
  { key: 'usable', title: '可使用' },
  { key: 'unusable', title: '已用和过期' },
] as const

/** The buyer's own coupons. */
export default function MyCouponsScreen() {
  const [search] = useSearchParams()
  const type = tabs.find(({ key }) => key === search.get('type'))?.key ?? 'usable'
  const coupons = useEndless(frontCoupon.list, { query: { type } })
  return (
    <Screen title="我的优惠券">
      <Choices of={tabs} open={type} onOpen={(key) => go(`/coupons/mine?type=${key}`, { replace: true })} />
      <Rows
        of={coupons}
        skeleton={<CardBones height={88} count={5} />}
        empty={
          <Empty icon="gift" text={type === 'usable' ? '没有可用的券' : '没有用过或过期的券'}>
            <Button to="/coupons">去领券</Button>
          </Empty>
        }
      >
        {(list) => list.map((coupon) => <Own key={coupon.id} of={coupon} />)}
      </Rows>
    </Screen>
  )
}

function Own({ of: coupon }: { of: OwnCoupon }) {
  const { couponId, validStr, startTime, endTime } = coupon
  const isUsable = validStr === 'usable'
  const note = validStr === 'notStart' ? `${startTime.slice(0, 16)} 起可用` : `有效期至 ${endTime.slice(0, 16)}`
  return (
    <Ticket of={coupon} note={note} isOver={!isUsable && validStr !== 'notStart'}>
      {isUsable ? (
        <Button size={32} to={`/list?couponId=${couponId}`}>
          去使用
        </Button>
      ) : validStr === 'notStart' ? (
        '未到时间'
      ) : (
        copyFateOf(coupon)
      )}
    </Ticket>
  )
}
