import { file } from '@zhanggui/contract/file/file.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { fileExport } from './file.export.ts'
import {
  listFiles,
  removeFiles,
  renameFile,
  saveLocalFile,
  savePackage,
  uploadFiles,
  uploadPicture,
  uploadToQiniu,
} from './file.service.ts'
import { getContent } from './file-content.service.ts'

export const serveFiles = (app: App) =>
  serve(app, file, {
    list: (ctx, { query }) => listFiles(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, fileExport, query),
    save: (ctx, { files, body }) => saveLocalFile(ctx, files, body.name),
    update: (ctx, { body }) => renameFile(ctx, body),
    remove: async (ctx, { body, query }) => {
      await removeFiles(ctx, body, query.force)
      return {}
    },
    upload: (ctx, { files, body }) => uploadFiles(ctx, files, body),
    picture: (ctx, { files }) => uploadPicture(ctx, files),
    qiniu: (ctx, { files }) => uploadToQiniu(ctx, files),
    deploy: (ctx, { files, body }) => savePackage(ctx, files, 'package', body),
    database: (ctx, { files }) => savePackage(ctx, files, 'backup'),
    content: (ctx, input) => getContent(ctx, input),
  })
