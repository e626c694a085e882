import { type Seckill, SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { Form, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { write } from '../../../api/write.ts'
import { ActivityForm } from '../../../kit/activity-form/activity-form.tsx'
import type { ActivityKind, OwnFields } from '../../../kit/activity-form/activity-kind.ts'
import { ActivityPage } from '../../../kit/activity-form/activity-page.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import styles from '../components/seckill.module.css'
import { isWireDay } from '../model/day.ts'
import { limitsText, seckillScreens } from '../model/seckill-words.ts'
import { hoursText } from '../model/slots.ts'
import { useSlots } from '../model/use-slots.ts'

type Own = Omit<OwnFields<SeckillDraft>, 'timeId'> & { timeId: number | undefined }

/** 添加, 编辑 and 详情 of a flash sale. */
export default function SeckillEditPage() {
  return (
    <ActivityPage<Seckill>
      kind={seckillScreens}
      facts={(of) => [
        { label: '场次', value: `${of.slot.name} ${hoursText(of.slot)}` },
        { label: '限购', value: limitsText(of) },
      ]}
      form={(of, onReload) => <SeckillForm of={of} onReload={onReload} />}
    />
  )
}

type FormProps = { of: Seckill | undefined; onReload: () => void }

function SeckillForm({ of, onReload }: FormProps) {
  const [search] = useSearchParams()
  const own: Own = of
    ? { timeId: of.timeId, num: of.num, onceNum: of.onceNum, totalNum: of.totalNum }
    : { timeId: Number(search.get('timeId')) || undefined, num: 1, onceNum: 1, totalNum: 0 }
  const kind: ActivityKind<Own> = {
    ...seckillScreens,
    draft: SeckillDraft,
    own,
    ...daysOf(search.get('day')),
    when: <SlotField known={of?.slot} />,
    limits: <Limits />,
    planOf: (typed) => (typed.timeId ? { timeId: typed.timeId } : undefined),
    buyerLook: ({ num = 1, onceNum = 0, totalNum = 0 }, cheapest) => ({
      price: cheapest?.price ?? null,
      was: cheapest?.otPrice,
      beside: '距结束 01:33:12',
      below: `已抢 0% · ${limitsText({ num, onceNum, totalNum })}`,
    }),
  }
  return (
    <ActivityForm<Own>
      kind={kind}
      {...(of && { of })}
      onChoose={(then) =>
        openProductPicker({ mode: 'single', onPick: ([picked]) => picked !== undefined && then(picked.id) })
      }
      send={({ timeId: slot = 0, ...body }, stored) =>
        stored
          ? write(seckill.update, { body: { ...body, timeId: slot, ...stored } })
          : write(seckill.save, { body: { ...body, timeId: slot } })
      }
      onReload={onReload}
    />
  )
}

/** The day of the table from which it is added. */
const daysOf = (day: string | null): { days?: [string, string] } =>
  day && isWireDay(day) && day >= toWireDay(serverNow()) ? { days: [day, day] } : {}

/** 活动时间: one of the open slots. */
function SlotField({ known }: { known: Seckill['slot'] | undefined }) {
  const slots = useSlots()
  const offered = slots.filter(({ status, id }) => status || id === known?.id)
  const all = known && !offered.some(({ id }) => id === known.id) ? [known, ...offered] : offered
  return (
    <Form.Item
      name="timeId"
      label="活动时间"
      required
      rules={[{ required: true, message: '时段不能为空' }]}
      extra="每天这个时段开抢；跨零点请分两个活动"
    >
      <Select
        placeholder="请选择场次"
        options={all.map((slot) => ({ value: slot.id, label: `${slot.name} ${hoursText(slot)}` }))}
      />
    </Form.Item>
  )
}

function Limits() {
  return (
    <>
      <Field of={SeckillDraft} name="num" rules={[{ required: true, message: '请输入活动次数' }]} extra="每人每天可抢">
        <NumberInput min={1} max={999} precision={0} suffix="次" className={styles.wide} />
      </Field>
      <Field of={SeckillDraft} name="onceNum" extra="0 = 不限">
        <NumberInput min={0} max={999} precision={0} suffix="件" className={styles.wide} />
      </Field>
      <Field of={SeckillDraft} name="totalNum" extra="整个活动每人最多，0 = 不限">
        <NumberInput min={0} max={999} precision={0} suffix="件" className={styles.wide} />
      </Field>
    </>
  )
}
