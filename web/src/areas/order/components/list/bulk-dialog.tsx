import { useQuery } from '@tanstack/react-query'
import {
  type BulkAct,
  type BulkFailure,
  type BulkResult as BulkOutcome,
  bulkActs,
  OrderBulk,
  orderNote,
} from '@zhanggui/contract/order/order-note.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { Button, Checkbox, Form, Input, Progress, Table } from 'antd'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { openDialog, showSuccess, undo } from '../../../../kit/feedback/feedback.ts'
import { WireDayPicker } from '../../../../kit/form/dates/wire-day-picker.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { HOLD_REASONS } from '../dialogs/hold-dialog.tsx'
import { ReasonInput } from '../fields/reason-field.tsx'
import { TagChoice } from '../order-tags.tsx'

const CLOSE_REASONS = ['买家不想买了', '缺货', '重复下单', '无法联系买家']
/** How often a task that is under way is asked about. */
const POLL_MS = 1000

type Props = { act: BulkAct; orderNos: readonly string[]; onClose: () => void }
type Typed = Pick<OrderBulk, 'remark' | 'append' | 'add' | 'remove' | 'reason' | 'until'>

/** One act on the ticked orders: what it needs, then 成功 N / 失败 N with the reason per order, and the way back. */
export default function BulkDialog({ act, orderNos: ticked, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  // Orders leave the list, and with it the ticks, while the act goes on.
  const [orderNos] = useState(ticked)
  const [batchId, setBatchId] = useState<number>()
  const { title, verb } = bulkActs[act]
  const size = `${orderNos.length} 单`
  const start = useWrite(orderNote.bulk, {
    form,
    once: true,
    onSuccess: (answer) => setBatchId(answer.batchId),
  })

  function send({ remark, append, add, remove, reason, until }: Typed) {
    const given = {
      ...(act === 'mark' && { remark: remark ?? '', append: append ?? false }),
      ...(act === 'tag' && { add: add ?? [], remove: remove ?? [] }),
      ...(reason && { reason }),
      ...(until && { until }),
    }
    start.mutate({ body: { act, orderNos: [...orderNos], ...given } })
  }

  if (batchId !== undefined) return <BulkResult batchId={batchId} act={act} onClose={onClose} />
  return (
    <Dialog
      title={`${title} ${size}`}
      width={480}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          不{verb}
        </Button>,
        <WriteButton key="ok" type="primary" danger={act === 'close'} of={start} onClick={form.submit}>
          {verb} {size}
        </WriteButton>,
      ]}
    >
      <WriteForm<Typed>
        of={start}
        form={form}
        layout="vertical"
        name="order-bulk"
        initialValues={{ append: true }}
        onFinish={send}
      >
        {fieldsOf(act)}
      </WriteForm>
    </Dialog>
  )
}

/** What an act needs to know. */
function fieldsOf(act: BulkAct): ReactElement {
  switch (act) {
    case 'mark':
      return (
        <>
          <Field of={OrderBulk} name="remark" rules={[]} extra="买家看不到；打印过的订单会标为打印后有变更">
            <Input.TextArea autoFocus rows={3} maxLength={512} showCount />
          </Field>
          <Form.Item name="append" valuePropName="checked" extra="不勾则替换原有备注，留空就是清空">
            <Checkbox>加在原有备注后面</Checkbox>
          </Form.Item>
        </>
      )
    case 'tag':
      return (
        <>
          <Form.Item name="add" label="加上">
            <TagChoice />
          </Form.Item>
          <Form.Item
            name="remove"
            label="去掉"
            dependencies={['add']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, ids?: number[]) =>
                  ids?.length || getFieldValue('add')?.length ? Promise.resolve() : Promise.reject(Error('请选择标签')),
              }),
            ]}
          >
            <TagChoice />
          </Form.Item>
        </>
      )
    case 'hold':
      return (
        <>
          <Form.Item
            name="reason"
            label="挂起原因"
            extra="挂起期间不能发货"
            rules={[
              { required: true, message: '请输入挂起原因' },
              { min: 2, message: '挂起原因至少 2 个字' },
            ]}
          >
            <ReasonInput common={HOLD_REASONS} />
          </Form.Item>
          <Field of={OrderBulk} name="until" label="挂起到（选填）" rules={[]} extra="当天早上自动解除">
            <WireDayPicker future />
          </Field>
        </>
      )
    case 'close':
      return (
        <Form.Item
          name="reason"
          label="关闭原因"
          extra="只关闭没付款的；库存、积分退回，不能恢复，也不能撤销"
          rules={[
            { required: true, message: '请输入关闭原因' },
            { min: 2, message: '关闭原因至少 2 个字' },
          ]}
        >
          <ReasonInput common={CLOSE_REASONS} />
        </Form.Item>
      )
    case 'unhold':
      return <p>解除后可以发货。</p>
  }
}

