import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../kit/page/load-chunk.ts'
import { openTasks, useTaskDrawer } from '../../kit/tasks.ts'
import { Tool } from '../layout/tool.tsx'

const TaskDrawer = lazy(() => loadChunk(() => import('./task-drawer.tsx')))

/** Opens the drawer of the user's background tasks; it loads when first opened. */
export function TaskTool() {
  const { open } = useTaskDrawer()
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return (
    <>
      <Tool label="任务中心" expanded={open} onClick={openTasks}>
        <CarryOutOutlined aria-hidden />
      </Tool>
      {wanted && (
        <Suspense>
          <TaskDrawer open={open} />
        </Suspense>
      )}
    </>
  )
}
