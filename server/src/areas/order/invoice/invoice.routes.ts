import { frontInvoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { confirmSheetBatch, getSheetBatch, readSheetBatch } from '../../work/sheet-batch/sheet-batch.service.ts'
import { invoiceExport } from './invoice.export.ts'
import {
  applyInvoice,
  attachFile,
  changeOwnInvoice,
  countInvoices,
  getOwnInvoice,
  issueInvoice,
  listInvoices,
  refuseInvoice,
  reverseInvoice,
  saveInvoice,
} from './invoice.service.ts'
import { uploadInvoiceFile } from './invoice-file.service.ts'
import { invoiceSheet } from './invoice-sheet.service.ts'

export function serveInvoices(app: App): void {
  serve(app, invoice, {
    list: (ctx, { query }) => listInvoices(ctx, query),
    num: (ctx, { query }) => countInvoices(ctx, query),
    save: (ctx, { body }) => saveInvoice(ctx, body),
    issue: (ctx, { body }) => issueInvoice(ctx, body),
    upload: (ctx, { files }) => uploadInvoiceFile(ctx, files),
    attach: (ctx, { body }) => attachFile(ctx, body),
    import: (ctx, { files }) => readSheetBatch(ctx, invoiceSheet, files),
    batch: (ctx, { params }) => getSheetBatch(ctx, invoiceSheet, params.batchId),
    confirm: (ctx, { body }) => confirmSheetBatch(ctx, invoiceSheet, body.batchId),
    refuse: (ctx, { body }) => refuseInvoice(ctx, body),
    reverse: (ctx, { body }) => reverseInvoice(ctx, body.id),
    download: (ctx, { query }) => exportRows(ctx, invoiceExport, query),
  })
  serve(app, frontInvoice, {
    apply: async (ctx, { body }) => {
      await applyInvoice(ctx, body)
      return {}
    },
    update: async (ctx, { body }) => {
      await changeOwnInvoice(ctx, body)
      return {}
    },
    info: (ctx, { params }) => getOwnInvoice(ctx, params.orderNo),
  })
}