/** How it went; followed while a task is at it. Of a complete success a line with 撤销 is enough. */
function BulkResult({ batchId, act, onClose }: { batchId: number; act: BulkAct; onClose: () => void }) {
  const { title, verb } = bulkActs[act]
  const { data, refetch } = useQuery({
    ...read(orderNote.bulkInfo, { query: { batchId }, silent: true }),
    refetchInterval: ({ state: { data: info } }) => {
      const isUnended = !(info?.undone ?? info)?.isFinished
      return isUnended && !info?.isStopped ? POLL_MS : false
    },
  })
  const back = useWrite(orderNote.bulkUndo, {
    once: true,
    onSuccess: (answer) => {
      if (isTakenBack(answer)) showSuccess(`已撤销 ${answer.ok} 单`)
      return refetch()
    },
  })

  /** From the line that stays when the dialog is closed: it opens again for what could not be taken back, or is yet to be. */
  async function takeBack() {
    const answer = await back.mutateAsync({ body: { batchId } }).catch(() => undefined)
    if (answer && !isTakenBack(answer))
      openDialog<void>((done) => <BulkResult batchId={batchId} act={act} onClose={() => done()} />)
  }

  const settle = useEffectEvent(() => {
    if (!data?.isFinished || data.undone || data.failed.length) return
    const text = `已${verb} ${data.ok} 单`
    if (data.undoUntil) undo(text, takeBack, { until: parseWireTime(data.undoUntil) })
    else showSuccess(text)
    onClose()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known how it went
  useEffect(() => settle(), [data?.isFinished])

  const shown = data?.undone ?? data
  const done = (shown?.ok ?? 0) + (shown?.failed.length ?? 0)
  const isStopped = data?.isStopped ?? false
  const running = !shown?.isFinished && !isStopped
  return (
    <Dialog
      title={data?.undone ? `撤销${title}` : title}
      width={640}
      onCancel={onClose}
      footer={[
        data?.undoUntil && (
          <WriteButton key="undo" of={back} onClick={() => back.mutate({ body: { batchId } })}>
            {data.undone ? '继续撤销' : `撤销成功的 ${data.ok} 单`}
          </WriteButton>
        ),
        <Button key="ok" type="primary" onClick={onClose}>
          {running ? '在后台继续' : '知道了'}
        </Button>,
      ]}
    >
      {running ? (
        <Progress percent={data ? Math.floor((100 * done) / Math.max(1, data.total)) : 0} status="active" />
      ) : (
        <>
          <p role="status">
            {isStopped && '已中断：'}成功 <b>{shown?.ok}</b> / 失败 <b>{shown?.failed.length}</b>
            {isStopped && `，其余 ${((data?.undone ? data.ok : data?.total) ?? 0) - done} 单没有处理`}
          </p>
          {shown && shown.failed.length > 0 && <Failures of={shown.failed} />}
        </>
      )}
    </Dialog>
  )
}

const isTakenBack = (answer: RouteAnswer<typeof orderNote.bulkUndo>): answer is BulkOutcome =>
  'ok' in answer && !answer.failed.length

function Failures({ of }: { of: readonly BulkFailure[] }) {
  return (
    <Table
      size="small"
      rowKey="orderNo"
      pagination={of.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{ x: 'max-content', y: 320 }}
      dataSource={[...of]}
      columns={[
        { title: '订单号', dataIndex: 'orderNo', width: 190 },
        { title: '原因', dataIndex: 'message' },
      ]}
    />
  )
}
