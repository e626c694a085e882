import { useQuery } from '@tanstack/react-query'
import { productUndo, type UndoFound } from '@zhanggui/contract/product/product-undo.ts'
import type { Task } from '@zhanggui/contract/work/task.ts'
import { Button, Dropdown } from 'antd'
import { read } from '../../api/read.ts'
import { useCan } from '../access/can.tsx'
import { useListDialog } from '../list-page/list-dialogs.tsx'
import { RowAction } from '../list-page/row-actions.tsx'
import { ProductUndoDialog } from './product-undo-dialog.tsx'

/** The most requests that one call asks for. */
const MOST = 100
const words: Record<UndoFound['status'], string> = { open: '恢复', running: '恢复中', done: '已恢复' }

/** Returns the actions on products that a request of these began, if they can be taken back or were. */
export function useUndos(requestIds: readonly string[]): (requestId: string) => readonly UndoFound[] {
  const mayUndo = useCan(productUndo.start)
  const { data = [] } = useQuery({
    ...read(productUndo.find, { query: { requestIds: requestIds.slice(0, MOST) }, silent: true }),
    enabled: mayUndo && requestIds.length > 0,
    placeholderData: (before) => before,
  })
  return (requestId) => (mayUndo ? data.filter((found) => found.requestId === requestId) : [])
}

/** The same for tasks: imports, and batches of many products. */
export function useTaskUndos(tasks: readonly Task[]): (task: Task) => readonly UndoFound[] {
  const ended = tasks.filter(({ status }) => status !== 'pending' && status !== 'running')
  const undosOf = useUndos(ended.map(requestOf))
  return (task) => undosOf(requestOf(task))
}

/** The request that the server notes for what a task does. */
const requestOf = ({ id }: Task) => `task-${id}`

/** 恢复 on the record of an action: shows what it would put back, and what stays as it was changed since. */
export function Restore({ of: found }: { of: readonly UndoFound[] }) {
  const open = useListDialog()
  const show = ({ id, title }: UndoFound) =>
    open((close) => <ProductUndoDialog id={id} title={`恢复：${title}`} onClose={close} />)
  const [only, ...others] = found
  return (
    <>
      {only && others.length === 0 && (
        <RowAction reads onClick={() => show(only)}>
          {words[only.status]}
        </RowAction>
      )}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: found.map((each) => ({
              key: each.id,
              label: `${words[each.status]}：${each.title}`,
              onClick: () => show(each),
            })),
          }}
        >
          <Button type="link" size="small" style={{ padding: 0 }}>
            {words.open}
          </Button>
        </Dropdown>
      )}
    </>
  )
}
