import { type UserImportRow, userImport } from '@zhanggui/contract/user/user-import.ts'
import { Tag } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../../kit/access/can.tsx'
import { modeNames } from '../../../../kit/import/import-modes.tsx'
import { ListPage } from '../../../../kit/list-page/list-page.tsx'
import { MoreActions, RowAction } from '../../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../../kit/list-page/use-list.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { useImportFiles } from './user-import-files.ts'
import { ImportUndoDialog } from './user-import-undo.tsx'

const states: Record<UserImportRow['status'], { text: string; color?: string }> = {
  checked: { text: '待导入' },
  expired: { text: '已过期' },
  waiting: { text: '待审批', color: 'warning' },
  running: { text: '导入中', color: 'processing' },
  done: { text: '已完成', color: 'success' },
  failed: { text: '中断', color: 'error' },
  undoing: { text: '撤销中', color: 'processing' },
  undone: { text: '已撤销' },
}

const stateOf = ({ status, stopped }: UserImportRow): { text: string; color?: string } =>
  stopped ? { text: '中断', color: 'error' } : states[status]

/** The newest imports of all staff. */
export function ImportHistory({ chosenId, onShow }: { chosenId: number | undefined; onShow: (id: number) => void }) {
  return (
    <ListPage
      title="导入记录"
      list={useList(userImport.list)}
      empty="还没有导入过客户"
      purpose="每次导入的结果都记在这里，导错了可以整次撤销；原文件保留 30 天"
      look={({ id }) => onShow(id)}
      chosenId={chosenId}
      columns={[
        { name: 'id', title: '编号', width: 70 },
        { name: 'fileName', title: '文件', minWidth: 180 },
        { name: 'mode', title: '方式', width: 100, render: ({ mode }) => modeNames[mode] },
        {
          name: 'status',
          title: '状态',
          width: 84,
          render: (row) => <Tag color={stateOf(row).color}>{stateOf(row).text}</Tag>,
          says: (row) => stateOf(row).text,
        },
        { name: 'total', title: '行数', width: 72 },
        { name: 'done', title: '已导入', width: 80 },
        { name: 'failed', title: '未导入', width: 80, render: ({ failed, invalid }) => failed + invalid },
        {
          name: 'money',
          title: '期初余额',
          width: 100,
          align: 'right',
          render: ({ money }) => (money ? moneyText(money) : '—'),
        },
        { name: 'createBy', title: '上传人', width: 84 },
        { name: 'createTime', title: '时间', width: 112 },
      ]}
      actions={(row) => <Actions row={row} onShow={onShow} />}
    />
  )
}

function Actions({ row, onShow }: { row: UserImportRow; onShow: (id: number) => void }) {
  const { saveOriginal, saveErrors, busy } = useImportFiles(row)
  const mayUndo = useCan(userImport.undo)
  const [undoing, setUndoing] = useState(false)
  const { hasFile, failed, invalid, left, undoUntil } = row
  return (
    <>
      <RowAction reads onClick={() => onShow(row.id)}>
        {row.status === 'checked' ? '继续' : '查看'}
      </RowAction>
      {hasFile && (
        <RowAction reads disabled={busy} onClick={saveOriginal}>
          下载原文件
        </RowAction>
      )}
      <MoreActions
        name={row.fileName}
        of={[
          hasFile && failed + invalid + left > 0 && { label: '下载错误行', reads: true, onClick: saveErrors },
          mayUndo && undoUntil !== null && { label: '撤销', onClick: () => setUndoing(true) },
        ]}
      />
      {undoing && <ImportUndoDialog of={row} onClose={() => setUndoing(false)} />}
    </>
  )
}
