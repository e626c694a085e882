import { PeopleQuery, type PersonRow, promoter } from '@zhanggui/contract/distribution/promoter.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { Input, Select } from 'antd'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { countText, levelOptions, levelText } from '../model/promoter-words.ts'
import styles from './distribution.module.css'

/** The list takes its filters as a body; the address keeps them as it does those of any list. */
const route = { ...promoter.people, query: t.pageQuery(PeopleQuery.properties) }

/** 推广人: whom a promoter brought, and whom these did. */
export function PeopleList({ uid }: { uid: number }) {
  const list = useList(route, { name: 'people', fixed: { uid }, silent: true })
  return (
    <ListPage
      list={list}
      title=""
      unit="人"
      filters={[
        {
          name: 'keywords',
          label: '用户',
          control: <Input allowClear maxLength={64} placeholder="昵称、手机号、ID" />,
        },
        { name: 'type', label: '层级', control: <Select allowClear placeholder="全部" options={levelOptions} /> },
        { name: 'dateLimit', label: '绑定时间', control: <DateRange /> },
      ]}
      columns={[
        {
          name: 'nickname',
          title: '用户',
          minWidth: 150,
          says: ({ id, nickname }) => nickname || `用户 ${id}`,
          render: (row) => <Person row={row} />,
        },
        { name: 'level', title: '层级', width: 66, render: ({ level }) => levelText(level) },
        {
          name: 'spreadCount',
          title: '带人',
          width: 70,
          align: 'right',
          render: ({ spreadCount }) => countText(spreadCount),
        },
        {
          name: 'orderCount',
          title: '订单',
          width: 70,
          align: 'right',
          render: ({ orderCount }) => countText(orderCount),
        },
        {
          name: 'consumeMoney',
          title: '消费金额',
          width: 104,
          align: 'right',
          render: ({ consumeMoney }) => (consumeMoney ? moneyText(consumeMoney) : '—'),
        },
        {
          name: 'brokerage',
          title: '带来佣金',
          width: 96,
          align: 'right',
          render: ({ brokerage }) => <b>{brokerage ? moneyText(brokerage) : '—'}</b>,
        },
        {
          name: 'spreadNickname',
          title: '上级',
          width: 96,
          low: true,
          render: ({ spreadUid, spreadNickname }) => spreadNickname || `用户 ${spreadUid}`,
        },
        { name: 'spreadTime', title: '绑定时间', width: 112, render: ({ spreadTime }) => <When at={spreadTime} /> },
      ]}
      card={(row) => ({
        picture: <Face user={{ ...row, realName: '' }} size={44} />,
        title: <CustomerLink uid={row.id} nickname={row.nickname} />,
        below: <Labels of={[levelText(row.level), row.isPromoter ? '推广员' : ''].filter(Boolean)} />,
        amount: row.brokerage > 0 && <b>{moneyText(row.brokerage)}</b>,
        facts: (
          <>
            <span>{row.phone}</span>
            <span>
              消费 <b>{row.consumeMoney ? moneyText(row.consumeMoney) : '—'}</b>
            </span>
          </>
        ),
      })}
      empty="还没有推广的人"
      purpose="从推广码来的新客绑定在这位分销员名下"
    />
  )
}

function Person({ row }: { row: PersonRow }) {
  return (
    <span className={styles.person}>
      <Face user={{ ...row, realName: '' }} />
      <TwoLine
        top={<CustomerLink uid={row.id} nickname={row.nickname} />}
        below={[row.phone, row.isPromoter ? '推广员' : ''].filter(Boolean).join(' · ')}
      />
    </span>
  )
}
