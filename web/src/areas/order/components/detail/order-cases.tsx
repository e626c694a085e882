import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { type SalesFacts, salesStateText, serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { Link } from 'react-router'
import { useCan } from '../../../../kit/access/can.tsx'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { caseAddress, caseStateOf } from '../../model/case-look.ts'
import styles from './order-detail.module.css'

/** 售后: each request of the buyer about the order, and how it ended. */
export function OrderCases({ info: { cases } }: { info: OrderInfo }) {
  const mayLook = useCan(afterSales.info)
  if (!cases.length) return null
  return (
    <Section title="售后" count={`${cases.length} 单`} flush>
      <ul className={styles.money}>
        {cases.map((one) => (
          <li key={one.id}>
            <span className={styles.at}>
              <When at={one.createTime} />
            </span>
            <span className={styles.what}>
              {serviceTypes[one.serviceType === 1 ? 1 : 0]} · {one.reason}
            </span>
            <StateTag of="refund" value={caseStateOf({ stateStr: salesStateText(factsOf(one)) })} />
            {mayLook ? <Link to={caseAddress(one.id)}>{shortNo(one.salesNo)}</Link> : <code>{one.salesNo}</code>}
            <b className={styles.amount}>{moneyText(one.refundAmount)}</b>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** In short a case does not say whether its parcel was taken in. */
const factsOf = ({ serviceType, state, salesState }: OrderInfo['cases'][number]): SalesFacts =>
  ({ serviceType, state, salesState, received: 0 }) as SalesFacts
