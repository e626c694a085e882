import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import { Button, Popover, Spin } from 'antd'
import { lazy, Suspense } from 'react'
import type { ColumnChoice } from './columns.ts'

export type ColumnChooserProps = {
  choices: readonly ColumnChoice[]
  titles: ReadonlyMap<string, string>
  onChange: (choices: readonly ColumnChoice[]) => void
  onReset: () => void
}

const ColumnOrder = lazy(() => import('./column-order.tsx'))

/** The button that shows, hides and reorders the columns of a list. */
export function ColumnChooser(props: ColumnChooserProps) {
  const columns = (
    <Suspense fallback={<Spin />}>
      <ColumnOrder {...props} />
    </Suspense>
  )
  return (
    <Popover trigger="click" title="列设置" placement="bottomRight" content={columns}>
      <Button type="text" icon={<TableOutlined aria-hidden />} aria-label="列设置" />
    </Popover>
  )
}
