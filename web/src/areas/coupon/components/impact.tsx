import { useQueries, useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { activityCalendar } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { useSettled } from '../../../kit/use-settled.ts'
import { belowCostOf, type CouponForm } from '../model/coupon-form.ts'
import styles from './coupon.module.css'
import { count } from './coupon-cells.tsx'

/** Of how many products the prices are looked at. */
const PRICED_LIMIT = 20
const SHOWN_LIMIT = 8

/** 影响预估: how many products the coupon is for, and what it would sell below cost. */
export function Impact({ of }: { of: Partial<CouponForm> }) {
  const { useType = 1, products = [], categoryIds = [] } = of
  const [categories] = useSettled(categoryIds)
  const asksShop = useType === 1 || (useType === 3 && categories.length > 0)
  const query = { limit: 1, ...(useType === 3 && { cateId: categories }) }
  const { data } = useQuery({ ...read(product.pick, { query, silent: true }), enabled: asksShop })
  const size = useType === 2 ? products.length : asksShop ? data?.total : 0
  return (
    <div className={styles.effects} role="status" aria-label="影响预估">
      {size !== undefined && (
        <p>
          {useType === 1 ? '全店' : '覆盖'} <b>{count(size)}</b>
          {useType !== 2 && data?.totalIsLowerBound && '+'} 件{useType === 2 ? '' : '在售'}商品
        </p>
      )}
      {useType === 2 && products.length > 0 && <BelowCosts of={of} />}
    </div>
  )
}

/** The SKUs of chosen products that it would bring below cost; nothing for those who may not see costs. */
function BelowCosts({ of: { products = [], money, minPrice, hasMin } }: { of: Partial<CouponForm> }) {
  const allowed = useCan(activityCalendar.lowest)
  const priced = products.slice(0, PRICED_LIMIT)
  const answers = useQueries({
    queries: priced.map(({ id }) => ({
      ...read(activityCalendar.lowest, { query: { productId: id }, silent: true }),
      enabled: allowed && Boolean(money),
      retry: false,
    })),
  })
  if (!allowed || !money) return null
  const rows = answers.flatMap(({ data }, index) => (data ? [{ data, name: priced[index]?.storeName ?? '' }] : []))
  if (!rows.some(({ data }) => data.some(({ cost }) => cost !== undefined))) return null
  const terms = { money, minPrice: hasMin ? (minPrice ?? 0) : 0 }
  const below = rows.flatMap(({ data, name }) => belowCostOf(data, terms).map((sku) => ({ ...sku, name })))
  const of = products.length > PRICED_LIMIT ? `前 ${PRICED_LIMIT} 件商品中` : ''
  if (!below.length) return <p>{of}没有规格会低于成本价</p>
  return (
    <>
      <p>
        {of}
        <b>{below.length}</b> 个规格的最低到手价低于成本：
      </p>
      <ul className={styles.below}>
        {below.slice(0, SHOWN_LIMIT).map(({ skuId, name, suk, lowest, cost }) => (
          <li key={skuId}>
            {name} {suk}：{moneyText(lowest)} ＜ 成本 {moneyText(cost)}
          </li>
        ))}
        {below.length > SHOWN_LIMIT && <li>还有 {below.length - SHOWN_LIMIT} 个</li>}
      </ul>
    </>
  )
}
