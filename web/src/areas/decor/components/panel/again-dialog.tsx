import { toWireTime } from '@zhanggui/domain/time.ts'
import { Form } from 'antd'
import { serverNow } from '../../../../api/server-time.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'

/** From when to when something is shown; '' where it has no such end. */
export type Period = { from: string; to: string }

/** 再用一次: what is over gets new times; nothing of its content was lost. */
export function AgainDialog({
  name,
  onUse,
  onClose,
}: {
  name: string
  onUse: (period: Period) => void
  onClose: () => void
}) {
  const [form] = Form.useForm<{ from: string | null; to: string | null }>()
  return (
    <Dialog
      title={`再用一次：${name}`}
      width={420}
      okText="再用一次"
      cancelText="取消"
      onCancel={onClose}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={({ from, to }) => {
          onUse({ from: from ?? '', to: to ?? '' })
          onClose()
        }}
      >
        <Form.Item name="from" label="从" extra="不填则发布后马上显示">
          <WireTimePicker />
        </Form.Item>
        <Form.Item
          name="to"
          label="到"
          extra="不填则一直显示"
          dependencies={['from']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, to?: string) => {
                if (!to) return
                if (to <= toWireTime(serverNow())) throw new Error('结束时间要晚于现在')
                const from = getFieldValue('from') as string | undefined
                if (from && to <= from) throw new Error('结束时间要晚于开始时间')
              },
            }),
          ]}
        >
          <WireTimePicker />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
