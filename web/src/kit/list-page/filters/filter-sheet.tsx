import { Button } from 'antd'
import type { ReactNode } from 'react'
import { SidePanel } from '../../dialog/side-panel.tsx'
import { useIsPhone } from '../../page/use-is-phone.ts'
import type { List } from '../use-list.ts'
import styles from './filter-sheet.module.css'

type FilterSheetProps<Row> = {
  list: List<Row>
  /** What the rows are counted in. */
  unit?: string
  /** The filters, each a `Form.Item` of the form around it. */
  children: ReactNode
  onReset: () => void
  onClose: () => void
}

/** The filters a bar has no room for: a panel at the right, a whole page on phones. They apply at once, so it ends in what they find. */
export default function FilterSheet<Row>({ list, unit = '条', children, onReset, onClose }: FilterSheetProps<Row>) {
  const phone = useIsPhone()
  return (
    <SidePanel
      title={phone ? '筛选' : '更多筛选'}
      width={420}
      onClose={onClose}
      footer={
        <div className={styles.sheetFoot}>
          <Button onClick={onReset}>重置</Button>
          <Button type="primary" loading={list.query.isFetching} onClick={onClose}>
            {`查看 ${list.total}${list.totalIsLowerBound ? '+' : ''} ${unit}`}
          </Button>
        </div>
      }
    >
      {children}
    </SidePanel>
  )
}
