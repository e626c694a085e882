import { type Dict, DictDraft, dict } from '@zhanggui/contract/setting/dict.ts'
import { Input } from 'antd'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'

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
