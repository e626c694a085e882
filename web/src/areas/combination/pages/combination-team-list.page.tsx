import { useQuery } from '@tanstack/react-query'
import { type Team, team } from '@zhanggui/contract/combination/team.ts'
import { teamStatuses, teamStatusWords } from '@zhanggui/domain/promotion/team.ts'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { type Act, ActButton, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useTabbedList } from '../../../kit/list-page/use-tabbed-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useLooking } from '../../../kit/page/use-looking.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/combination.module.css'
import { FinishDialog } from '../components/finish-dialog.tsx'
import { TeamPanel } from '../components/team-panel.tsx'
import { TEAMS, teamAddress } from '../model/combination-words.ts'
import { seatsText, storyText } from '../model/team-words.ts'

const tabs = [
  { key: 'all', label: '全部' } as const,
  ...teamStatuses.map((key) => ({ key, label: teamStatusWords[key] })),
]

const leaderOf = ({ uid, nickname }: Team) => nickname || `用户 ${uid}`

/** 拼团列表: the teams of all team products. */
export default function CombinationTeamListPage() {
  const list = useTabbedList(team.list, { status: teamStatuses })
  const phone = useIsPhone()
  const [looking, look] = useLooking()
  const [finishing, setFinishing] = useState<Team>()
  const mayFinish = useCan(team.finish)
  const actsOf = (row: Team) => ({
    look: { label: '查看详情', reads: true, onClick: () => look(row.id) },
    finish: mayFinish && row.status === 1 && { label: '提前成团', onClick: () => setFinishing(row) },
  })
  const shown = list.rows.find(({ id }) => id === looking)
  return (
    <>
      <ListPage
        list={list}
        unit="个"
        chosenId={looking}
        look={({ id }) => look(id)}
        address={({ id }) => teamAddress(id)}
        nameOf={({ id }) => `团 ${id}`}
        header={
          <>
            <Figures />
            <StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />
          </>
        }
        filters={[
          { name: 'keywords', label: '用户/商品' },
          { name: 'dateLimit', label: '开团时间', control: <DateRange /> },
          { name: 'combinationId', label: '拼团商品', hidden: true, text: String },
          { name: 'uid', label: '买家', hidden: true, text: String },
        ]}
        exports={team.download}
        empty="还没有人开团"
        purpose="买家付款开的团都在这里，差几人、什么时候到期，没满的也能补齐成团"
        columns={[
          { name: 'id', title: 'ID', width: 72 },
          {
            name: 'nickname',
            title: '开团团长',
            minWidth: 140,
            render: (row) => <Leader of={row} />,
            says: leaderOf,
          },
          { name: 'createTime', title: '开团时间', width: 112 },
          {
            name: 'title',
            title: '拼团商品',
            minWidth: 180,
            render: ({ image, title, combinationId }) => (
              <span className={styles.buyer}>
                <Picture src={image} alt={title} size={34} />
                <TwoLine top={title} below={`编号 ${combinationId}`} />
              </span>
            ),
            says: ({ title }) => title,
          },
          { name: 'people', title: '几人团', width: 72, align: 'right', render: ({ people }) => `${people} 人` },
          {
            name: 'memberCount',
            title: '几人参加',
            width: 88,
            align: 'right',
            render: (row) => (
              <TwoLine end top={`${row.memberCount} 人`} below={row.virtualCount > 0 && `补 ${row.virtualCount} 人`} />
            ),
            says: seatsText,
          },
          {
            name: 'stopTime',
            title: '结束时间',
            width: 132,
            render: ({ status, stopTime, endTime }) =>
              status === 1 ? (
                <TwoLine top={<When at={stopTime} kind="deadline" />} below={<When at={stopTime} />} />
              ) : (
                <When at={endTime ?? stopTime} />
              ),
          },
          {
            name: 'status',
            title: '拼团状态',
            width: 120,
            render: (row) => (
              <TwoLine
                top={<StateTag of="team" value={row.statusName as StateName<'team'>} />}
                below={storyText(row)}
              />
            ),
            says: ({ statusName }) => statusName,
          },
        ]}
        card={(row) => cardOf(row, actsOf(row))}
        actions={(row) => {
          const { look: open, finish } = actsOf(row)
          return (
            <>
              {!phone && <NextAct of={[open]} />}
              <MoreActions name={`团 ${row.id}`} of={phone && finish ? [open] : [finish]} />
            </>
          )
        }}
      />
      {looking !== undefined && (
        <TeamPanel
          id={looking}
          of={shown}
          finish={shown ? actsOf(shown).finish : false}
          onClose={() => look(undefined)}
        />
      )}
      {finishing && <FinishDialog of={finishing} onClose={() => setFinishing(undefined)} />}
    </>
  )
}

/** What all teams come to; each figure opens its teams. */
function Figures() {
  const allowed = useCan(team.statistics)
  const { data } = useQuery({ ...read(team.statistics, { silent: true }), enabled: allowed })
  if (!allowed) return null
  const show = (value: number | undefined) => (value === undefined ? '—' : value.toLocaleString('en-US'))
  const done = data && data.countTeam + data.failTeam
  return (
    <div className={styles.figures}>
      <MetricTiles>
        <MetricTile
          title="参与人数"
          value={show(data?.countPeople)}
          definition="开团和参团的买家，一人算一次"
          to={TEAMS}
        />
        <MetricTile
          title="成团数量"
          value={show(data?.countTeam)}
          below={data && done ? `成团率 ${((100 * data.countTeam) / done).toFixed(1)}%` : undefined}
          to={`${TEAMS}?status=2`}
        />
        <MetricTile title="进行中" value={show(data?.runningTeam)} to={`${TEAMS}?status=1`} />
        <MetricTile title="未成团" value={show(data?.failTeam)} below="到期自动退款" to={`${TEAMS}?status=3`} />
      </MetricTiles>
    </div>
  )
}

function Leader({ of: row }: { of: Team }) {
  const { uid, nickname, avatar } = row
  return (
    <span className={styles.buyer}>
      <Face user={{ id: uid, nickname, realName: '', avatar }} size={28} />
      <TwoLine top={leaderOf(row)} below={`UID ${uid}`} />
    </span>
  )
}

type Acts = { look: Act; finish: Act | false }

function cardOf(row: Team, { look, finish }: Acts): RowCard {
  return {
    head: (
      <>
        <StateTag of="team" value={row.statusName as StateName<'team'>} />
        <span className={styles.dim}>{storyText(row)}</span>
        <span className={styles.dim}>
          {row.status === 1 ? <When at={row.stopTime} kind="deadline" /> : <When at={row.endTime} />}
        </span>
      </>
    ),
    picture: <Picture src={row.image} alt={row.title} size={56} />,
    title: row.title,
    below: <span className={styles.dim}>{`${leaderOf(row)} 开团`}</span>,
    end: <b>{seatsText(row)}</b>,
    facts: (
      <span>
        团 {row.id} · <When at={row.createTime} />
      </span>
    ),
    act: <ActButton of={finish || look} ours={Boolean(finish)} />,
  }
}
