import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { Button, Form } from 'antd'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'

const { body: Body } = couponCopy.revoke

/** 作废: ends copies that are not used, with a reason. */
export function RevokeDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>()
  const size = `${ids.length} 张`
  const revoke = useWrite(couponCopy.revoke, {
    form,
    once: true,
    onSuccess: ({ revoked, skipped }) => {
      showSuccess(`已作废 ${revoked} 张${skipped ? `，跳过 ${skipped} 张（已使用或已失效）` : ''}`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`作废 ${size}优惠券`}
      asks
      width={480}
      onCancel={() => !revoke.isPending && onClose()}
      footer={[
        <Button key="cancel" disabled={revoke.isPending} onClick={onClose}>
          不作废
        </Button>,
        <WriteButton key="ok" danger type="primary" of={revoke} onClick={form.submit}>
          作废 {size}
        </WriteButton>,
      ]}
    >
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        of={revoke}
        onFinish={({ reason }) => revoke.mutate({ body: { ids: [...ids], reason } })}
      >
        <Field of={Body} name="reason" extra="作废后买家不能再使用，不能恢复" />
      </WriteForm>
    </Dialog>
  )
}
