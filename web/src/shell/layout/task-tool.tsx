import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import { Drawer } from 'antd'
import { lazy, Suspense } from 'react'
import { closeTasks, openTasks, useTaskDrawer } from '../../kit/tasks.ts'
import { Tool } from './tool.tsx'

const TaskPanel = lazy(() => import('./task-panel.tsx'))

/** The user's long work, in a drawer (system chapter, 3.17). */
export function TaskTool() {
  const { open } = useTaskDrawer()
  return (
    <>
      <Tool label="任务中心" expanded={open} onClick={openTasks}>
        <CarryOutOutlined aria-hidden />
      </Tool>
      <Drawer title="我的任务" open={open} onClose={closeTasks} size={420} destroyOnHidden>
        <Suspense fallback={null}>
          <TaskPanel />
        </Suspense>
      </Drawer>
    </>
  )
}
