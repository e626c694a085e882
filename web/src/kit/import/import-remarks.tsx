import { Table } from 'antd'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './import.module.css'

/** Problems of a sheet by row and column, the first of them. */
export function ImportRemarks({
  of,
  total,
}: {
  of: readonly { row: number; column: string; message: string }[]
  total: number
}) {
  const phone = useIsPhone()
  const rows = of.map((remark, key) => ({ ...remark, key }))
  return (
    <>
      <Table
        size="small"
        dataSource={rows}
        // Phones wrap the table, so that problems are visible without scrolling sideways.
        scroll={phone ? undefined : { x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: '行号', dataIndex: 'row', width: phone ? 52 : 80 },
          {
            title: '列',
            dataIndex: 'column',
            width: phone ? 96 : 180,
            render: (column: string) => column || '整行',
          },
          { title: '原因', dataIndex: 'message', className: phone ? undefined : styles.reason },
        ]}
      />
      {total > of.length && <p className={styles.hint}>{`只显示前 ${of.length} 条，全部原因见「下载错误行」。`}</p>}
    </>
  )
}
