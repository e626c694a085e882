import { useQuery } from '@tanstack/react-query'
import { role } from '@zhanggui/contract/staff/role.ts'
import { Select } from 'antd'
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

/** Selects a user's roles: those weaker than the caller's level, and those the user already has (AU-65). */
export function RolesSelect(props: RolesSelectProps) {
  const ownLevel = useOwnLevel()
  const { data = [], isPending } = useQuery(read(role.all, { silent: true }))
  return (
    <Select
      {...props}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      placeholder="请选择角色"
      value={isPending ? [] : props.value}
      options={data.map(({ id, name, level, status }) => ({
        value: id,
        label: status ? name : `${name}（已停用）`,
        disabled: !props.value?.includes(id) && !outranks(ownLevel, level),
      }))}
    />
  )
}

/** Names a role by its id, for the list of differences. */
export function RoleName({ id }: { id: number }) {
  const { data = [] } = useQuery(read(role.all, { silent: true }))
  return <div>{data.find((one) => one.id === id)?.name ?? id}</div>
}
