import { type Dict, DictDraft, dict } from '@zhanggui/contract/setting/dict.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'

export function DictDialog({ row, onClose }: { row?: Dict; onClose: () => void }) {
  return (
    <FormDialog name="字典" add={dict.save} edit={dict.update} row={row} onClose={onClose}>
      <Field of={DictDraft} name="name">
        <Input disabled={row?.builtin} maxLength={50} placeholder="如 order_status" />
      </Field>
      <Field of={DictDraft} name="remark" />
    </FormDialog>
  )
}
