import type { ErrorBody } from '@zhanggui/contract/error-body.ts'
import type { Static } from '@zhanggui/contract/schema.ts'
import { CallError } from '../../api/call-error.ts'
import { confirm } from '../feedback/feedback.ts'
import { go } from '../page/go.ts'
import { moneyText } from '../text/money.tsx'
import styles from './activity.module.css'
import { activityAddress } from './activity-address.ts'

type Body = Partial<Static<typeof ErrorBody>>
type Low = NonNullable<Body['skus']>

/**
 * Opens an activity, or saves one that is to be open: asks where SKUs fall below their cost, or are had for next to nothing, and names the
 * activity that stands in its way, with the way to it.
 * @param send what opens it, once more with the confirmation
 * @returns its answer; undefined when staff did not agree, or looked at the other activity
 * @throws {CallError} every other refusal
 */
export async function openActivity<Answer>(send: (confirmed: boolean) => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await send(false)
  } catch (error) {
    const { skus = [], code } = bodyOf(error, 'BELOW_COST', 'VERY_LOW')
    if (skus.length) return (await confirmLow(skus, code === 'BELOW_COST')) ? send(true) : undefined
    const [other] = bodyOf(error, 'ACTIVITY_CONFLICT').conflicts ?? []
    if (!other) throw error
    const looked = await confirm({
      title: '开启不了，先解决冲突',
      content: `${other.message}。可以改时间或规格，也可以先关闭那个活动。`,
      okText: `看「${other.title}」`,
      cancelText: '知道了',
    })
    if (looked) go(activityAddress(other.type, other.id))
    return undefined
  }
}

const bodyOf = (error: unknown, ...codes: string[]): Body =>
  error instanceof CallError && codes.some((code) => code === error.code) ? ((error.body ?? {}) as Body) : {}

/** Asks whether it is meant that SKUs may be had for so little. */
function confirmLow(skus: Low, isBelowCost: boolean): Promise<boolean> {
  const isMixed = isBelowCost && skus.some(({ price }) => price !== undefined)
  const how = isMixed ? '卖得特别低' : isBelowCost ? '卖得比成本低' : '卖得不到售价的一成'
  return confirm({
    title: isBelowCost ? '低于成本，还要开启吗？' : '价格特别低，还要开启吗？',
    content: (
      <>
        <p className={styles.asked}>
          用上能用的优惠券，{skus.length} 个规格{how}：
        </p>
        <ul className={styles.below}>
          {skus.map(({ skuId, suk, lowest, price, cost }) => (
            <li key={skuId}>
              {suk}：最低到手 <b>{moneyText(lowest)}</b>
              {price !== undefined && `，售价 ${moneyText(price)}`}
              {cost !== undefined && `，成本 ${moneyText(cost)}`}
            </li>
          ))}
        </ul>
      </>
    ),
    okText: '照样开启',
    cancelText: '先不开',
    danger: true,
  })
}
