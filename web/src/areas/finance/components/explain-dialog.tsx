import { type BillDiff, billDiff } from '@zhanggui/contract/finance/gateway-bill.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'

/** Closes a difference by the sentence that says why it is there. */
export function ExplainDialog({ row: { id, note }, onClose }: { row: BillDiff; onClose: () => void }) {
  return (
    <FormDialog
      name="对账差异"
      title="写说明结案"
      act="结案"
      message="已说明"
      add={billDiff.explain}
      edit={billDiff.explain}
      row={{ id, note }}
      onClose={onClose}
    >
      <Field of={billDiff.explain.body} name="note">
        <Input.TextArea
          rows={3}
          maxLength={200}
          showCount
          placeholder="查到的原因和怎么处理的；如：账单漏了一笔，已向微信报告"
        />
      </Field>
    </FormDialog>
  )
}
