import { useQuery } from '@tanstack/react-query'
import { type TeamInfo, type TeamMember, team } from '@zhanggui/contract/combination/team.ts'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { CopyInvitation } from '../../../kit/activity/copy-invitation.tsx'
import { DetailPage, Section } from '../../../kit/detail/detail-page.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { Timeline, type TimelineItem } from '../../../kit/detail/timeline.tsx'
import { ActButton } from '../../../kit/list-page/row-actions.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { When } from '../../../kit/text/when.tsx'
import { FinishDialog } from '../components/finish-dialog.tsx'
import { Seats } from '../components/seats.tsx'
import { figuresOf, TeamMembers } from '../components/team-members.tsx'
import { TeamSide } from '../components/team-side.tsx'
import { invitationTo, TEAMS } from '../model/combination-words.ts'
import { storyText } from '../model/team-words.ts'

/** 团详情: a team as a page of its own, with an address to send. */
export default function CombinationTeamDetailPage() {
  const id = Number(useParams().id) || 0
  const mayRead = useCan(team.members)
  const mayFinish = useCan(team.finish)
  const [finishing, setFinishing] = useState(false)
  const { data, error, refetch } = useQuery(read(team.info, { query: { id }, silent: true }))
  const members = useQuery({ ...read(team.members, { params: { id }, silent: true }), enabled: mayRead })
  usePageName(`团 ${id}`, '团详情')
  const finish = mayFinish && data?.status === 1 && { label: '提前成团', onClick: () => setFinishing(true) }
  return (
    <DetailPage
      back={{ to: TEAMS, title: '拼团列表' }}
      head={{
        title: `团 ${id}`,
        below: data && (
          <>
            <StateTag of="team" value={data.statusName as StateName<'team'>} big />
            <span>{storyText(data)}</span>
            <span>
              {data.people} 人团，
              <When at={data.createTime} /> 开
            </span>
          </>
        ),
        acts: data?.status === 1 && (
          <>
            <CopyInvitation to={invitationTo(id)} />
            {finish && <ActButton of={finish} ours />}
          </>
        ),
      }}
      strip={data && members.data && <FactStrip items={figuresOf(data, members.data)} />}
      side={data && <TeamSide of={data} members={members.data} />}
    >
      {data && members.data ? (
        <>
          <Section title="几人参加">
            <Seats of={data} members={members.data} />
          </Section>
          <TeamMembers of={data} members={members.data} />
          <Section title="动态">
            <Timeline items={eventsOf(data, members.data)} first={20} />
          </Section>
        </>
      ) : (
        <Rest
          error={error ?? (mayRead ? members.error : null)}
          waits={!data || mayRead}
          onRetry={error ? refetch : members.refetch}
        />
      )}
      {finishing && data && <FinishDialog of={data} onClose={() => setFinishing(false)} />}
    </DetailPage>
  )
}

/** Instead of the members: what went wrong, that they come, or nothing for staff who may not see them. */
function Rest({ error, waits, onRetry }: { error: Error | null; waits: boolean; onRetry: () => unknown }) {
  if (!error && !waits) return null
  return <Section title="团员">{error ? <FailedBlock error={error} onRetry={onRetry} /> : <Skeleton active />}</Section>
}

/** What happened to a team, newest first. */
function eventsOf(of: TeamInfo, members: readonly TeamMember[]): TimelineItem[] {
  const came = members.map(({ id, uid, nickname, totalPrice, createTime }, nth): TimelineItem => {
    const act = nth ? '参团' : '开团'
    const content = (
      <>
        <b>{nickname || `用户 ${uid}`}</b> 付款 {moneyText(totalPrice)}，{act}
      </>
    )
    return { key: String(id), at: createTime, tone: 'promo', kind: 'member', content }
  })
  if (!of.endTime) return came.toReversed()
  const tone = of.status === 2 ? 'done' : 'idle'
  const end: TimelineItem = {
    key: 'end',
    at: of.endTime,
    tone,
    kind: 'end',
    content: `${of.statusName}，${storyText(of)}`,
  }
  return [end, ...came.toReversed()]
}
