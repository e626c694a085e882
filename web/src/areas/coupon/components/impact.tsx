import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { type CouponImpact, couponImpact, IMPACT_LOOKED } from '@zhanggui/contract/promotion/coupon-impact.ts'
import { Button } from 'antd'
import { read } from '../../../api/read.ts'
import { HasPermi } from '../../../kit/access/can.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { useSettled } from '../../../kit/use-settled.ts'
import { type CouponForm, scopeOf } from '../model/coupon-form.ts'
import styles from './coupon.module.css'
import { count } from './coupon-cells.tsx'

/** How many products are named. */
const SHOWN_LIMIT = 8

type Props = { of: Partial<CouponForm> }

/** 影响预估: how many products the coupon is for, and what it could sell below cost. */
export function Impact({ of }: Props) {
  return (
    <div className={styles.effects} role="status" aria-label="影响预估">
      <Coverage of={of} />
      <HasPermi value={['admin:product:cost:view']}>
        <BelowCosts of={of} />
      </HasPermi>
    </div>
  )
}

function Coverage({ of: { useType = 1, products = [], categoryIds = [] } }: Props) {
  const [categories] = useSettled(categoryIds)
  const asksShop = useType === 1 || (useType === 3 && categories.length > 0)
  const query = { limit: 1, ...(useType === 3 && { cateId: categories }) }
  const { data } = useQuery({
    ...read(product.pick, { query, silent: true }),
    enabled: asksShop,
    placeholderData: keepPreviousData,
  })
  if (useType === 3 && !categoryIds.length) return <p className={styles.note}>选了品类后，这里显示覆盖多少商品</p>
  if (useType === 2)
    return (
      <p>
        覆盖 <b>{count(products.length)}</b> 件商品
      </p>
    )
  if (!data) return null
  if (useType === 1 && data.total === 0) return <p>店里还没有在售商品</p>
  return (
    <p>
      {useType === 1 ? '全店' : '覆盖'} <b>{count(data.total)}</b>
      {data.totalIsLowerBound && '+'} 件在售商品
    </p>
  )
}

/** The SKUs that it could bring below their cost. */
function BelowCosts({ of: { useType = 1, products = [], categoryIds = [], money, minPrice, hasMin } }: Props) {
  const [terms] = useSettled({
    useType,
    money: money ?? 0,
    minPrice: hasMin ? (minPrice ?? 0) : 0,
    scopeIds: scopeOf({ useType, products, categoryIds }),
  })
  const asks = terms.money > 0 && (terms.useType === 1 || terms.scopeIds.length > 0)
  const { data, isError, refetch } = useQuery({
    ...read(couponImpact.estimate, { query: terms, silent: true }),
    enabled: asks,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!asks) return <p className={styles.note}>填了面值后，这里列出会低于成本的规格</p>
  if (isError)
    return (
      <p>
        没能算出会不会低于成本{' '}
        <Button type="link" size="small" onClick={() => refetch()}>
          重试
        </Button>
      </p>
    )
  if (!data || data.below === null) return null
  return <Below {...data} below={data.below} />
}

type BelowSku = CouponImpact['list'][number]

function Below({ below, isLowerBound, list }: CouponImpact & { below: number }) {
  const groups = [...Map.groupBy(list, ({ productId }) => productId).values()].slice(0, SHOWN_LIMIT)
  const rest = below - groups.reduce((sum, skus) => sum + skus.length, 0)
  return (
    <>
      {below > 0 ? (
        <p>
          {isLowerBound && '至少 '}
          <b>{count(below)}</b> 个规格的最低到手价低于成本：
        </p>
      ) : (
        <p>{isLowerBound ? '看过的规格没有会低于成本价的' : '没有规格会低于成本价'}</p>
      )}
      {groups.length > 0 && (
        <ul className={styles.below}>
          {groups.map((skus) => (
            <BelowProduct key={skus[0]?.productId} skus={skus} />
          ))}
          {rest > 0 && (
            <li>
              还有{isLowerBound ? '至少' : ''} {count(rest)} 个规格
            </li>
          )}
        </ul>
      )}
      {isLowerBound && (
        <p className={styles.note}>规格太多，只看了其中毛利最薄的 {count(IMPACT_LOOKED)} 个，实际可能更多</p>
      )}
    </>
  )
}

/** A product by the SKU that falls furthest. */
function BelowProduct({ skus }: { skus: readonly BelowSku[] }) {
  const [worst] = skus
  if (!worst) return null
  const spec = [worst.suk === '默认' ? '' : worst.suk, skus.length > 1 && `等 ${skus.length} 个规格`]
  const name = [worst.storeName, ...spec].filter(Boolean).join(' ')
  return (
    <li>
      {name}：{moneyText(worst.lowest)} ＜ 成本 {moneyText(worst.cost)}
    </li>
  )
}
