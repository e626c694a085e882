import { type FrontCombination, frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Cell } from '../../parts/card.tsx'
import { SoldBar } from '../../parts/goods/sold-bar.tsx'
import { Tag } from '../../parts/tag.tsx'
import { ActivityScreen } from '../../sheets/activity/activity-screen.tsx'
import { OpenTeams } from '../../sheets/team/open-teams.tsx'
import { TeamSteps } from '../../sheets/team/team-steps.tsx'

/** A team product: what it is, teams that can be joined, and the way to open one. */
export default function CombinationGoodsScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const combinationId = Number(id) || 0
  const combination = useRead(frontCombination.detail, { params: { id: combinationId } })
  const { data } = combination
  return (
    <ActivityScreen
      kind={{ title: '拼团', home: '/combination', act: '开一个团' }}
      of={combination}
      onceNum={data?.activity.onceNum ?? 0}
      line={{ combinationId }}
      note={data && <Note of={data} />}
      cells={
        data && (
          <Cell name="限购">
            每单 {data.activity.onceNum} 件，每人共 {data.activity.num} 件
          </Cell>
        )
      }
    >
      {data && (
        <>
          <OpenTeams title="直接参团，更快成团" teams={data.teams} />
          <TeamSteps people={data.activity.people} hours={data.activity.effectiveTime} />
        </>
      )}
    </ActivityScreen>
  )
}

function Note({ of: { activity, doneCount } }: { of: FrontCombination }) {
  return (
    <>
      <Tag>{activity.people} 人团</Tag>
      {doneCount > 0 && <Tag kind="plain">已成 {doneCount} 团</Tag>}
      {activity.phase === 'running' && <SoldBar {...activity} />}
    </>
  )
}
