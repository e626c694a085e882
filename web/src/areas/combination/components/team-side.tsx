import { useQuery } from '@tanstack/react-query'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { type TeamInfo, type TeamMember, team } from '@zhanggui/contract/combination/team.ts'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { activityAddress } from '../../../kit/activity/activity-address.ts'
import { QuotaBar } from '../../../kit/activity/quota-bar.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { lengthText } from '../../../kit/text/when-text.ts'
import { fillText, hoursText, TEAMS } from '../model/combination-words.ts'
import styles from './combination.module.css'
import { Ending, sumOf } from './team-members.tsx'

type SideProps = {
  of: TeamInfo
  /** Undefined for staff who may not see them, and until they come. */
  members: readonly TeamMember[] | undefined
}

/** Beside a team: what becomes of it, the goods, and how teams of this activity end. */
export function TeamSide({ of, members }: SideProps) {
  return (
    <>
      {of.status === 1 && members && <Future of={of} members={members} />}
      <Goods of={of} />
      <Others of={of} />
    </>
  )
}

/** 到时候会怎样, and what goes back of a team that is not completed. */
function Future({ of, members }: { of: TeamInfo; members: readonly TeamMember[] }) {
  const sitting = members.filter(({ status }) => status === 1)
  const units = sitting.reduce((sum, { num }) => sum + num, 0)
  return (
    <Section title="到时候会怎样">
      <Ending of={of} members={members} />
      <p className={styles.dim}>没成团的话</p>
      <Facts
        items={[
          { label: '原路退款', value: `${sitting.length} 笔 ${moneyText(sumOf(of, members))}` },
          { label: '库存退回', value: `${units} 件` },
          { label: '通知', value: `${sitting.length} 位买家` },
          { label: '团记为', value: '未成团' },
        ]}
      />
    </Section>
  )
}

function Goods({ of }: { of: TeamInfo }) {
  const mayRead = useCan(combination.info)
  const mayList = useCan(combination.list)
  const { data } = useQuery({
    ...read(combination.info, { query: { id: of.combinationId }, silent: true }),
    enabled: mayRead,
  })
  return (
    <Section title="拼团商品" acts={mayList && <Link to={activityAddress(3, of.combinationId)}>打开</Link>}>
      <span className={styles.goods}>
        <Picture src={of.image} alt={of.title} size={48} />
        <TwoLine
          top={of.title}
          below={
            data ? (
              <Money value={data.price} old={data.otPrice > data.price ? data.otPrice : undefined} inline />
            ) : (
              `编号 ${of.combinationId}`
            )
          }
        />
      </span>
      {data && (
        <Facts
          items={[
            { label: '人数', value: `${data.people} 人，${hoursText(data.effectiveTime)}` },
            { label: '限购', value: `每人 ${data.num} 件` },
            { label: '补齐', value: fillText(data.virtualRation) },
            {
              label: '活动',
              value: data.startTime === data.stopTime ? data.startTime : `${data.startTime} 至 ${data.stopTime}`,
            },
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
  )
}

function Others({ of }: { of: TeamInfo }) {
  const mayList = useCan(team.list)
  const { combinationId, runningTeam, countTeam, failTeam, averageMinutes } = of
  const ended = countTeam + failTeam
  const count = (value: number, status: number) =>
    mayList && value ? <Link to={`${TEAMS}?combinationId=${combinationId}&status=${status}`}>{value}</Link> : value
  const rate = ended ? `成团率 ${((100 * countTeam) / ended).toFixed(1)}%` : '还没有团结束'
  return (
    <Section title="这个活动">
      <FactStrip
        items={[
          { label: '进行中的团', value: count(runningTeam, 1) },
          { label: '已成团', value: count(countTeam, 2) },
          { label: '未成团', value: count(failTeam, 3) },
        ]}
      />
      <p className={styles.dim}>
        {rate}
        {averageMinutes !== null && `，平均 ${lengthText(averageMinutes)}成团`}
      </p>
    </Section>
  )
}
