import { type Area, adding } from '../../platform/area.ts'
import { exports } from '../../platform/work/exports.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { settingTesters } from '../setting/setting/setting-test.service.ts'
import { serveAttachments } from './attachment/attachment.routes.ts'
import { registerFileCleanUp } from './attachment/file-cleanup.service.ts'
import { fileExport } from './file/file.export.ts'
import { serveFiles } from './file/file.routes.ts'
import { useSettingFiles } from './file/file-setting.service.ts'
import { testStorage } from './storage/storage.service.ts'
import { registerFileMoves } from './transfer/file-move.service.ts'
import { registerQiniuSync } from './transfer/qiniu-sync.service.ts'
import { serveStorage } from './transfer/storage.routes.ts'
import { registerStorageCleanUp } from './upload/storage-cleanup.service.ts'
import { serveUploads } from './upload/upload.routes.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['storage', 'file', 'import-sheet', 'attachment', 'upload', 'transfer'] as const

/** Files, the media library, uploads in parts, and the storages. */
export const file: Area = {
  name: 'file',
  routes: [serveFiles, serveAttachments, serveUploads, serveStorage],
  adds: [
    adding(exports, fileExport),
    adding(settingFollowers, useSettingFiles),
    adding(settingTesters, { kind: 'storage', test: testStorage }),
  ],
  background: [registerFileCleanUp, registerStorageCleanUp, registerFileMoves, registerQiniuSync],
}
