import { frontPromoter, type OwnCommission } from '@zhanggui/contract/distribution/front-promoter.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Icon, type IconName } from '@zhanggui/page-kit/parts/icon.tsx'
import { Link } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { Facts, Figure } from '../../parts/goods/figure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './promoter.module.css'

/** What a buyer earned by recommending the shop; who is no promoter reads how to become one. */
export default function PromoterScreen() {
  const commission = useRead(frontPromoter.commission)
  const isOpen = useSite()?.open.distribution !== false
  return (
    <Screen title="我的推广" isTinted>
      {isOpen ? (
        <Loaded of={commission} skeleton={<CardBones height={140} />}>
          {(data) => (data.isPromoter ? <Promoter of={data} /> : <Becoming quota={data.quota} />)}
        </Loaded>
      ) : (
        <Empty icon="people" text="商家没有开通分销">
          <Button to="/user">回到我的</Button>
        </Empty>
      )}
    </Screen>
  )
}

const ways: readonly { title: string; to: string; icon: IconName }[] = [
  { title: '推广链接', to: '/promoter/poster', icon: 'share' },
  { title: '推广的人', to: '/promoter/people', icon: 'people' },
  { title: '推广订单', to: '/promoter/orders', icon: 'box' },
  { title: '排行', to: '/promoter/rank', icon: 'star' },
  { title: '佣金记录', to: '/promoter/records', icon: 'wallet' },
  { title: '提现记录', to: '/promoter/records?type=1', icon: 'back' },
]

const yuan = (value: number) => `¥${value.toFixed(2)}`

function Promoter({ of: data }: { of: OwnCommission }) {
  const { brokeragePrice, freezePrice, totalPrice, extractPrice, yesterdayPrice, peopleCount, orderCount, bubble } =
    data
  return (
    <>
      <Figure name="可提现佣金" value={yuan(brokeragePrice)}>
        冻结中 {yuan(freezePrice)}，昨天到账 {yuan(yesterdayPrice)}
      </Figure>
      <div className="coming">
        <Button to="/promoter/cash">提现或转入余额</Button>
      </div>
      <Facts
        of={[
          { name: '累计佣金', value: yuan(totalPrice), to: '/promoter/records' },
          { name: '已提现', value: yuan(extractPrice), to: '/promoter/records?type=1' },
          { name: '推广的人', value: peopleCount, to: '/promoter/people' },
          { name: '推广订单', value: orderCount, to: '/promoter/orders' },
        ]}
      />
      <Card>
        <nav className={styles.menu} aria-label="推广">
          {ways.map(({ title, to, icon }) => (
            <Link key={to} href={to}>
              <Icon name={icon} />
              {title}
            </Link>
          ))}
        </nav>
      </Card>
      {bubble.length > 0 && (
        <Card title="大家的佣金">
          {bubble.slice(0, 5).map(({ nickname, avatar, price, time }) => (
            <p key={`${nickname}${time}`} className={styles.bubble}>
              <Face nickname={nickname} avatar={avatar} size={26} />
              {nickname} 得到佣金 {yuan(price)}
            </p>
          ))}
        </Card>
      )}
    </>
  )
}

function Becoming({ quota }: { quota: number | null }) {
  return (
    <>
      <Empty icon="people" text="你还不是推广员">
        <Button to={quota === null ? '/service' : '/'}>{quota === null ? '联系商家' : '去逛逛'}</Button>
      </Empty>
      <Card title="怎么成为推广员">
        <p className={styles.how}>
          {quota === null
            ? '由商家指定。想成为推广员，请联系商家。'
            : `一张订单实付满 ¥${quota.toFixed(2)}，付款后自动成为推广员。`}
          成为推广员后，朋友通过你的链接下单，你就能得到佣金。
        </p>
      </Card>
    </>
  )
}
