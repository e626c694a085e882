import type { FrontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { Button } from '../../parts/typed/button.tsx'
import { FootPair, GoodsFoot } from '../goods/goods-foot.tsx'
import styles from './activity-foot.module.css'
import { activityStateOf } from './activity-state.ts'

type Detail = Pick<FrontSeckill, 'openOrderNo' | 'productState' | 'startTime' | 'productPrice' | 'cid'> & {
  activity: Pick<FrontSeckill['activity'], 'phase' | 'quota' | 'price' | 'productId'>
}
type Given = {
  detail: Detail
  label: string
  /** Why this buyer cannot, though the activity runs. */
  refusal?: string
  isBusy: boolean
  onBuy: () => void
}

/** The foot of an activity: buying in it or alone, or why that cannot be. @param label what buying in it is called */
export function ActivityFoot({ detail, label, refusal = '', isBusy, onBuy }: Given) {
  const { openOrderNo, productState, startTime, productPrice, cid, activity } = detail
  const state = activityStateOf(detail)
  const alone = productState === 'normal' && (
    <Button kind="soft" to={`/goods/${activity.productId}`}>
      <TwoLines head={`¥${productPrice.toFixed(2)}`} text="单独购买" />
    </Button>
  )
  const reasons = {
    off: '商品已下架',
    ended: '活动已结束',
    upcoming: startTime ? <TwoLines head={startTime.slice(5, 16)} text="开始" /> : '还没有开始',
    soldOut: '抢光了',
  }
  return (
    <GoodsFoot>
      {state === 'due' ? (
        <Button isWide to={`/pay/${openOrderNo}`}>
          有待付款订单，去付款
        </Button>
      ) : (
        <FootPair>
          {state === 'soldOut' && cid > 0 ? (
            <Button kind="soft" to={`/list?cid=${cid}`}>
              看相似
            </Button>
          ) : (
            alone
          )}
          {state === 'open' && refusal ? (
            <Button disabled>{refusal}</Button>
          ) : state === 'open' ? (
            <Button isBusy={isBusy} onClick={onBuy}>
              <TwoLines head={`¥${activity.price.toFixed(2)}`} text={label} />
            </Button>
          ) : (
            <Button disabled>{reasons[state]}</Button>
          )}
        </FootPair>
      )}
    </GoodsFoot>
  )
}

function TwoLines({ head, text }: { head: string; text: string }) {
  return (
    <span className={styles.lines}>
      <b>{head}</b>
      <small>{text}</small>
    </span>
  )
}
