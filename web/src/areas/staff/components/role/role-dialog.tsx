import { type Role, RoleDraft, role } from '@zhanggui/contract/staff/role.ts'
import { Form, type FormRule, Input, Select } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { DeptName, DeptsTreeSelect } from '../../../../kit/form/dept-tree-select.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RightSwitch } from '../../../../kit/form/right-switch.tsx'
import { roleHelp, scopeExamples } from '../../field-help.ts'
import { outranks, useOwnLevel } from './outranks.ts'

type Refs = readonly { id: number }[]

const MAX_LEVEL = 99

/** Explains each data scope. */
const scopeHints: Record<Role['dataScope'], string> = {
  全部: '能看到全部数据',
  本级: '能看到所在部门及其下级部门的数据',
  自定义: '能看到所选部门的数据',
  本门店: '能看到所属门店的数据',
  仅本人: '只能看到自己创建的数据',
}

export function RoleDialog({ row, onClose }: { row?: Role; onClose: () => void }) {
  const ownLevel = useOwnLevel()
  return (
    <FormDialog
      name="角色"
      add={role.save}
      edit={role.update}
      row={row}
      initial={{
        dataScope: '本级',
        level: outranks(ownLevel, 3) ? 3 : Math.min(ownLevel + 1, MAX_LEVEL),
        status: true,
      }}
      describe={{ depts: (refs) => <DeptNames refs={refs as Refs} /> }}
      onClose={onClose}
    >
      <RoleFields row={row} />
    </FormDialog>
  )
}

function RoleFields({ row }: { row?: Role }) {
  const ownLevel = useOwnLevel()
  const dataScope: Role['dataScope'] = Form.useWatch('dataScope') ?? row?.dataScope ?? '本级'
  const chosenDepts: FormRule = {
    required: true,
    validator: async (_, depts?: Refs) => {
      if (!depts?.length) throw new Error('请选择数据权限')
    },
  }
  return (
    <>
      <Field of={RoleDraft} name="name" />
      {row ? (
        <Form.Item label="角色标识" extra="角色标识不能修改">
          <Input value={row.permission} disabled />
        </Form.Item>
      ) : (
        <Field of={RoleDraft} name="permission" hint={roleHelp.permission}>
          <Input maxLength={32} placeholder="如 shop_assistant" allowClear />
        </Field>
      )}
      <Field of={RoleDraft} name="level" hint={roleHelp.level} extra={ownLevel > 1 && `须大于您的级别${ownLevel}`}>
        <NumberInput
          style={{ width: '100%' }}
          min={ownLevel === 1 ? 1 : Math.min(ownLevel + 1, MAX_LEVEL)}
          max={MAX_LEVEL}
          precision={0}
        />
      </Field>
      <Field of={RoleDraft} name="dataScope" hint={{ text: scopeHints[dataScope], example: scopeExamples[dataScope] }}>
        <Select options={Object.keys(scopeHints).map((value) => ({ value, label: value }))} />
      </Field>
      {dataScope === '自定义' && (
        <Field
          of={RoleDraft}
          name="depts"
          rules={[chosenDepts]}
          getValueProps={(refs: Refs = []) => ({ value: refs.map(({ id }) => id) })}
          getValueFromEvent={(ids: number[]) => ids.map((id) => ({ id }))}
        >
          <DeptsTreeSelect />
        </Field>
      )}
      <Field of={RoleDraft} name="status">
        <RightSwitch of={role.updateStatus} row={row} checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
      <Field of={RoleDraft} name="remark" />
    </>
  )
}

function DeptNames({ refs = [] }: { refs?: Refs }) {
  return refs.map(({ id }) => (
    <div key={id}>
      <DeptName id={id} />
    </div>
  ))
}

/** Creates a role with the permissions of another one. */
export function RoleCopyDialog({ of: source, onClose }: { of: Role; onClose: () => void }) {
  return (
    <FormDialog
      name="角色"
      title={`复制角色「${source.name}」`}
      add={role.copy}
      edit={role.update}
      params={{ id: source.id }}
      initial={{ name: `${source.name}副本`.slice(0, 20) }}
      onClose={onClose}
    >
      <Field of={RoleDraft} name="name" />
      <Field of={RoleDraft} name="permission" extra="创建后不能修改">
        <Input maxLength={32} placeholder="如 shop_assistant" allowClear />
      </Field>
    </FormDialog>
  )
}
