import { type Area, adding } from '../../platform/area.ts'
import { exports } from '../../platform/work/exports.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { settingTesters } from '../setting/setting/setting-test.service.ts'
import { serveAttachments } from './attachment/attachment.routes.ts'
import { fileExport } from './file/file.export.ts'
import { serveFiles } from './file/file.routes.ts'
import { registerFileCleanUp } from './file/file-cleanup.service.ts'
import { registerFileMoves } from './file/file-move.service.ts'
import { useSettingFiles } from './file/file-setting.service.ts'
import { registerStorageCleanUp } from './storage/loose-object.service.ts'
import { registerQiniuSync } from './storage/qiniu-sync.service.ts'
import { serveStorage } from './storage/storage.routes.ts'
import { testStorage } from './storage/storage.service.ts'
import { serveUploads } from './upload/upload.routes.ts'

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
