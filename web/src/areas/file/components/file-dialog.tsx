import { FileRename, type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'

/** Renames a file; its address stays the same. */
export function FileDialog({ row, onClose }: { row: FileRow; onClose: () => void }) {
  return (
    <FormDialog name="文件" title="重命名文件" add={file.update} edit={file.update} row={row} onClose={onClose}>
      <Field of={FileRename} name="name" />
    </FormDialog>
  )
}
