import { type FrontTeam, frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { Link, useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useAt } from '../../api/use-at.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Tag } from '../../parts/tag.tsx'
import { GoodsGone } from '../../sheets/goods/goods-gone.tsx'
import { ShareButton } from '../../sheets/share/share-button.tsx'
import { OpenTeams } from '../../sheets/team/open-teams.tsx'
import { TeamSteps } from '../../sheets/team/team-steps.tsx'
import { Places } from './places.tsx'
import styles from './team.module.css'
import { TeamActs } from './team-acts.tsx'
import { teamStateOf } from './team-state.ts'

/** A team: who is in it, how many places and how much time are left, and what the buyer can do. */
export default function TeamScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const pinkId = Number(id) || 0
  const team = useRead(frontCombination.team, { params: { pinkId } })
  const { data, retry } = team
  const combination = useRead(frontCombination.detail, { params: { id: data?.activity.id ?? 0 } }, data !== undefined)
  useAt(data?.team.status === 1 ? data.team.stopTime : null, retry)
  const title = data ? titleOf(data) : '拼团'
  return (
    <Screen title={title} isTinted right={<ShareButton title={title} />}>
      <Loaded
        of={team}
        skeleton={<TeamBones />}
        failed={({ status, message }) =>
          status === 404 && <GoodsGone text={message} to="/combination" label="看看别的拼团" />
        }
      >
        {(found) => (
          <>
            <Goods of={found} />
            <Card>
              <Places of={found} />
              <TeamActs
                of={found}
                openOrderNo={combination.data?.openOrderNo ?? ''}
                onChange={() => {
                  retry()
                  combination.retry()
                }}
              />
            </Card>
            <TeamSteps people={found.team.people} hours={found.activity.effectiveTime} />
            <OpenTeams
              title="别的团，马上就满"
              teams={combination.data?.teams.filter(({ id: other }) => other !== pinkId) ?? []}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function titleOf(data: FrontTeam): string {
  const leader = data.members.find(({ isLeader }) => isLeader)
  const state = teamStateOf(data)
  if (state === 'join' && leader) return `${leader.nickname} 邀你拼团`
  return data.joined ? '我的拼团' : '拼团'
}

function Goods({ of: { team, activity, productPrice } }: { of: FrontTeam }) {
  const { id, image, title, price } = activity
  return (
    <Card>
      <div className={styles.goods}>
        <Picture className={styles.picture ?? ''} image={{ url: image }} width={96} eager alt="" />
        <div>
          <Link href={`/combination/${id}`} className={styles.name}>
            {title}
          </Link>
          <span>
            <Tag>{team.people} 人团</Tag>
          </span>
          <span className={styles.price}>
            <Price yuan={price} size={24} />
            {productPrice > price && (
              <small>
                一个人买 <s>¥{productPrice.toFixed(2)}</s>
              </small>
            )}
          </span>
        </div>
      </div>
    </Card>
  )
}

function TeamBones() {
  return (
    <div className="coming">
      <Bone height={120} radius={12} />
      <Bone height={330} radius={12} />
      <Bone height={130} radius={12} />
    </div>
  )
}
