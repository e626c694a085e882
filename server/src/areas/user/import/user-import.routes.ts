import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { checkImport, confirmImport, getImport, listImports } from './user-import.service.ts'
import { makeTemplate, openImportErrors, openImportFile } from './user-import-file.service.ts'
import { undoImport } from './user-import-undo.service.ts'

export const serveUserImports = (app: App) =>
  serve(app, userImport, {
    template: (ctx) => makeTemplate(ctx),
    upload: (ctx, { files, body }) => checkImport(ctx, files, body),
    confirm: (ctx, { body }) => confirmImport(ctx, body),
    list: (ctx, { query }) => listImports(ctx, query),
    info: (ctx, { params }) => getImport(ctx, params.id),
    file: (ctx, { params }) => openImportFile(ctx, params.id),
    errors: (ctx, { params }) => openImportErrors(ctx, params.id),
    undo: (ctx, { body }) => undoImport(ctx, body),
  })
