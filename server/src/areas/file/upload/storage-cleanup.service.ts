import type { Platform } from '../../../platform/http/context.ts'
import { removeLooseObjects } from '../storage/loose-object.service.ts'
import { removeStaleUploads } from './upload.service.ts'

/** Registers the scheduled removal of what interrupted uploads and deletions left behind. */
export function registerStorageCleanUp({ scheduler }: Platform): void {
  scheduler.handle('storageCleanup', {
    title: '清理未完成的上传和残留文件',
    cron: '0 30 3 * * ?',
    run: async (ctx, _, signal) => (await removeStaleUploads(ctx)) + (await removeLooseObjects(ctx, signal)),
  })
}
