import { couponTypes, couponUseTypes } from '@zhanggui/domain/promotion/coupon.ts'
import { minText, rangeText } from '../../../kit/coupon/coupon-words.ts'
import type { CouponForm } from '../model/coupon-form.ts'
import styles from './coupon.module.css'

const acts = { 1: '立即领取', 2: '注册后自动到账', 3: '下单后赠送', 4: '凭兑换码领取' } as const

/** The coupon as the buyer sees it, while it is being typed. */
export function BuyerCard({ of }: { of: Partial<CouponForm> }) {
  const { name, money, useType = 1, type = 1, status } = of
  return (
    <div className={styles.card} role="img" aria-label={`买家看到的优惠券：${name || '优惠券名称'}`}>
      <div className={styles.worth}>
        <b>
          <small>¥</small>
          {money ?? 0}
        </b>
        <span>{minText(of.hasMin ? (of.minPrice ?? 0) : 0)}</span>
      </div>
      <div className={styles.told}>
        <strong title={name}>{name || '优惠券名称'}</strong>
        <small>
          {couponUseTypes[useType]}
          {useType === 2 && ` · 限 ${of.products?.length ?? 0} 件商品`}
          {useType === 3 && ` · 限 ${of.categoryIds?.length ?? 0} 个品类`}
        </small>
        <small>{validity(of)}</small>
        <span className={styles.take} data-off={!status} title={couponTypes[type]}>
          {status ? acts[type] : '未开启'}
        </span>
      </div>
    </div>
  )
}

function validity({ isFixedTime, day, useStartTime, useEndTime }: Partial<CouponForm>): string {
  if (!isFixedTime) return `领取后 ${day ?? '…'} 天内可用`
  return useStartTime && useEndTime ? rangeText(useStartTime, useEndTime) : '请选择使用时间'
}
