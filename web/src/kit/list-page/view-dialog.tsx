import { savedView, ViewDraft } from '@zhanggui/contract/setting/saved-view.ts'
import { Checkbox, Form, Switch } from 'antd'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { Field } from '../form/field.tsx'
import type { ColumnChoice } from './columns.ts'
import type { Views } from './use-views.ts'

type ViewDialogProps = {
  asked: NonNullable<Views['asked']>
  /** The columns as they are shown. */
  columns: readonly ColumnChoice[]
  onClose: () => void
}

/** 存为视图, and 编辑视图 for one that is shown. */
export default function ViewDialog({ asked, columns, onClose }: ViewDialogProps) {
  const { of, page, query, sort, views, mayShare } = asked
  const named = (name: unknown) => views.find((view) => view.name === String(name ?? '').trim())
  const start = {
    name: of?.name ?? '',
    shared: of?.shared ?? false,
    withColumns: of ? of.columns !== null : false,
  }
  return (
    <FormDialog
      name="视图"
      title={of ? '编辑视图' : '存为视图'}
      message="视图已保存"
      act="保存"
      width={440}
      add={savedView.save}
      edit={savedView.save}
      {...(of && { row: { id: of.id, version: of.version, ...start } })}
      initial={start}
      onClose={onClose}
      toBody={({ name, shared, withColumns }) => {
        const same = of ? undefined : named(name)
        return {
          ...(same && { id: same.id, version: same.version }),
          ...{ page, name, query: of?.query ?? query, sort: of?.sort ?? sort, shared: shared === true },
          ...(withColumns === true && { columns }),
        }
      }}
    >
      <Field of={ViewDraft} name="name" />
      {!of && <Replaced find={named} />}
      <Form.Item name="withColumns" valuePropName="checked">
        <Checkbox>记住现在显示的列</Checkbox>
      </Form.Item>
      {mayShare && (
        <Form.Item
          name="shared"
          label="共享"
          valuePropName="checked"
          extra="能看这个列表的同事都会看到它，各自只看到自己能看的数据"
        >
          <Switch checkedChildren="共享" unCheckedChildren="自用" />
        </Form.Item>
      )}
    </FormDialog>
  )
}

/** Says that a view of that name is replaced. */
function Replaced({ find }: { find: (name: unknown) => { name: string } | undefined }) {
  const same = find(Form.useWatch('name'))
  return same && <p role="status">已有视图「{same.name}」，保存后换成现在的筛选条件。</p>
}
