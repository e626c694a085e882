import type { Team, TeamMember } from '@zhanggui/contract/combination/team.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import type { Figure } from '../../../kit/detail/fact-strip.tsx'
import { Lines, Note } from '../../../kit/detail/parts.tsx'
import { Face } from '../../../kit/media/face.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { type StateName, states } from '../../../kit/text/states.ts'
import { When } from '../../../kit/text/when.tsx'
import { endText, seatsText, storyText } from '../model/team-words.ts'
import styles from './combination.module.css'

/** So many members are on a page: a team may have a thousand. */
const PAGE = 50

/** 团员: who is in a team, with their orders. @param of undefined of a team that the list beside it does not hold */
export function TeamMembers({ of, members: data }: { of: Team | undefined; members: readonly TeamMember[] }) {
  const mayLook = useCan(order.info)
  return (
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
  )
}

/** Who leads, and who left: their part ended otherwise than the team. */
const labelsOf = ({ isLeader, status }: TeamMember, of: Team | undefined): string[] =>
  [isLeader && '团长', of && status === 3 && of.status !== 3 && '已退出'].filter((label) => typeof label === 'string')

/** What its members who did not leave have paid, in yuan. */
export const sumOf = (of: Team, members: readonly TeamMember[]) =>
  members
    .filter(({ status }) => status === of.status)
    .reduce((fen, { totalPrice }) => fen + Math.round(totalPrice * 100), 0) / 100

/** 到时候会怎样: what becomes of a team that runs. */
export function Ending({ of, members }: { of: Team; members: readonly TeamMember[] }) {
  const { text, isGood } = endText(of, moneyText(sumOf(of, members)))
  return <Note tone={isGood ? 'done' : 'todo'}>{text}</Note>
}

/** How far it is, how long it has, and what was paid. */
export function figuresOf(of: Team, members: readonly TeamMember[]): Figure[] {
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
