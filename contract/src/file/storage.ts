import { fileProviders } from '@zhanggui/domain/file/file-type.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { ExportTask } from '../work/export.ts'

export const StorageMove = t.Object({
  from: t.OneOfNumbers(fileProviders, { title: '原存储', ask: '请选择原存储' }),
  to: t.OneOfNumbers(fileProviders, { title: '目标存储', ask: '请选择目标存储', example: 6 }),
})
export type StorageMove = t.Static<typeof StorageMove>

/** Long-running work on the storages, shown by the task centre (docs/files-and-messages.md, Storage). */
export const storage = routes('storage', {
  migrate: {
    method: 'POST',
    path: '/api/localStorage/migrate',
    permission: 'admin:system:storage:edit',
    summary: '迁移存储',
    body: StorageMove,
    response: t.Done,
    accepted: ExportTask,
  },
  synchronize: {
    method: 'POST',
    path: '/api/qiNiuContent/synchronize',
    permission: 'admin:system:storage:add',
    summary: '同步七牛云文件',
    response: t.Done,
    accepted: ExportTask,
  },
})
