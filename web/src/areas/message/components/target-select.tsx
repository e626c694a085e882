import { useQuery } from '@tanstack/react-query'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { Select } from 'antd'
import { read } from '../../../api/read.ts'

type Props = { id?: string; value?: number[]; onChange?: (ids: number[]) => void }

/** Selects the roles or users that receive an announcement. */
export function TargetSelect({ of: kind, ...props }: Props & { of: 'roles' | 'users' }) {
  return kind === 'roles' ? <Roles {...props} /> : <Users {...props} />
}

function Roles(props: Props) {
  const { data = [], isPending } = useQuery(read(role.all, { silent: true }))
  return <Many {...props} loading={isPending} options={data.map(({ id, name }) => ({ value: id, label: name }))} />
}

function Users(props: Props) {
  const { data = [], isPending } = useQuery(read(adminUser.all, { silent: true }))
  return (
    <Many {...props} loading={isPending} options={data.map(({ id, nickName }) => ({ value: id, label: nickName }))} />
  )
}

type Options = { value: number; label: string }[]

function Many({ loading, value, ...props }: Props & { loading: boolean; options: Options }) {
  return (
    <Select
      {...props}
      mode="multiple"
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      loading={loading}
      placeholder="请选择"
      // Ids whose names have not loaded would be shown as numbers.
      value={loading ? [] : value}
    />
  )
}
