import { useQuery } from '@tanstack/react-query'
import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import type { BargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { activityAddress } from '../../../kit/activity/activity-address.ts'
import { QuotaBar } from '../../../kit/activity/quota-bar.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { type Fact, Facts } from '../../../kit/detail/parts.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from './bargain.module.css'
import { OrderLink } from './order-link.tsx'

/** Beside a session: what it comes to once it is won, and the goods. */
export function SessionSide({ of }: { of: BargainSession }) {
  const mayRead = useCan(bargain.info)
  const mayList = useCan(bargain.list)
  const { data } = useQuery({ ...read(bargain.info, { query: { id: of.bargainId }, silent: true }), enabled: mayRead })
  const cost = data?.attrValue.find(({ id }) => id !== null)?.cost
  return (
    <>
      {of.status === 2 ? (
        <Section title="没砍成">
          <p className={styles.dim}>{lostText(of)}</p>
        </Section>
      ) : (
        <Section title="砍成以后">
          <Facts items={[...wonFacts(of), ...(cost === undefined ? [] : marginFacts(of, cost))]} />
          {of.status === 1 && <p className={styles.dim}>没砍完也不收钱；到时间就作废</p>}
        </Section>
      )}
      <Section title="砍价商品" acts={mayList && <Link to={activityAddress(2, of.bargainId)}>打开</Link>}>
        <span className={styles.goods}>
          <Picture src={of.image} alt={of.title} size={48} />
          <TwoLine top={of.title} below={<Money value={of.minPrice} old={of.price} inline />} />
        </span>
        {data && (
          <Facts
            items={[
              { label: '刀数', value: `${of.peopleNum} 刀，含自己` },
              { label: '单刀', value: rangeText(data.bargainMinPrice, data.bargainMaxPrice) },
              { label: '帮砍', value: `每人帮 ${data.bargainNum} 单` },
              { label: '发起', value: `每人 ${data.num} 次` },
              {
                label: '限量',
                value: (
                  <QuotaBar
                    of={`「${data.title}」`}
                    sold={data.sales}
                    paying={data.reserved}
                    all={data.quotaShow}
                    over={data.phase === 'ended'}
                  />
                ),
              },
            ]}
          />
        )}
      </Section>
    </>
  )
}

/** Why nothing comes of it any more. */
const lostText = ({ isCancelled, leftNum }: BargainSession): string =>
  isCancelled
    ? '买家放弃了，没收钱'
    : leftNum > 0
      ? '到时间没砍完，没收钱'
      : '砍完了但没按时下单，没收钱；占的 1 件已放回限量'

const wonFacts = (of: BargainSession): Fact[] => [
  { label: '他能买', value: `1 件，${moneyText(of.minPrice)}` },
  {
    label: '最晚下单',
    value: of.orderDeadline ? (
      <When at={of.orderDeadline} />
    ) : (
      <>
        至少到 <When at={of.stopTime} />
      </>
    ),
  },
  { label: '订单', value: of.orderNo ? <OrderLink of={of} /> : of.hasOrder ? '已下单' : '还没有' },
]

const marginFacts = ({ minPrice }: BargainSession, cost: number): Fact[] => [
  { label: '店里得', value: `${moneyText(minPrice)}，成本 ${moneyText(cost)}` },
  { label: '毛利', value: <b>{moneyText((Math.round(minPrice * 100) - Math.round(cost * 100)) / 100)}</b> },
]

const rangeText = (least: number | null, most: number | null): string =>
  least === null && most === null ? '随机' : `${moneyText(least ?? 0.01)} – ${most === null ? '不限' : moneyText(most)}`
