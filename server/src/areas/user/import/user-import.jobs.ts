import type { Platform } from '../../../platform/http/context.ts'
import { purgeImports } from './user-import.service.ts'

/** Deletes files and rows of old imports of customers. */
export function registerUserImportClock({ scheduler }: Platform): void {
  scheduler.handle('userImportPurge', {
    title: '清理客户导入文件',
    cron: '0 10 4 * * ?',
    run: (ctx, _, signal) => purgeImports(ctx, signal),
  })
}
