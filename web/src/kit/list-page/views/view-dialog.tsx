import { useQuery } from '@tanstack/react-query'
import { savedView, ViewDraft } from '@zhanggui/contract/setting/saved-view.ts'
import { Alert, Checkbox, Form, Select, Switch } from 'antd'
import { read } from '../../../api/read.ts'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { Field } from '../../form/field.tsx'
import type { ColumnChoice } from '../columns.ts'
import type { Views } from './use-views.ts'

type ViewDialogProps = {
  asked: Exclude<NonNullable<Views['asked']>, false>
  /** The columns as they are shown. */
  columns: readonly ColumnChoice[]
  onClose: () => void
}

/** 存为视图, and 编辑视图 for one that is shown. */
export default function ViewDialog({ asked, columns, onClose }: ViewDialogProps) {
  const { of, page, query, sort, limit, views, mayShare } = asked
  const named = (name: unknown) => views.find((view) => view.name === String(name ?? '').trim())
  const known = of?.roles.filter(({ name }) => name) ?? []
  const isGone = of !== undefined && known.length < of.roles.length
  const start = {
    name: of?.name ?? '',
    // With all its roles gone it is nobody's: sharing it with everybody is for its owner to say.
    shared: of ? of.shared && !(isGone && !known.length) : false,
    roleIds: known.map(({ id }) => id),
    withColumns: of ? of.columns !== null : false,
    withLimit: of ? of.limit !== null : false,
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
      toBody={({ name, shared, roleIds, withColumns, withLimit }) => {
        const same = of ? undefined : named(name)
        return {
          ...(same && { id: same.id, version: same.version }),
          page,
          name,
          query: of?.query ?? query,
          sort: of?.sort ?? sort,
          shared: shared === true,
          ...(shared === true && { roleIds }),
          ...(withColumns === true && { columns }),
          ...(withLimit === true && { limit }),
        }
      }}
    >
      <Field of={ViewDraft} name="name" />
      {!of && <Replaced find={named} />}
      <Form.Item name="withColumns" valuePropName="checked" noStyle>
        <Checkbox>记住现在显示的列</Checkbox>
      </Form.Item>
      <Form.Item name="withLimit" valuePropName="checked">
        <Checkbox>记住每页 {limit} 条</Checkbox>
      </Form.Item>
      {mayShare && (
        <>
          <Form.Item
            name="shared"
            label="共享"
            valuePropName="checked"
            extra="能看这个列表的同事都会看到它，各自只看到自己能看的数据"
          >
            <Switch checkedChildren="共享" unCheckedChildren="自用" />
          </Form.Item>
          {isGone && <Alert type="warning" showIcon title="它共享给的角色有的已删除" style={{ marginBottom: 16 }} />}
          <Receivers />
        </>
      )}
    </FormDialog>
  )
}

/** The roles that get a shared view. */
function Receivers() {
  const shared = Form.useWatch('shared') === true
  const { data = [] } = useQuery({ ...read(savedView.roles, { silent: true }), enabled: shared })
  if (!shared) return null
  return (
    <Form.Item name="roleIds" label="共享给" extra="不选就是所有能看这个列表的同事">
      <Select
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="所有能看这个列表的同事"
        options={data.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  )
}

/** Says that a view of that name is replaced. */
function Replaced({ find }: { find: (name: unknown) => { name: string } | undefined }) {
  const same = find(Form.useWatch('name'))
  return same && <p role="status">已有视图「{same.name}」，保存后换成现在的筛选条件。</p>
}
