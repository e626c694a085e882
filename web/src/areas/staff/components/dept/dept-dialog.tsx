import { type Dept, DeptDraft, dept } from '@zhanggui/contract/staff/dept.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { DeptName, DeptTreeSelect } from '../../../../kit/form/dept-tree-select.tsx'
import { Field } from '../../../../kit/form/field.tsx'

/** @param pid the parent of a new department, 0 for none */
export function DeptDialog({ row, pid = 0, onClose }: { row?: Dept; pid?: number; onClose: () => void }) {
  return (
    <FormDialog
      name="部门"
      add={dept.save}
      edit={dept.update}
      row={row}
      initial={{ pid, sort: 999, enabled: true }}
      describe={{ pid: (id) => <DeptName id={Number(id)} /> }}
      onClose={onClose}
    >
      <Field of={DeptDraft} name="pid">
        <DeptTreeSelect withTop without={row?.id} allowClear={false} />
      </Field>
      <Field of={DeptDraft} name="name" />
      <Field of={DeptDraft} name="sort" />
      <Field of={DeptDraft} name="enabled" />
    </FormDialog>
  )
}
