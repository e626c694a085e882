import { FileRename, type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'

/** Gives a file another name to be found by; its address stays. */
export function FileDialog({ row, onClose }: { row: FileRow; onClose: () => void }) {
  return (
    <FormDialog name="文件" title="重命名文件" add={file.update} edit={file.update} row={row} onClose={onClose}>
      <Field of={FileRename} name="name" />
    </FormDialog>
  )
}
