import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone, Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { Link } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { Face } from '../../parts/face.tsx'
import { ActivityRow } from '../../parts/goods/activity-row.tsx'
import { Failed } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './bargain.module.css'

/** Goods whose price buyers cut down together. */
export default function BargainScreen() {
  const bargains = useEndless(frontBargain.list, { query: {} })
  const { list, error, retry } = bargains
  return (
    <Screen
      title="砍价"
      isTinted
      right={
        <Link href="/bargain/mine" className={styles.mine}>
          我的砍价
        </Link>
      }
    >
      <Won />
      {!list && (error ? <Failed text={error.message} onRetry={retry} /> : <BargainBones />)}
      {list?.length === 0 && (
        <Empty icon="cut" text="现在没有可以砍价的商品">
          <Button to="/">去逛逛</Button>
        </Empty>
      )}
      {list?.map((card) => (
        <ActivityRow
          key={card.id}
          card={card}
          to={`/bargain/${card.id}`}
          priceName="最低"
          price={card.minPrice}
          was={card.productPrice}
          gone={card.quota > 0 ? '' : '抢光了'}
          act={card.quota > 0 ? { label: '去砍价', isSolid: true } : { label: '看相似', to: `/list?cid=${card.cid}` }}
        >
          <small>{card.peopleNum} 刀砍到底</small>
          {card.countPeopleAll > 0 && <small>{card.countPeopleAll} 人在砍</small>}
          {card.quota > 0 && (
            <small>
              剩 {card.quota} {card.unitName}
            </small>
          )}
        </ActivityRow>
      ))}
      <More of={bargains} />
    </Screen>
  )
}

/** Who reached the lowest price. */
function Won() {
  const { data, error } = useRead(frontBargain.header)
  if (error && !data) return null
  const [newest] = data?.successList ?? []
  return (
    <p className={styles.won}>
      {newest ? (
        <>
          <Face {...newest} size={22} />
          <span>
            {newest.nickname} 砍到了 ¥{newest.price.toFixed(2)}，已有 {data?.total} 人砍到最低价
          </span>
        </>
      ) : (
        data && '喊好友一起砍，砍到最低价就能买'
      )}
    </p>
  )
}

function BargainBones() {
  return (
    <Skeleton>
      <div className={styles.bones}>
        <Bone height={132} radius={12} />
        <Bone height={132} radius={12} />
        <Bone height={132} radius={12} />
      </div>
    </Skeleton>
  )
}
