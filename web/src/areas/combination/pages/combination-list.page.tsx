import { type CombinationRow, combination } from '@zhanggui/contract/combination/combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { Button, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { ActivityList } from '../../../kit/activity/activity-list.tsx'
import { daysText } from '../../../kit/activity/activity-words.ts'
import { openOptions } from '../../../kit/activity/open-switch.tsx'
import { useActivityList } from '../../../kit/activity/use-activity-list.ts'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { combinationScreens, hoursText, TEAMS } from '../model/combination-words.ts'

/** 拼团商品: goods that are cheaper for those who buy them together. */
export default function CombinationListPage() {
  const list = useActivityList(combination.list)
  const navigate = useNavigate()
  return (
    <ActivityList
      kind={combinationScreens}
      list={list}
      summary={(running) => (
        <>
          进行中 <b>{running}</b> 个
        </>
      )}
      filters={[
        { name: 'keywords', label: '商品搜索' },
        { name: 'status', label: '状态', control: <Select allowClear placeholder="全部" options={openOptions} /> },
        { name: 'dateLimit', label: '活动日期', control: <DateRange /> },
        { name: 'productId', label: '商品编号', hidden: true, text: String },
      ]}
      purpose="几个人一起买就便宜；多少人开团、成了几个团、卖了多少，都看得到"
      columns={(column) => [
        column('id', 'ID'),
        column('title', '拼团名称'),
        column('price', '拼团价'),
        { name: 'people', title: '拼团人数', width: 80, align: 'right', render: ({ people }) => `${people} 人` },
        {
          name: 'countPeople',
          title: '参与人数',
          width: 80,
          align: 'right',
          render: (row) => <Teams of={row} count={row.countPeople} what="参与人数" />,
        },
        {
          name: 'countPeoplePink',
          title: '成团数量',
          width: 80,
          align: 'right',
          render: (row) => <Teams of={row} count={row.countPeoplePink} what="成团数量" status={2} />,
        },
        column('sales', '已售 / 限量'),
        column('quota', '限量剩余'),
        column('browse', '浏览次数'),
        column('budget', '预算'),
        {
          name: 'stopTime',
          title: '结束时间',
          width: 96,
          low: true,
          render: ({ startTime, stopTime }) => (
            <TwoLine top={stopTime.slice(5)} below={startTime === stopTime ? '当天' : `${startTime.slice(5)} 起`} />
          ),
          says: ({ stopTime }) => stopTime,
        },
        column('phase', '拼团状态'),
        column('status', '状态'),
        column('createTime', '创建时间'),
      ]}
      limits={({ effectiveTime, num }) => `${hoursText(effectiveTime)}内成团 · 每人 ${num} 件`}
      onCard={(row) => `${row.people} 人团 · 成团 ${row.countPeoplePink} · ${daysText(row)}`}
      exports={combination.download}
      tools={
        <Can do={team.list}>
          <Button onClick={() => navigate(TEAMS)}>拼团列表</Button>
        </Can>
      }
    />
  )
}

type TeamsProps = { of: CombinationRow; count: number; what: string; status?: number }

/** A count of its teams, which opens them. */
function Teams({ of: { id, title }, count, what, status }: TeamsProps) {
  const mayList = useCan(team.list)
  const text = count.toLocaleString('en-US')
  if (!mayList || count === 0) return text
  return (
    <Link
      to={`${TEAMS}?combinationId=${id}${status ? `&status=${status}` : ''}`}
      aria-label={`「${title}」的${what} ${count}，看它的团`}
    >
      {text}
    </Link>
  )
}
