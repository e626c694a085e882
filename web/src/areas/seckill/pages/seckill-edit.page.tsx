import { type Seckill, SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { Alert, Form, InputNumber, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { write } from '../../../api/write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Watch } from '../../../kit/activity/watch-panel.tsx'
import { ActivityForm, type ActivityKind } from '../../../kit/activity-form/activity-form.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { HistoryButton } from '../../../kit/history/history-button.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import styles from '../components/seckill.module.css'
import { turnSeckill } from '../components/use-seckill-acts.tsx'
import { limitsText } from '../model/seckill-words.ts'
import { hoursText } from '../model/slots.ts'
import { useSlots } from '../model/use-slots.ts'

type Own = { timeId: number | undefined; num: number; onceNum: number; totalNum: number }

/** 添加 and 编辑秒杀商品. */
export default function SeckillEditPage() {
  const id = Number(useParams().id) || undefined
  return id === undefined ? <New /> : <Edit id={id} />
}

function New() {
  const [search] = useSearchParams()
  usePageName('添加秒杀商品', '添加秒杀商品')
  return <SeckillForm timeId={Number(search.get('timeId')) || undefined} onReload={() => undefined} />
}

function Edit({ id }: { id: number }) {
  const [drawn, setDrawn] = useState(0)
  const { data, error, reload } = useReadOnce(read(seckill.info, { query: { id }, silent: true }))
  usePageName(data && `编辑秒杀商品 · ${data.title}`, '编辑秒杀商品')
  async function handleReload() {
    await reload()
    setDrawn(drawn + 1)
  }
  if (data?.status) return <Opened of={data} onClosed={handleReload} />
  if (data) return <SeckillForm key={drawn} of={data} onReload={handleReload} />
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

/** One that is open is looked at, and closed to be edited. */
function Opened({ of, onClosed }: { of: Seckill; onClosed: () => void }) {
  const mayClose = useCan(seckill.useStatus)
  const [busy, setBusy] = useState(false)
  async function handleClose() {
    setBusy(true)
    await turnSeckill(of, false)
    await onClosed()
    setBusy(false)
  }
  return (
    <div className={styles.page}>
      <PageHeader title={of.title} acts={<HistoryButton object="seckill" id={of.id} name={of.title} />} />
      <Alert
        type="info"
        showIcon
        title="开启着的秒杀不能修改"
        description="加库存可以在列表里直接改；要改价格、时间和规格，请先关闭，改好再开启。"
        action={
          mayClose && (
            <WriteButton of={{ isPending: busy }} onClick={handleClose}>
              关闭后编辑
            </WriteButton>
          )
        }
      />
      <Watch id={of.id} />
    </div>
  )
}

type FormProps = { of?: Seckill; timeId?: number | undefined; onReload: () => void }

function SeckillForm({ of, timeId, onReload }: FormProps) {
  const own: Own = of
    ? { timeId: of.timeId, num: of.num, onceNum: of.onceNum, totalNum: of.totalNum }
    : { timeId, num: 1, onceNum: 1, totalNum: 0 }
  const kind: ActivityKind<Own> = {
    type: 1,
    object: 'seckill',
    noun: '秒杀商品',
    priceTitle: '秒杀价',
    list: '/marketing/seckill/list',
    draft: SeckillDraft,
    own,
    when: <SlotField known={of?.slot} />,
    limits: <Limits />,
    planOf: (typed) => (typed.timeId ? { timeId: typed.timeId } : undefined),
    limitText: ({ num = 1, onceNum = 0, totalNum = 0 }) => limitsText({ num, onceNum, totalNum }),
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
        <InputNumber min={1} max={999} precision={0} suffix="次" className={styles.wide} />
      </Field>
      <Field of={SeckillDraft} name="onceNum" extra="0 = 不限">
        <InputNumber min={0} max={999} precision={0} suffix="件" className={styles.wide} />
      </Field>
      <Field of={SeckillDraft} name="totalNum" extra="整个活动每人最多，0 = 不限">
        <InputNumber min={0} max={999} precision={0} suffix="件" className={styles.wide} />
      </Field>
    </>
  )
}
