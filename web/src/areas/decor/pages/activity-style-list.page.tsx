import { activityStyle, type Style } from '@zhanggui/contract/decor/activity-style.ts'
import { styleStates } from '@zhanggui/domain/promotion/activity-style.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { Select } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { useMinute } from '../../../kit/text/when.tsx'
import { CategoryName } from '../../product/shared/category-cascader.tsx'
import styles from '../components/style.module.css'
import { StyleThumb } from '../components/style-thumb.tsx'
import {
  editAddress,
  methodOptions,
  noteOf,
  nounOf,
  pictureOf,
  scopeText,
  stateOf,
  typeOfPath,
  windowText,
} from '../model/style-words.ts'

const open = [
  { value: true, label: '已开启' },
  { value: false, label: '已关闭' },
]
const states = ([1, 0, -1] as const).map((state) => ({ value: state, label: styleStates[state] }))

/** 活动氛围 and 活动边框: two menu entries share this page. */
export default function ActivityStyleListPage() {
  const type = typeOfPath(useLocation().pathname)
  const list = useList(activityStyle.list, { fixed: { type } })
  const navigate = useNavigate()
  const now = useMinute()
  const noun = nounOf(type)
  return (
    <ListPage
      list={list}
      unit="个"
      title={noun}
      empty={`还没有${noun}`}
      purpose={
        type === 0
          ? '大促期间给商品图加上边框，买家在列表里一眼看到'
          : '大促期间在商品页的图片下面加一条氛围图，说明正在做活动'
      }
      filters={[
        { name: 'dateLimit', label: '创建时间' },
        {
          name: 'runningStatus',
          label: '活动状态',
          control: <Select allowClear placeholder="全部" options={states} />,
        },
        { name: 'name', label: '活动名称' },
        {
          name: 'method',
          label: '使用范围',
          control: <Select allowClear placeholder="全部" options={methodOptions} />,
        },
        { name: 'status', label: '是否开启', control: <Select allowClear placeholder="全部" options={open} /> },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 64, low: true },
        { name: 'name', title: '活动名称', minWidth: 160, least: 112, card: 'title' },
        {
          name: 'style',
          title: pictureOf(type),
          width: type === 0 ? 84 : 182,
          least: type === 0 ? 72 : 92,
          render: (row) => <StyleThumb type={row.type} src={row.style} name={row.name} />,
        },
        {
          name: 'method',
          title: '使用范围',
          width: 170,
          least: 88,
          render: (row) => <Scope of={row} />,
          says: scopeText,
        },
        {
          name: 'startTime',
          title: '活动日期',
          width: 150,
          least: 112,
          render: (row) => {
            const [from, to] = windowText(row, toWireTime(now))
            return <TwoLine top={from} below={to} />
          },
          says: ({ startTime, endTime }) => `${startTime} 至 ${endTime}`,
        },
        {
          name: 'runningStatus',
          title: '活动状态',
          width: 150,
          least: 112,
          render: (row) => <TwoLine top={<StateTag of="activity" value={stateOf(row)} />} below={noteOf(row, now)} />,
          says: (row) => stateOf(row),
        },
        { name: 'createTime', title: '创建时间', width: 120, low: true },
        {
          name: 'status',
          title: '是否开启',
          width: 88,
          least: 70,
          render: (row) => <StatusSwitch {...switchOf(row)} />,
          says: (row) => StatusSwitch.says(switchOf(row)),
        },
      ]}
      card={cardOf}
      nameOf={({ name }) => name}
      add={activityStyle.save}
      addText={`添加${noun}`}
      edit={activityStyle.update}
      open={(row) => navigate(editAddress(type, row?.id))}
      remove={activityStyle.remove}
      removeText="删除活动后将无法恢复，请谨慎操作!"
    />
  )
}

/** What a style dresses; of categories the first by name. */
function Scope({ of }: { of: Style }) {
  const { method, targetIds } = of
  const [first] = targetIds
  if (method === 0) return '全部商品'
  if (first === undefined) return <TwoLine top={scopeText(of)} below="选的都已删除" />
  if (method === 1) return <TwoLine top="指定商品" below={scopeText(of)} />
  return (
    <TwoLine
      top="指定分类"
      below={
        <>
          <CategoryName id={first} />
          {targetIds.length > 1 && ` 等 ${targetIds.length} 个`}
        </>
      }
    />
  )
}

const switchOf = ({ id, name, type, status, runningStatus }: Style) => ({
  name: `${nounOf(type)}「${name}」`,
  checked: status,
  route: activityStyle.useStatus,
  body: (next: boolean) => ({ id, status: next }),
  texts: ['开启', '关闭'] as const,
  question: (act: string) =>
    act === '关闭'
      ? `关闭${nounOf(type)}「${name}」？${closed[runningStatus]}`
      : `开启${nounOf(type)}「${name}」？${opened[runningStatus]}`,
})

const closed = {
  0: '到开始时间买家也看不到它，随时可以再开启。',
  1: '买家马上看不到它，随时可以再开启。',
  [-1]: '它的时间已过，随时可以再开启。',
} as const
const opened = {
  0: '到开始时间买家就看得到。',
  1: '买家马上看得到它。',
  [-1]: '它的时间已过，买家看不到，要用请改结束时间。',
} as const

function cardOf(row: Style): RowCard {
  const now = serverNow()
  const [from, to] = windowText(row, toWireTime(now))
  const thumb = <StyleThumb type={row.type} src={row.style} name={row.name} />
  return {
    head: (
      <>
        <StateTag of="activity" value={stateOf(row)} />
        <span className={styles.dim}>{noteOf(row, now)}</span>
      </>
    ),
    // A strip has no room beside the name.
    ...(row.type === 0 ? { picture: thumb } : { texts: thumb }),
    title: row.name,
    below: <span className={styles.dim}>{scopeText(row)}</span>,
    end: <StatusSwitch {...switchOf(row)} />,
    facts: (
      <span>
        {from}，{to}
      </span>
    ),
  }
}
