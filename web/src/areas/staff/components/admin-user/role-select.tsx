import { useQuery } from '@tanstack/react-query'
import { role } from '@zhanggui/contract/staff/role.ts'
import { Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { outranks, useOwnLevel } from '../role/outranks.ts'

/** A choice of one role, for searching. */
export function RoleSelect(props: { id?: string; value?: number; onChange?: (id: number) => void }) {
  const { data = [], isPending } = useQuery(read(role.all, { silent: true }))
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      placeholder="全部"
      // An id whose name is not here yet would be shown as a number.
      value={isPending ? undefined : props.value}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

type RolesSelectProps = { disabled: boolean; id?: string; value?: number[]; onChange?: (ids: number[]) => void }

/** A choice of the roles somebody is given: those weaker than the caller, and those there already (AU-65). */
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
      options={data.map(({ id, name, level, status, dataScope }) => ({
        value: id,
        label: status ? name : `${name}（已停用）`,
        // There is nothing to choose stores from yet.
        disabled: !props.value?.includes(id) && (!outranks(ownLevel, level) || dataScope === '本门店'),
      }))}
    />
  )
}

/** The name of a role by its id, for the list of differences. */
export function RoleName({ id }: { id: number }) {
  const { data = [] } = useQuery(read(role.all, { silent: true }))
  return <div>{data.find((one) => one.id === id)?.name ?? id}</div>
}
