import { type FrontCaseRow, frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { Link, useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { ItemRow } from '../../parts/goods/item-row.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import styles from './refunds.module.css'

const tabs = [
  { key: 'all', title: '全部' },
  { key: 'open', title: '处理中' },
  { key: 'ended', title: '已结束' },
] as const

/** What the buyer asked back. */
export default function RefundsScreen() {
  const [search] = useSearchParams()
  const tab = tabs.find(({ key }) => key === search.get('tab'))?.key ?? 'all'
  const cases = useEndless(frontAfterSales.list, { query: { tab } })
  return (
    <Screen title="退换售后">
      <Choices of={tabs} open={tab} onOpen={(key) => go(`/refunds?tab=${key}`, { replace: true })} />
      <Rows
        of={cases}
        empty={
          <Empty icon="back" text={tab === 'open' ? '没有处理中的售后' : '没有售后记录'}>
            <Button to="/orders">我的订单</Button>
          </Empty>
        }
      >
        {(list) => list.map((each) => <CaseCard key={each.id} of={each} />)}
      </Rows>
    </Screen>
  )
}

function CaseCard({ of: { id, salesNo, stateStr, state, salesState, serviceType, lines, refundAmount } }: Given) {
  return (
    <Card>
      <Link href={`/refund/${id}`} className={styles.refund}>
        <span className={styles.head}>
          <small>{salesNo}</small>
          <b className={state < 3 && !salesState ? styles.open : ''}>{stateStr}</b>
        </span>
        {lines.map((line) => (
          <ItemRow key={line.lineId} of={line} note={`×${line.num}`} />
        ))}
        <span className={styles.sum}>
          {serviceTypes[serviceType]}
          <Price yuan={refundAmount} />
        </span>
      </Link>
    </Card>
  )
}
type Given = { of: FrontCaseRow }
