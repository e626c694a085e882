import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { type Slot, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { hoursText } from '../model/slots.ts'
import { DayStrip } from './day-strip.tsx'
import styles from './seckill.module.css'
import type { TypedSlot } from './slot-dialog.tsx'
import { SlotsToday } from './slots-today.tsx'

const LIST = '/marketing/seckill/list'
const open = [
  { value: true, label: '已开启' },
  { value: false, label: '已关闭' },
]

type Props = {
  slots: readonly Slot[]
  onType: (typed: TypedSlot) => void
  /** Further acts beside the name of the list. */
  tools: ReactNode
  above: ReactNode
}

/** The slots as a list, below the strip of their hours. */
export function SlotList({ slots, onType, tools, above }: Props) {
  const list = useList(seckillSlot.list)
  const navigate = useNavigate()
  const [mayAdd, mayEdit, mayAddGoods, mayList] = [
    useCan(seckillSlot.save),
    useCan(seckillSlot.update),
    useCan(seckill.save),
    useCan(seckill.list),
  ]
  const goodsOf = ({ id }: Slot) => `${LIST}?timeId=${id}`
  const handleSlot = (slot: Slot) => (mayEdit ? onType({ row: slot }) : navigate(goodsOf(slot)))

  return (
    <ListPage
      list={list}
      unit="场"
      summary={<SlotsToday slots={slots} />}
      purpose="秒杀一天分几场，每场几点到几点；添加秒杀商品时选场次"
      filters={[
        { name: 'name', label: '秒杀名称' },
        { name: 'status', label: '状态', control: <Select allowClear placeholder="全部" options={open} /> },
      ]}
      header={
        <>
          {above}
          <DayStrip
            title="一天的场次"
            note={mayEdit ? '点一场编辑它；空处可加一场' : '点一场看它的商品'}
            slots={slots}
            onSlot={handleSlot}
            // Until the slots are there the whole day would look free.
            onGap={mayAdd && slots.length > 0 ? (hours) => onType({ hours }) : undefined}
          />
        </>
      }
      columns={[
        { name: 'id', title: 'ID', width: 64, low: true },
        { name: 'name', title: '秒杀名称', minWidth: 140, card: 'title' },
        { name: 'hours', title: '秒杀时段', width: 130, render: (row) => hoursText(row) },
        {
          name: 'sliderImgs',
          title: '轮播图',
          width: 170,
          render: ({ name, sliderImgs }) =>
            sliderImgs.length === 0 ? (
              '—'
            ) : (
              <span className={styles.thumbs}>
                {sliderImgs.slice(0, 3).map((src, at) => (
                  <Picture key={src} src={src} alt={`「${name}」轮播图 ${at + 1}`} size={32} />
                ))}
                {sliderImgs.length > 3 && <small>共 {sliderImgs.length} 张</small>}
              </span>
            ),
        },
        {
          name: 'status',
          title: '状态',
          width: 80,
          render: (row) => <StatusSwitch {...switchOf(row)} />,
          says: (row) => StatusSwitch.says(switchOf(row)),
        },
        {
          name: 'phase',
          title: '当前状态',
          width: 110,
          render: ({ phaseName }) => <StateTag of="activity" value={phaseName as StateName<'activity'>} />,
          says: ({ phaseName }) => phaseName,
        },
        {
          name: 'productCount',
          title: '商品数',
          width: 90,
          align: 'end',
          render: (row) =>
            mayList ? (
              <Link to={goodsOf(row)} aria-label={`查看「${row.name}」的 ${row.productCount} 个秒杀商品`}>
                {row.productCount}
              </Link>
            ) : (
              row.productCount
            ),
        },
        { name: 'createTime', title: '创建时间', width: 150, low: true },
      ]}
      add={seckillSlot.save}
      addText="添加场次"
      edit={seckillSlot.update}
      open={(row) => onType({ row })}
      remove={seckillSlot.remove}
      removeText="永久删除该配置，不能恢复。"
      nameOf={({ name }) => name}
      tools={tools}
      actions={({ id }) =>
        mayAddGoods && (
          <RowAction reads onClick={() => navigate(`/marketing/seckill/edit?timeId=${id}`)}>
            添加商品
          </RowAction>
        )
      }
    />
  )
}

const switchOf = ({ id, name, status, productCount }: Slot) => ({
  name: `场次「${name}」`,
  checked: status,
  route: seckillSlot.useStatus,
  params: { id },
  body: (next: boolean) => ({ status: next }),
  texts: ['开启', '关闭'] as const,
  question: (act: string) =>
    act === '关闭'
      ? `关闭场次「${name}」？它的 ${productCount} 款商品买家马上看不到，已下单的仍可付款。`
      : `开启场次「${name}」？它的 ${productCount} 款商品到点就可以抢。`,
})
