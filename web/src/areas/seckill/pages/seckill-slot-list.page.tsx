import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { type Slot, SlotDraft, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Button, Form, Select, Switch } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { useMinute } from '../../../kit/text/when.tsx'
import { DayStrip } from '../components/day-strip.tsx'
import styles from '../components/seckill.module.css'
import { type Hours, hoursText, hourText, isTaken, slotsAround } from '../model/slots.ts'
import { useSlots } from '../model/use-slots.ts'

const LIST = '/marketing/seckill/list'
const open = [
  { value: true, label: '已开启' },
  { value: false, label: '已关闭' },
]

/** 秒杀配置: the hours of the day in which flash sales run. */
export default function SeckillSlotListPage() {
  const list = useList(seckillSlot.list)
  const slots = useSlots()
  const navigate = useNavigate()
  const [typing, setTyping] = useState<{ row?: Slot | undefined; hours?: Hours }>()
  const [mayAdd, mayEdit, mayAddGoods, mayList] = [
    useCan(seckillSlot.save),
    useCan(seckillSlot.update),
    useCan(seckill.save),
    useCan(seckill.list),
  ]
  const goodsOf = ({ id }: Slot) => `${LIST}?timeId=${id}`
  const handleSlot = (slot: Slot) => (mayEdit ? setTyping({ row: slot }) : navigate(goodsOf(slot)))

  return (
    <>
      <ListPage
        list={list}
        unit="场"
        summary={<Today slots={slots} />}
        purpose="秒杀一天分几场，每场几点到几点；添加秒杀商品时选场次"
        filters={[
          { name: 'name', label: '秒杀名称' },
          { name: 'status', label: '状态', control: <Select allowClear placeholder="全部" options={open} /> },
        ]}
        header={
          <DayStrip
            title="一天的场次"
            note={mayEdit ? '点一场编辑它；空处可加一场' : '点一场看它的商品'}
            slots={slots}
            onSlot={handleSlot}
            // Until the slots are there the whole day would look free.
            onGap={mayAdd && slots.length > 0 ? (hours) => setTyping({ hours }) : undefined}
          />
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
        open={(row) => setTyping({ row })}
        remove={seckillSlot.remove}
        removeText="永久删除该配置，不能恢复。"
        nameOf={({ name }) => name}
        tools={mayList && <Button onClick={() => navigate(LIST)}>秒杀商品</Button>}
        actions={({ id }) =>
          mayAddGoods && (
            <RowAction reads onClick={() => navigate(`/marketing/seckill/edit?timeId=${id}`)}>
              添加商品
            </RowAction>
          )
        }
      />
      {typing && <SlotDialog {...typing} slots={slots} onClose={() => setTyping(undefined)} />}
    </>
  )
}

/** 午后场正在抢，6 款；20:00 晚间场 9 款 */
function Today({ slots }: { slots: readonly Slot[] }) {
  const { running, next } = slotsAround(slots, useMinute())
  const parts = [
    running && (
      <span key="running">
        {running.name}正在抢，<b>{running.productCount}</b> 款
      </span>
    ),
    next && (
      <span key="next">
        <b>{hourText(next.startHour)}</b> {next.name} {next.productCount} 款
      </span>
    ),
  ].filter((part) => part !== undefined)
  return parts.map((part, at) => [at > 0 && '；', part])
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

type SlotDialogProps = { row?: Slot | undefined; hours?: Hours; slots: readonly Slot[]; onClose: () => void }

/** The form of a slot; hours of other slots cannot be chosen. */
function SlotDialog({ row, hours, slots, onClose }: SlotDialogProps) {
  const others = slots.filter(({ id }) => id !== row?.id)
  const initial = { sort: 0, status: true, ...(hours && { startHour: hours.startHour, endHour: hours.endHour }) }
  return (
    <FormDialog
      name="秒杀时段"
      width={560}
      add={seckillSlot.save}
      edit={seckillSlot.update}
      row={row}
      initial={initial}
      toBody={(typed) => ({ ...typed, img: typed.img ?? '' })}
      onClose={onClose}
    >
      <Field of={SlotDraft} name="name" label="秒杀名称" />
      <div className={styles.pair}>
        <Field of={SlotDraft} name="startHour" required rules={[{ required: true, message: '请选择开始时间' }]}>
          <HourSelect from={0} taken={(hour) => isTaken(others, hour)} />
        </Field>
        <EndHour others={others} />
      </div>
      <p className={styles.note}>
        两场之间可以紧挨，不能重叠。跨零点的秒杀请设两场：当天最后一场和第二天的第一场，各建一个活动。
      </p>
      <Field of={SlotDraft} name="sliderImgs" extra="1 至 5 张，建议 710×300，可拖动排序">
        <MaterialPicker num={5} size={88} />
      </Field>
      <Field of={SlotDraft} name="img" label="图片（选填）">
        <MaterialPicker size={88} />
      </Field>
      <Field of={SlotDraft} name="status" valuePropName="checked">
        <Switch checkedChildren="开启" unCheckedChildren="关闭" />
      </Field>
    </FormDialog>
  )
}

/** The end: later than the start, and not beyond the next slot. */
function EndHour({ others }: { others: readonly Hours[] }) {
  const start = Form.useWatch<number | undefined>('startHour') ?? 0
  const next = Math.min(24, ...others.map(({ startHour }) => startHour).filter((hour) => hour > start))
  return (
    <Field
      of={SlotDraft}
      name="endHour"
      required
      dependencies={['startHour']}
      rules={[
        { required: true, message: '请选择结束时间' },
        ({ getFieldValue }) => ({
          validator: async (_, hour: number | undefined) => {
            if (hour !== undefined && hour <= (getFieldValue('startHour') ?? 0)) throw new Error('请填写正确的时间范围')
          },
        }),
      ]}
    >
      <HourSelect from={1} taken={(hour) => hour <= start || hour > next} />
    </Field>
  )
}

type HourSelectProps = {
  id?: string
  /** The first hour that is offered. */
  from: number
  taken: (hour: number) => boolean
  value?: number
  onChange?: (hour: number) => void
}

function HourSelect({ from, taken, ...props }: HourSelectProps) {
  const options = Array.from({ length: 24 }, (_, at) => at + from).map((hour) => ({
    value: hour,
    label: hourText(hour),
    disabled: taken(hour),
  }))
  return <Select placeholder="请选择" options={options} {...props} />
}
