import { type ShipBatchRow, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { Tag } from 'antd'
import { ListPage } from '../../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../../kit/list-page/use-list.ts'
import { useFailedRows } from './use-batch-files.ts'

const states: Record<ShipBatchRow['state'], { text: string; color?: string }> = {
  checked: { text: '待确认', color: 'warning' },
  running: { text: '处理中', color: 'processing' },
  done: { text: '已完成', color: 'success' },
  withdrawn: { text: '已撤回' },
}

/** The batches of all staff, also those that wait to be confirmed or are at work. */
export function ShipHistory({ chosenId, onShow }: { chosenId: number | undefined; onShow: (id: number) => void }) {
  return (
    <ListPage
      title="批量发货记录"
      list={useList(shipBatch.list)}
      empty="还没有批量发过货"
      purpose="把快递单号的表格传上来，一次发很多订单，每次的结果都记在这里"
      look={({ id }) => onShow(id)}
      chosenId={chosenId}
      columns={[
        { name: 'fileName', title: '文件', minWidth: 180 },
        { name: 'state', title: '状态', width: 90, render: (row) => <State row={row} /> },
        { name: 'total', title: '行数', width: 80 },
        { name: 'shipped', title: '成功', width: 80 },
        { name: 'failed', title: '失败', width: 80, render: ({ failed, bad }) => failed + bad },
        { name: 'operatorName', title: '操作人', width: 100 },
        { name: 'createTime', title: '时间', width: 120 },
      ]}
      actions={(row) => <Actions row={row} onShow={onShow} />}
    />
  )
}

function State({ row: { state, isStopped } }: { row: ShipBatchRow }) {
  if (isStopped) return <Tag color="error">中断</Tag>
  return <Tag color={states[state].color}>{states[state].text}</Tag>
}

function Actions({ row, onShow }: { row: ShipBatchRow; onShow: (id: number) => void }) {
  const { save, busy } = useFailedRows(row)
  return (
    <>
      <RowAction reads onClick={() => onShow(row.id)}>
        {row.state === 'checked' ? '继续' : '查看'}
      </RowAction>
      {row.failed + row.bad > 0 && (
        <RowAction reads disabled={busy} onClick={save}>
          下载未发货的行
        </RowAction>
      )}
    </>
  )
}
