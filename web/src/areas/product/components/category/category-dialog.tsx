import { CategoryDraft, category } from '@zhanggui/contract/product/category.ts'
import type { CategoryType } from '@zhanggui/domain/product/category.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { RightSwitch } from '../../../../kit/form/right-switch.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { CategoryCascader, CategoryName } from '../../shared/category-cascader.tsx'
import { type CategoryRow, deepestLevel } from './category-tree.ts'

/** The form's limit on names; imported names may be longer. */
const MAX_NAME_LENGTH = 20

type Props = {
  type: CategoryType
  row?: CategoryRow
  pid?: number
  onAdded?: (id: number) => void
  onClose: () => void
}

/**
 * @param pid the parent of a new category, 0 for a top-level one
 * @param onAdded receives the id of a new category
 */
export function CategoryDialog({ type, row, pid = 0, onAdded, onClose }: Props) {
  // Categories at the deepest level cannot have children.
  const deepestParent = deepestLevel(type) - 1
  return (
    <FormDialog
      name="分类"
      width={540}
      message="已保存"
      add={category.save}
      edit={category.update}
      row={row}
      initial={{ pid, sort: 0, status: true }}
      toBody={(typed) => ({ ...typed, type, extra: typed.extra ?? '' })}
      describe={{ pid: (id) => <CategoryName id={Number(id)} /> }}
      onAdded={({ id }) => onAdded?.(id)}
      onClose={onClose}
    >
      <Field of={CategoryDraft} name="name" extra="建议不超过8个字">
        <Input maxLength={Math.max(MAX_NAME_LENGTH, row?.name.length ?? 0)} showCount allowClear />
      </Field>
      {deepestParent > 0 && (
        <Field of={CategoryDraft} name="pid">
          <CategoryCascader type={type} withTop withHidden without={row?.id} deepest={deepestParent} />
        </Field>
      )}
      <Field of={CategoryDraft} name="extra" extra="建议尺寸：180×180">
        <MaterialPicker size={88} />
      </Field>
      <Field of={CategoryDraft} name="sort" extra="数字越大越靠前" />
      <Field of={CategoryDraft} name="status">
        <RightSwitch of={category.updateStatus} row={row} checkedChildren="显示" unCheckedChildren="隐藏" />
      </Field>
    </FormDialog>
  )
}
