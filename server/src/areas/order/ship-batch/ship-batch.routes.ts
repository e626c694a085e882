import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { confirmBatch, getBatch, listBatches, mendRow, readBatch, undoBatch } from './ship-batch.service.ts'
import { openFailed } from './ship-batch-sheet.service.ts'
import { makeShipTemplate } from './ship-template.service.ts'

export const serveShipBatches = (app: App) =>
  serve(app, shipBatch, {
    read: (ctx, { files, body }) => readBatch(ctx, files, body),
    mend: (ctx, { body }) => mendRow(ctx, body),
    confirm: (ctx, { body }) => confirmBatch(ctx, body.batchId),
    undo: (ctx, { body }) => undoBatch(ctx, body.batchId),
    list: (ctx, { query }) => listBatches(ctx, query),
    info: (ctx, { params }) => getBatch(ctx, params.batchId),
    failed: (ctx, { params }) => openFailed(ctx, params.batchId),
    template: (ctx, { query }) => makeShipTemplate(ctx, query),
  })
