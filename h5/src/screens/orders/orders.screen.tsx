import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { FrontOrderRow } from '@zhanggui/contract/order/front-order-own.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { skuText } from '../../parts/goods/sku-text.ts'
import { Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import { SearchBox } from '../../parts/typed/search-box.tsx'
import { OrderActs } from '../../sheets/order/order-acts.tsx'
import styles from './orders.module.css'

/** The tabs by the `kind` of the address, each with what the call asks for it and whose count it shows. */
const tabs = [
  { kind: '', title: '全部', count: undefined },
  { kind: 'unpaid', title: '待付款', type: 0, count: 'unPaidCount' },
  { kind: 'unsent', title: '待发货', type: 1, count: 'unShippedCount' },
  { kind: 'sent', title: '待收货', type: 2, count: 'receivedCount' },
  { kind: 'unreviewed', title: '待评价', type: 3, count: 'evaluatedCount' },
  { kind: 'combination', title: '拼团', orderKind: 'combination', count: undefined },
] as const
/** So many pictures are shown of an order. */
const PICTURES = 3

/** The buyer's orders. */
export default function OrdersScreen() {
  const [search] = useSearchParams()
  const kind = search.get('kind') ?? ''
  const tab = tabs.find((each) => each.kind === kind) ?? tabs[0]
  const { data: counts } = useRead(frontOrder.counts)
  const keywords = search.get('q') ?? ''
  const orders = useEndless(frontOrder.list, { query: { ...askedOf(tab), ...(keywords && { keywords }) } })
  const [typed, setTyped] = useState(keywords)
  const open = (toKind: string, words: string) => {
    const said = new URLSearchParams({ ...(toKind && { kind: toKind }), ...(words && { q: words }) })
    go(said.size ? `/orders?${said}` : '/orders', { replace: true })
  }
  const find = (words: string) => {
    setTyped(words)
    // What was typed is gone with the cross; anything else waits for the key.
    if (!words) open(tab.kind, '')
  }
  return (
    <Screen title="我的订单">
      <div className={styles.search}>
        <SearchBox
          label="商品名称或订单号"
          value={typed}
          onChange={find}
          onSearch={() => open(tab.kind, typed.trim())}
        />
      </div>
      <Choices
        of={tabs.map(({ kind: key, title, count }) => ({ key, title, count: count && counts?.[count] }))}
        open={tab.kind}
        onOpen={(each) => open(each, keywords)}
      />
      <Rows
        of={orders}
        empty={
          keywords ? (
            <Empty text={`没有找到「${keywords}」`}>
              <Button onClick={() => find('')}>看全部</Button>
            </Empty>
          ) : (
            <Empty text={tab.kind ? `没有${tab.title}的订单` : '还没有订单'}>
              <Button to="/">去逛逛</Button>
            </Empty>
          )
        }
      >
        {(list) => list.map((order) => <OrderCard key={order.id} order={order} />)}
      </Rows>
    </Screen>
  )
}

const askedOf = (tab: (typeof tabs)[number]) => ({
  ...('type' in tab && { type: tab.type }),
  ...('orderKind' in tab && { orderKind: tab.orderKind }),
})

function OrderCard({ order }: { order: FrontOrderRow }) {
  const { orderNo, createTime, statusStr, lines, totalNum, payPrice, payDeadline, canPay, shipBy, lastTrace } = order
  const [line] = lines
  return (
    <Card>
      <Link href={`/order/${orderNo}`} className={styles.order}>
        <span className={styles.head}>
          <small>{createTime.slice(5, 16)}</small>
          <b className={canPay ? styles.due : ''}>{statusStr.value}</b>
        </span>
        <span className={styles.goods}>
          {lines.slice(0, PICTURES).map((each) => (
            <span key={each.id} className={styles.picture}>
              <Picture image={{ url: each.image }} width={76} alt={lines.length > 1 ? each.storeName : ''} />
            </span>
          ))}
          <span className={styles.words}>
            {lines.length === 1 && (
              <>
                <span className={styles.name}>{line?.storeName}</span>
                <small>{skuText(line?.sku ?? '')}</small>
              </>
            )}
          </span>
          <span className={styles.sum}>
            <Price yuan={payPrice} />
            <small>共 {totalNum} 件</small>
          </span>
        </span>
      </Link>
      <div className={styles.foot}>
        {canPay && payDeadline && (
          <small>
            剩余 <CountDown to={payDeadline} doneText="已到时间" />
          </small>
        )}
        {shipBy && <small>预计 {shipBy.slice(5, 16)} 前发出</small>}
        {lastTrace && <small>{lastTrace.status}</small>}
        <OrderActs order={order} size={28} />
      </div>
    </Card>
  )
}
