import { type ImportRow, productImport } from '@zhanggui/contract/product/product-import.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { Select, Tag } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../../kit/access/can.tsx'
import { modeNames } from '../../../../kit/import/import-modes.tsx'
import { ListPage } from '../../../../kit/list-page/list-page.tsx'
import { MoreActions, RowAction } from '../../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../../kit/list-page/use-list.ts'
import { ProductUndoDialog } from '../../../../kit/product/product-undo-dialog.tsx'
import { formatNames } from './product-import-check.tsx'
import { useImportFiles } from './product-import-files.ts'

const states: Record<ImportRow['status'], { text: string; color?: string }> = {
  checked: { text: '待导入' },
  running: { text: '导入中', color: 'processing' },
  done: { text: '已完成', color: 'success' },
  failed: { text: '中断', color: 'error' },
}

const statuses = Object.entries(states).map(([value, { text }]) => ({ value, label: text }))

export const undoLabel = ({ undoStatus }: Pick<ImportRow, 'undoStatus'>) =>
  undoStatus === 'open' ? '撤销导入' : '撤销结果'

/** The earlier imports of all staff. */
export function ImportHistory({ chosenId, onShow }: { chosenId: number | undefined; onShow: (id: number) => void }) {
  return (
    <ListPage
      title="导入记录"
      list={useList(productImport.list)}
      empty="还没有导入过商品"
      purpose="每次导入的结果都记在这里，导错了可以整次撤销"
      filters={[{ name: 'status', control: <Select allowClear placeholder="全部" options={statuses} /> }]}
      look={({ id }) => onShow(id)}
      chosenId={chosenId}
      columns={[
        { name: 'fileName', title: '文件', minWidth: 200 },
        { name: 'format', title: '类型', width: 110, render: ({ format }) => formatNames[format] },
        { name: 'mode', title: '方式', width: 100, render: ({ mode }) => modeNames[mode] },
        {
          name: 'status',
          title: '状态',
          width: 90,
          render: (row) => <State row={row} />,
        },
        { name: 'total', title: '商品', width: 80 },
        { name: 'done', title: '已导入', width: 90 },
        { name: 'failed', title: '未导入', width: 90, render: ({ failed, invalid }) => failed + invalid },
        { name: 'createBy', title: '操作人', width: 90 },
        { name: 'createTime', title: '时间', width: 110 },
      ]}
      actions={(row) => <Actions row={row} onShow={onShow} />}
    />
  )
}

function State({ row: { status, undoStatus } }: { row: ImportRow }) {
  if (undoStatus === 'done') return <Tag>已撤销</Tag>
  if (undoStatus === 'running') return <Tag color="processing">撤销中</Tag>
  return <Tag color={states[status].color}>{states[status].text}</Tag>
}

function Actions({ row, onShow }: { row: ImportRow; onShow: (id: number) => void }) {
  const { saveOriginal, saveErrors, busy } = useImportFiles(row)
  const mayUndo = useCan(productUndo.start)
  const [undoing, setUndoing] = useState(false)
  return (
    <>
      <RowAction reads onClick={() => onShow(row.id)}>
        {row.status === 'checked' ? '继续' : '查看'}
      </RowAction>
      <RowAction reads disabled={busy} onClick={saveOriginal}>
        下载原文件
      </RowAction>
      <MoreActions
        name={row.fileName}
        of={[
          row.failed + row.invalid > 0 && { label: '下载错误行', reads: true, onClick: saveErrors },
          mayUndo && row.undoId > 0 && { label: undoLabel(row), onClick: () => setUndoing(true) },
        ]}
      />
      {undoing && (
        <ProductUndoDialog id={row.undoId} title={`撤销导入：${row.fileName}`} onClose={() => setUndoing(false)} />
      )}
    </>
  )
}
