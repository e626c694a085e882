import { type BargainRow, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { Button, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { ActivityList } from '../../../kit/activity/activity-list.tsx'
import { daysText } from '../../../kit/activity/activity-words.ts'
import { openOptions } from '../../../kit/activity/open-switch.tsx'
import { useActivityList } from '../../../kit/activity/use-activity-list.ts'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { bargainScreens, SESSIONS } from '../model/bargain-words.ts'

/** 砍价商品: goods whose price buyers cut down with the help of others. */
export default function BargainListPage() {
  const list = useActivityList(bargain.list)
  const navigate = useNavigate()
  return (
    <ActivityList
      kind={bargainScreens}
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
      purpose="买家喊朋友一起砍，砍到最低价就能买；多少人发起、多少人帮砍，都看得到"
      columns={(column) => [
        column('id', 'ID'),
        column('title', '砍价名称'),
        column('price', '砍价价格'),
        {
          name: 'minPrice',
          title: '最低价',
          width: 88,
          align: 'right',
          render: ({ minPrice }) => <Money value={minPrice} />,
          says: ({ minPrice }) => String(minPrice),
        },
        {
          name: 'countPeopleAll',
          title: '参与人数',
          width: 80,
          align: 'right',
          render: (row) => <Sessions of={row} count={row.countPeopleAll} what="参与人数" />,
        },
        { name: 'countPeopleHelp', title: '帮忙砍价人数', width: 104, align: 'right', low: true },
        {
          name: 'countPeopleSuccess',
          title: '砍价成功人数',
          width: 104,
          align: 'right',
          render: (row) => <Sessions of={row} count={row.countPeopleSuccess} what="砍价成功人数" status={3} />,
        },
        column('sales', '已售 / 限量'),
        column('quota', '限量剩余'),
        column('browse', '浏览次数'),
        column('budget', '预算'),
        {
          name: 'stopTime',
          title: '活动时间',
          width: 92,
          low: true,
          render: ({ startTime, stopTime }) => (
            <TwoLine
              top={`到 ${stopTime.slice(5)}`}
              below={startTime === stopTime ? '当天' : `${startTime.slice(5)} 起`}
            />
          ),
          says: ({ stopTime }) => stopTime,
        },
        column('phase', '砍价状态'),
        column('status', '状态'),
        column('createTime', '创建时间'),
      ]}
      limits={({ peopleNum, num }) => `${peopleNum} 刀砍到底 · 每人发起 ${num} 次`}
      onCard={(row) =>
        `${row.peopleNum} 刀 · 发起 ${row.countPeopleAll} · 砍成 ${row.countPeopleSuccess} · ${daysText(row)}`
      }
      amount={({ price, minPrice }) => (
        <>
          <b>{moneyText(minPrice)}</b> 从 {moneyText(price)} 砍
        </>
      )}
      exports={bargain.download}
      tools={
        <Can do={bargainSession.list}>
          <Button onClick={() => navigate(SESSIONS)}>砍价列表</Button>
        </Can>
      }
    />
  )
}

type SessionsProps = { of: BargainRow; count: number; what: string; status?: number }

/** A count of its sessions, which opens them. */
function Sessions({ of: { id, title }, count, what, status }: SessionsProps) {
  const mayList = useCan(bargainSession.list)
  const text = count.toLocaleString('en-US')
  if (!mayList || count === 0) return text
  return (
    <Link
      to={`${SESSIONS}?bargainId=${id}${status ? `&status=${status}` : ''}`}
      aria-label={`「${title}」的${what} ${count}，看它的砍价`}
    >
      {text}
    </Link>
  )
}
