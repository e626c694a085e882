import { Select } from 'antd'
import { useAllStaff } from '../all-staff.ts'

type Props = { id?: string; value?: number; onChange?: (id: number | undefined) => void }

/** Somebody of the stores' staff. */
export function StaffSelect({ id, value, onChange }: Props) {
  const staff = useAllStaff()
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="全部"
      options={staff.map((row) => ({ value: row.id, label: `${row.staffName} · ${row.store.name}` }))}
      value={value}
      onChange={onChange}
    />
  )
}
