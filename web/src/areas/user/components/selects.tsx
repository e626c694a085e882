import { useQuery } from '@tanstack/react-query'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { type GroupRow, userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { Select, type SelectProps } from 'antd'
import { read } from '../../../api/read.ts'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { discountText, nameOf } from '../model/words.ts'

type Props = Pick<SelectProps, 'id' | 'value' | 'onChange' | 'placeholder' | 'mode' | 'allowClear'>
type Known = { known?: readonly { id: number; name: string }[] | undefined }

/** A choice of group; 0 for none where `none` is its label. */
export function GroupSelect({ none, known, ...props }: Props & Known & { none?: string }) {
  const first = none ? [{ id: 0, name: none }] : []
  return (
    <RemoteSelect<GroupRow>
      of={userGroup.list}
      nameOf={({ groupName }) => groupName}
      known={[...first, ...(known ?? [])]}
      {...props}
    />
  )
}

/** A choice of tags. */
export function TagSelect({ known, ...props }: Props & Known) {
  return <RemoteSelect of={userTag.list} mode="multiple" known={known ?? []} {...props} />
}

/** A choice of one of the shown levels; 0 for none where `none` is its label. */
export function LevelSelect({ none, ...props }: Props & { none?: string }) {
  const { data = [], isFetching } = useQuery(read(userLevel.list, { query: { isShow: true }, silent: true }))
  const levels = data.map(({ id, name, discount }) => ({ value: id, label: `${name}（${discountText(discount)}）` }))
  return (
    <Select
      allowClear
      placeholder="请选择"
      loading={isFetching}
      options={[...(none ? [{ value: 0, label: none }] : []), ...levels]}
      {...props}
    />
  )
}

/** A choice of another customer, found by phone, number or name. */
export function UserSelect({ without, ...props }: Props & { without: number }) {
  return (
    <RemoteSelect<UserRow>
      of={shopUser.list}
      nameOf={(user) => `${nameOf(user)}（ID ${user.id}${user.phone && `，${user.phone}`}）`}
      offers={({ id }) => id !== without}
      {...props}
    />
  )
}
