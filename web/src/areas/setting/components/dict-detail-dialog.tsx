import type { Dict } from '@zhanggui/contract/setting/dict.ts'
import { type DictDetail, DictDetailDraft, dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { Select, Tag } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'

const COLOURS = ['blue', 'cyan', 'green', 'lime', 'gold', 'orange', 'red', 'magenta', 'purple', 'default']

export function DictDetailDialog({ row, dict, onClose }: { row?: DictDetail; dict: Dict; onClose: () => void }) {
  return (
    <FormDialog
      name="字典值"
      add={dictDetail.save}
      edit={dictDetail.update}
      row={row}
      initial={{ sort: 999, enabled: true }}
      toBody={(typed) => ({ ...typed, dict: { id: dict.id } })}
      onClose={onClose}
    >
      <Field of={DictDetailDraft} name="label" />
      <Field of={DictDetailDraft} name="value" />
      <Field of={DictDetailDraft} name="color">
        <Select
          allowClear
          placeholder="默认"
          options={COLOURS.map((value) => ({ value, label: <Tag color={value}>{value}</Tag> }))}
        />
      </Field>
      <Field of={DictDetailDraft} name="sort" />
      <Field of={DictDetailDraft} name="enabled" />
      <Field of={DictDetailDraft} name="remark" />
    </FormDialog>
  )
}
