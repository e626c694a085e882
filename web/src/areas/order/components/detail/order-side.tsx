import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import { keptOf } from '@zhanggui/domain/order/refund-quote.ts'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { SumColumn } from '../../../../kit/detail/parts.tsx'
import { ActButton } from '../../../../kit/list-page/row-actions.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { sumRowsOf, totalLabelOf } from '../../../promotion/shared/price-trace/order-story.ts'
import { buyerName } from '../../model/order-words.ts'
import type { OrderAct } from '../use-order-acts.tsx'
import styles from './order-detail.module.css'
import { useReceiver } from './use-receiver.ts'

const PricePanel = lazy(() => loadChunk(() => import('./price-panel.tsx')))

/** 金额: from the list price over each deduction to what is paid, and what of it went back. */
export function MoneyCard({ info }: { info: OrderInfo }) {
  const { payPrice, beforePayPrice, refundPrice, paid } = info
  /** The step of the price that is looked at; '' for all of them. */
  const [at, setAt] = useState<string>()
  const mayTry = useCan(simulation.run)
  const left = Math.round((payPrice - refundPrice) * 100) / 100
  const points = pointsOf(info)
  return (
    <Section
      title="金额"
      acts={
        <>
          {mayTry && <Link to={`/marketing/simulate?order=${info.orderNo}`}>价格试算</Link>}
          <Button type="link" size="small" onClick={() => setAt('')}>
            优惠明细
          </Button>
        </>
      }
    >
      <SumColumn
        rows={sumRowsOf(info).map((row, index) => ({ ...row, ...(index > 0 && { onOpen: () => setAt(row.label) }) }))}
        total={{ label: totalLabelOf(info), value: payPrice }}
      />
      {(beforePayPrice !== null || refundPrice > 0 || points > 0) && (
        <p className={styles.told}>
          {beforePayPrice !== null && <span>改价前 {moneyText(beforePayPrice)}</span>}
          {refundPrice > 0 && <span className={styles.risk}>已退 {moneyText(refundPrice)}</span>}
          {refundPrice > 0 && <span>还剩 {moneyText(left)}</span>}
          {points > 0 && (
            <span>
              {info.status >= 2 ? '已得' : paid ? '收货后得' : '付款后得'} {points.toLocaleString('en-US')} 积分
            </span>
          )}
        </p>
      )}
      {at !== undefined && (
        <Suspense fallback={null}>
          <PricePanel info={info} at={at} onClose={() => setAt(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}

/** What the order gives its buyer in points, without what refunds took back; nothing of one that has ended. */
function pointsOf({ gainIntegral, payPrice, refundPrice, lines, closeType, refundStatus }: OrderInfo): number {
  if (closeType || refundStatus === 2) return 0
  return keptOf(gainIntegral, { payPriceFen: toFen(payPrice), refundPriceFen: toFen(refundPrice) }, lines)
}

/** 收货信息: whom it goes to, in full for those who may see it; copied by one look. */
export function ReceiverCard({ info, edit }: { info: OrderInfo; edit: OrderAct | undefined }) {
  const receiver = useReceiver()
  const isPickup = info.shippingType === 2
  return (
    <Section
      title={isPickup ? '自提' : '收货'}
      acts={
        <>
          {edit && (
            <ActButton of={edit} type="link" size="small">
              改地址
            </ActButton>
          )}
          {info.allow.reveal && (
            <WriteButton
              of={receiver.writing}
              type="link"
              size="small"
              aria-label="复制收货信息"
              onClick={() => receiver.copy(info.id)}
            >
              复制
            </WriteButton>
          )}
        </>
      }
    >
      {receiver.value ? (
        <p className={styles.receiver}>{receiver.value}</p>
      ) : (
        <>
          <p className={styles.receiver}>
            <b>{info.realName}</b> {info.userPhone}{' '}
            {info.allow.reveal && (
              <WriteButton
                of={receiver.writing}
                type="link"
                size="small"
                className={styles.show}
                aria-label="显示收货信息"
                onClick={() => receiver.show(info.id)}
              >
                显示
              </WriteButton>
            )}
          </p>
          {!isPickup && <p className={styles.receiver}>{tidy(info.address)}</p>}
        </>
      )}
      {isPickup && (
        <p className={styles.receiver}>
          {info.storeName}{' '}
          <span className={styles.dim}>{[info.storePhone, info.storeAddress].filter(Boolean).join(' · ')}</span>
        </p>
      )}
    </Section>
  )
}

/** 上海市 上海市 徐汇区: the city of a municipality says nothing new. */
const tidy = (address: string) => [...new Set(address.split(' '))].join(' ')

/** 买家: who they are to the shop. */
export function BuyerCard({ info: { customer } }: { info: OrderInfo }) {
  const mayOpen = useCan(shopUser.topDetail)
  const { uid, levelName, payCount, consumeMoney, refundMoney, tags, mark } = customer
  return (
    <Section
      title="买家"
      acts={
        mayOpen && (
          <Link to={`/member/detail/${uid}`} aria-label={`打开买家${buyerName(customer)}`}>
            打开
          </Link>
        )
      }
    >
      <p className={styles.buyer}>
        <b>{buyerName(customer)}</b>
        <Labels of={[levelName, ...tags.map(({ name }) => name)].filter(Boolean)} max={3} />
        <span className={styles.dim}>UID {uid}</span>
      </p>
      <dl className={styles.figures}>
        <div>
          <dt>已付</dt>
          <dd>{payCount} 单</dd>
        </div>
        {consumeMoney !== null && (
          <div>
            <dt>累计消费</dt>
            <dd>{moneyText(consumeMoney)}</dd>
          </div>
        )}
        {refundMoney !== null && (
          <div>
            <dt>退款</dt>
            <dd>{refundMoney ? moneyText(refundMoney) : '—'}</dd>
          </div>
        )}
      </dl>
      {mark && <p className={styles.told}>{mark}</p>}
    </Section>
  )
}
