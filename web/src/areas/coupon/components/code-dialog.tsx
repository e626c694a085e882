import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { CodeDraft, couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { Button, Form, Input, Radio } from 'antd'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { showInfo, showSuccess } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { openTasks } from '../../../kit/tasks.ts'

type Typed = { kind: 'unique' | 'shared'; batchName?: string; count?: number; code?: string; mostUses?: number | null }
const kinds = [
  { value: 'unique', label: '一人一码' },
  { value: 'shared', label: '通用码' },
]

/** 生成兑换码: many for one use each, or one that is typed. */
export function CodeDialog({ of, onClose }: { of: Coupon; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const kind = Form.useWatch('kind', form) ?? 'unique'
  const save = useWrite(couponCode.save, {
    form,
    once: true,
    onSuccess: (answer) => {
      onClose()
      if ('taskId' in answer) {
        openTasks()
        showInfo('正在生成，完成后在任务中心下载；完整的兑换码只在这个文件里')
      } else showSuccess('兑换码已生效')
    },
  })

  function handleFinish({ batchName, count, code, mostUses }: Typed) {
    const made =
      kind === 'unique' ? { kind, count: count ?? 0 } : { kind, code: code?.trim() ?? '', mostUses: mostUses ?? 0 }
    const named = batchName?.trim()
    save.mutate({ body: { couponId: of.id, ...(named && { batchName: named }), ...made } })
  }

  return (
    <Dialog
      title="生成兑换码"
      asks
      width={480}
      onCancel={() => !save.isPending && onClose()}
      footer={[
        <Button key="cancel" disabled={save.isPending} onClick={onClose}>
          不生成
        </Button>,
        <WriteButton key="ok" type="primary" of={save} onClick={form.submit}>
          生成
        </WriteButton>,
      ]}
    >
      <WriteForm<Typed>
        form={form}
        name={useId()}
        layout="vertical"
        of={save}
        initialValues={{ kind: 'unique' }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="kind"
          label="类型"
          extra={kind === 'unique' ? '每个码只能兑换一次，生成一个文件' : '大家用同一个码，每人按限领数量兑换'}
        >
          <Radio.Group options={kinds} />
        </Form.Item>
        <Field of={CodeDraft} name="batchName" label="批次名称（选填）" extra="给谁用、在哪里发；不填按第几批称呼">
          <Input maxLength={40} allowClear autoComplete="off" placeholder="如 小红书达人" />
        </Field>
        {kind === 'unique' ? (
          <Field
            of={CodeDraft}
            name="count"
            rules={[{ required: true, message: '请输入数量' }]}
            extra="最多 100,000 个"
          >
            <NumberInput min={1} max={100_000} precision={0} style={{ width: 160 }} />
          </Field>
        ) : (
          <>
            <Field
              of={CodeDraft}
              name="code"
              rules={[
                { required: true, message: '请输入兑换码' },
                { pattern: /^[A-Za-z0-9]{4,20}$/, message: '兑换码为4到20位字母和数字' },
              ]}
              extra="4 到 20 位字母和数字，不分大小写"
            >
              <Input maxLength={20} allowClear autoComplete="off" placeholder="如 SPRING2026" />
            </Field>
            <Field of={CodeDraft} name="mostUses" extra="不填则不限">
              <NumberInput min={1} precision={0} style={{ width: 160 }} />
            </Field>
          </>
        )}
      </WriteForm>
    </Dialog>
  )
}
