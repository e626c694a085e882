import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../kit/page/load-chunk.ts'
import { openTasks, useTaskDrawer } from '../../kit/tasks.ts'
import { Tool } from '../layout/tool.tsx'

const TaskDrawer = lazy(() => loadChunk(() => import('./task-drawer.tsx')))

/** Opens the user's long work in a drawer, which is loaded when it is first opened. */
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
