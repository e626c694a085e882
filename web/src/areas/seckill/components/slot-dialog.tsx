import { type Slot, SlotDraft, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Form, Select } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { RightSwitch } from '../../../kit/form/right-switch.tsx'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { type Hours, hourText, isTaken } from '../model/slots.ts'
import styles from './seckill.module.css'

/** What is typed of: a slot, or a new one with the hours of a gap. */
export type TypedSlot = { row?: Slot | undefined; hours?: Hours }

type SlotDialogProps = TypedSlot & { slots: readonly Slot[]; onClose: () => void }

/** The form of a slot; hours of other slots cannot be chosen. */
export function SlotDialog({ row, hours, slots, onClose }: SlotDialogProps) {
  const others = slots.filter(({ id }) => id !== row?.id)
  const initial = { sort: 0, status: true, ...(hours && { startHour: hours.startHour, endHour: hours.endHour }) }
  return (
    <FormDialog
      name="场次"
      title={row ? '编辑场次' : '添加场次'}
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
        <RightSwitch of={seckillSlot.useStatus} row={row} checkedChildren="开启" unCheckedChildren="关闭" />
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
