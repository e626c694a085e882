import { useQuery } from '@tanstack/react-query'
import { role } from '@zhanggui/contract/staff/role.ts'
import { Checkbox, Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { outranks, useOwnLevel } from '../role/outranks.ts'

/** Selects one role to filter by. */
export function RoleSelect(props: { id?: string; value?: number; onChange?: (id: number) => void }) {
  const { data = [], isPending } = useQuery(read(role.all, { silent: true }))
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      placeholder="全部"
      // An id whose name has not loaded would be shown as a number.
      value={isPending ? undefined : props.value}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

type RolesSelectProps = { disabled: boolean; id?: string; value?: number[]; onChange?: (ids: number[]) => void }

/** So many roles are shown all at once, each ticked by one click; more are searched for. */
const SHOWN = 12

/** Selects a user's roles: those weaker than the caller's level, and those the user already has. */
export function RolesSelect({ id, value, disabled, onChange }: RolesSelectProps) {
  const ownLevel = useOwnLevel()
  const { data = [], isPending } = useQuery(read(role.all, { silent: true }))
  const options = data.map((each) => ({
    value: each.id,
    label: each.status ? each.name : `${each.name}（已停用）`,
    disabled: disabled || (!value?.includes(each.id) && !outranks(ownLevel, each.level)),
  }))
  if (options.length > 0 && options.length <= SHOWN)
    return (
      // biome-ignore lint/a11y/useSemanticElements: the field of the form is named by its label, a fieldset would frame it
      <div id={id} role="group" aria-label="角色">
        <Checkbox.Group value={value} options={options} onChange={onChange} />
      </div>
    )
  return (
    <Select
      id={id}
      disabled={disabled}
      onChange={onChange}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      placeholder="请选择角色"
      value={isPending ? [] : value}
      options={options}
    />
  )
}

/** Names a role by its id, for the list of differences. */
export function RoleName({ id }: { id: number }) {
  const { data = [] } = useQuery(read(role.all, { silent: true }))
  return <div>{data.find((one) => one.id === id)?.name ?? id}</div>
}
