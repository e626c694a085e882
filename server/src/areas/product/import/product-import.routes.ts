import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { checkImport, confirmImport, getImport, listImports, listMissingPictures } from './product-import.service.ts'
import { makeTemplate, openImportErrors, openImportFile } from './product-import-file.service.ts'
import { retryPictures } from './product-import-picture.service.ts'

export const serveProductImports = (app: App) =>
  serve(app, productImport, {
    template: (ctx) => makeTemplate(ctx),
    upload: (ctx, { files, body }) => checkImport(ctx, files, body),
    confirm: (ctx, { body }) => confirmImport(ctx, body.importId, body.policy),
    list: (ctx, { query }) => listImports(ctx, query),
    info: (ctx, { params }) => getImport(ctx, params.id),
    missing: (ctx, { query }) => listMissingPictures(ctx, query),
    retryPictures: (ctx, { params }) => retryPictures(ctx, params.id),
    file: (ctx, { params }) => openImportFile(ctx, params.id),
    errors: (ctx, { params }) => openImportErrors(ctx, params.id),
  })
