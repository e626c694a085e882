import { useQuery } from '@tanstack/react-query'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { type Team, type TeamMember, team } from '@zhanggui/contract/combination/team.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { activityAddress } from '../../../kit/activity/activity-address.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { Lines, Note } from '../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { type Act, ActButton } from '../../../kit/list-page/row-actions.tsx'
import { Face } from '../../../kit/media/face.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { type StateName, states } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { endText, seatsText, storyText } from '../model/team-words.ts'
import styles from './combination.module.css'
import { Seats } from './seats.tsx'

/** So many members are on a page: a team may have a thousand. */
const PAGE = 50

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
  const mayLook = useCan(order.info)
  if (!data) return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />
  return (
    <>
      {of && <FactStrip items={figuresOf(of, data)} />}
      {of && <Seats of={of} members={data} />}
      {of?.status === 1 && <Ending of={of} members={data} />}
      <Section title="团员" count={of ? seatsText(of) : data.length} flush>
        <Lines
          rows={data}
          pageSize={PAGE}
          columns={[
            {
              title: '团员',
              render: (member) => (
                <span className={styles.buyer}>
                  <Face user={{ ...member, id: member.uid, realName: '' }} size={28} />
                  <CustomerLink uid={member.uid} nickname={member.nickname} />
                  <Labels of={labelsOf(member, of)} />
                </span>
              ),
            },
            { title: '参团时间', width: 104, render: ({ createTime }) => <When at={createTime} /> },
            {
              title: '订单',
              width: 88,
              render: ({ orderId, orderNo }) =>
                orderNo === '' ? (
                  '—'
                ) : mayLook ? (
                  <Link to={`/order/detail/${orderId}`} title={orderNo} aria-label={`订单 ${orderNo}`}>
                    {shortNo(orderNo)}
                  </Link>
                ) : (
                  shortNo(orderNo)
                ),
            },
            { title: '件数', width: 56, align: 'end', render: ({ num }) => num },
            { title: '实付', width: 96, align: 'end', render: ({ totalPrice }) => <Money value={totalPrice} /> },
            {
              title: '订单状态',
              width: 108,
              render: ({ orderStatus }) =>
                orderStatus in states.order ? (
                  <StateTag of="order" value={orderStatus as StateName<'order'>} />
                ) : (
                  orderStatus || '—'
                ),
            },
          ]}
        />
      </Section>
    </>
  )
}

/** Who leads, and who left: their part ended otherwise than the team. */
const labelsOf = ({ isLeader, status }: TeamMember, of: Team | undefined): string[] =>
  [isLeader && '团长', of && status === 3 && of.status !== 3 && '已退出'].filter((label) => typeof label === 'string')

/** What its members who did not leave have paid, in yuan. */
const sumOf = (of: Team, members: readonly TeamMember[]) =>
  members
    .filter(({ status }) => status === of.status)
    .reduce((fen, { totalPrice }) => fen + Math.round(totalPrice * 100), 0) / 100

/** 到时候会怎样: what becomes of a team that runs. */
function Ending({ of, members }: { of: Team; members: readonly TeamMember[] }) {
  const { text, isGood } = endText(of, moneyText(sumOf(of, members)))
  return <Note tone={isGood ? 'done' : 'todo'}>{text}</Note>
}

function figuresOf(of: Team, members: readonly TeamMember[]) {
  const sitting = members.filter(({ status }) => status === of.status)
  return [
    {
      label: '几人参加',
      value: seatsText(of),
      below: of.virtualCount > 0 ? `补了 ${of.virtualCount} 人` : storyText(of),
    },
    {
      label: of.status === 1 ? '离结束' : '结束时间',
      value: of.status === 1 ? <When at={of.stopTime} kind="deadline" /> : <When at={of.endTime} />,
      below: of.status === 1 && <When at={of.stopTime} />,
    },
    { label: '件数', value: sitting.reduce((sum, { num }) => sum + num, 0), below: `${sitting.length} 单` },
    { label: '实付合计', value: <Money value={sumOf(of, members)} /> },
  ]
}
