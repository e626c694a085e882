import { useQuery } from '@tanstack/react-query'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { type Team, team } from '@zhanggui/contract/combination/team.ts'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { activityAddress } from '../../../kit/activity/activity-address.ts'
import { CopyInvitation } from '../../../kit/activity/copy-invitation.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { type Act, ActButton } from '../../../kit/list-page/row-actions.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { invitationTo, teamAddress } from '../model/combination-words.ts'
import { storyText } from '../model/team-words.ts'
import styles from './combination.module.css'
import { Seats } from './seats.tsx'
import { Ending, figuresOf, TeamMembers } from './team-members.tsx'

type TeamPanelProps = {
  id: number
  /** As the list has it; undefined of one that is not in it. */
  of: Team | undefined
  /** 提前成团, of one that runs. */
  finish: Act | false
  onClose: () => void
}

/** A team beside the list: its places, how it stands, and its members with their orders. */
export function TeamPanel({ id, of, finish, onClose }: TeamPanelProps) {
  const mayRead = useCan(team.members)
  return (
    <SidePanel title={`团 ${id}`} width={860} onClose={onClose}>
      <div className={styles.panel}>
        {of && <Head of={of} finish={finish} />}
        {mayRead && <Members id={id} of={of} />}
        <span className={styles.links}>
          {of?.status === 1 && <CopyInvitation to={invitationTo(id)} />}
          <Link to={teamAddress(id)}>打开整页</Link>
        </span>
      </div>
    </SidePanel>
  )
}

function Head({ of, finish }: { of: Team; finish: Act | false }) {
  const mayOpen = useCan(combination.list)
  return (
    <>
      <div className={styles.head}>
        <StateTag of="team" value={of.statusName as StateName<'team'>} big />
        <span>{storyText(of)}</span>
        <span className={styles.dim}>
          {of.people} 人团，
          <When at={of.createTime} /> 开
        </span>
        {finish && (
          <span className={styles.acts}>
            <ActButton of={finish} ours />
          </span>
        )}
      </div>
      <span className={styles.goods}>
        <Picture src={of.image} alt={of.title} size={40} />
        <TwoLine
          top={mayOpen ? <Link to={activityAddress(3, of.combinationId)}>{of.title}</Link> : of.title}
          below={`拼团商品 ${of.combinationId}`}
        />
      </span>
    </>
  )
}

function Members({ id, of }: Pick<TeamPanelProps, 'id' | 'of'>) {
  const { data, error, refetch } = useQuery(read(team.members, { params: { id }, silent: true }))
  if (!data) return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />
  return (
    <>
      {of && <FactStrip items={figuresOf(of, data)} />}
      {of && <Seats of={of} members={data} />}
      {of?.status === 1 && <Ending of={of} members={data} />}
      <TeamMembers of={of} members={data} />
    </>
  )
}
