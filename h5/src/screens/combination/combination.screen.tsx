import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone, Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { Face } from '../../parts/face.tsx'
import { ActivityRow } from '../../parts/goods/activity-row.tsx'
import { Failed } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { ShareButton } from '../../sheets/share/share-button.tsx'
import styles from './combination.module.css'

/** Goods that are cheaper for buyers who form a team. */
export default function CombinationScreen() {
  const combinations = useEndless(frontCombination.list, { query: {} })
  const { list, error, retry } = combinations
  return (
    <Screen title="拼团" isTinted right={<ShareButton title="拼团" />}>
      <Joined />
      {!list && (error ? <Failed text={error.message} onRetry={retry} /> : <CombinationBones />)}
      {list?.length === 0 && (
        <Empty icon="people" text="现在没有可以拼团的商品">
          <Button to="/">去逛逛</Button>
        </Empty>
      )}
      {list?.map((card) => (
        <ActivityRow
          key={card.id}
          card={card}
          to={`/combination/${card.id}`}
          price={card.price}
          was={card.productPrice}
          gone={card.quota > 0 ? '' : '抢光了'}
          act={card.quota > 0 ? { label: '去拼团', isSolid: true } : { label: '看相似', to: `/list?cid=${card.cid}` }}
        >
          <Tag>{card.people} 人团</Tag>
          {card.doneCount > 0 && <small>已成 {card.doneCount} 团</small>}
          {card.quota > 0 && (
            <small>
              剩 {card.quota} {card.unitName}
            </small>
          )}
        </ActivityRow>
      ))}
      <More of={combinations} />
    </Screen>
  )
}

/** Who takes part. */
function Joined() {
  const { data, error } = useRead(frontCombination.header)
  if (error && !data) return null
  const { avatars = [], totalPeople = 0 } = data ?? {}
  return (
    <p className={styles.joined}>
      {avatars.map((avatar) => (
        <Face key={avatar} nickname="" avatar={avatar} size={22} />
      ))}
      <span>{data && (totalPeople > 0 ? `${totalPeople} 人参加过拼团` : '人满就成团，比一个人买便宜')}</span>
    </p>
  )
}

function CombinationBones() {
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
