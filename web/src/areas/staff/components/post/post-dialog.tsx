import { type Post, PostDraft, post } from '@zhanggui/contract/staff/post.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { DeptName, DeptTreeSelect } from '../../../../kit/form/dept-tree-select.tsx'
import { Field } from '../../../../kit/form/field.tsx'

export function PostDialog({ row, onClose }: { row?: Post; onClose: () => void }) {
  return (
    <FormDialog
      name="岗位"
      add={post.save}
      edit={post.update}
      row={row}
      initial={{ sort: 999, enabled: true }}
      describe={{ dept: (value) => <DeptName id={(value as Post['dept']).id} /> }}
      onClose={onClose}
    >
      <Field of={PostDraft} name="name" />
      <Field of={PostDraft} name="dept" at="id">
        <DeptTreeSelect />
      </Field>
      <Field of={PostDraft} name="sort" />
      <Field of={PostDraft} name="enabled" />
    </FormDialog>
  )
}
