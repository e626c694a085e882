import { Select } from 'antd'

const STATES = [
  { value: true, label: '显示' },
  { value: false, label: '隐藏' },
]

/** A filter for shown or hidden rows. */
export function ShownSelect(props: { id?: string; value?: boolean; onChange?: (shown: boolean) => void }) {
  return <Select allowClear placeholder="全部" options={STATES} {...props} />
}
