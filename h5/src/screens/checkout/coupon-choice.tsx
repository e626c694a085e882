import type { frontOrderCoupon, RankedCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useState } from 'react'
import type { Reading } from '../../api/read.ts'
import { Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Check } from '../../parts/typed/check.tsx'
import styles from './coupon-choice.module.css'

type Given = {
  coupons: Reading<RouteAnswer<typeof frontOrderCoupon.rank>>
  couponId: number | undefined
  /** What it takes off, in yuan. */
  fee: number
  onChoose: (some: { couponId: number }) => void
}
const NONE = 0

/** The buyer's coupons, best first, and why others cannot be used. */
export function CouponChoice({ coupons, couponId, fee, onChoose }: Given) {
  const [isOpen, setOpen] = useState(false)
  const list = coupons.data?.list ?? []
  const usable = list.filter(({ reason }) => !reason)
  const choose = (id: number) => {
    onChoose({ couponId: id })
    setOpen(false)
  }
  const none = list.length ? '暂无可用' : '没有优惠券'
  const said = usable.length ? '不使用优惠券' : coupons.data ? none : '正在找最优惠的…'
  return (
    <>
      <Cell name="优惠券" onOpen={() => setOpen(true)}>
        {couponId ? (
          <>
            {usable[0]?.id === couponId && <Tag>已选最优惠</Tag>}
            <b className={styles.off}>−¥{fee.toFixed(2)}</b>
          </>
        ) : (
          said
        )}
      </Cell>
      {isOpen && (
        <Sheet title="优惠券" onClose={() => setOpen(false)}>
          <Loaded of={coupons} skeleton={<Bone height={160} radius={12} />}>
            {() => (
              <div role="radiogroup" aria-label="优惠券">
                {usable.map((coupon) => (
                  <Ticket
                    key={coupon.id}
                    coupon={coupon}
                    isOn={coupon.id === couponId}
                    onChoose={() => choose(coupon.id)}
                  />
                ))}
                {usable.length > 0 && (
                  <Check label="不使用优惠券" isShown isRadio isOn={!couponId} onTurn={() => choose(NONE)} />
                )}
                {!list.length && <Empty icon="gift" text="没有优惠券" />}
                {list
                  .filter(({ reason }) => reason)
                  .map((coupon) => (
                    <Ticket key={coupon.id} coupon={coupon} isOn={false} />
                  ))}
              </div>
            )}
          </Loaded>
        </Sheet>
      )}
    </>
  )
}

function Ticket({ coupon, isOn, onChoose }: { coupon: RankedCoupon; isOn: boolean; onChoose?: () => void }) {
  const { name, money, minPrice, endTime, reason, discount } = coupon
  return (
    <div className={`${styles.ticket} ${onChoose ? '' : styles.unusable}`}>
      <span className={styles.worth}>
        <b>¥{money}</b>
        <span>{minPrice > 0 ? `满 ${minPrice}` : '无门槛'}</span>
      </span>
      <span className={styles.words}>
        <b>{name}</b>
        <span>{reason || `可省 ¥${discount.toFixed(2)}，${endTime.slice(0, 16)} 前有效`}</span>
      </span>
      {onChoose && <Check label={name} isOn={isOn} isRadio onTurn={onChoose} />}
    </div>
  )
}
