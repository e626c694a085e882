import { frontWithdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { confirmSheetBatch, getSheetBatch, readSheetBatch } from '../../work/sheet-batch/sheet-batch.service.ts'
import { askWithdrawal, cancelWithdrawal, describeOwn, listBanks, listOwn } from './own-withdrawal.service.ts'
import { payoutResults } from './payout-sheet.service.ts'
import { payoutSheet, withdrawalExport } from './withdrawal.export.ts'
import { changeAccount, listWithdrawals, stepWithdrawals, sumCommission } from './withdrawal.service.ts'

export function serveWithdrawals(app: App): void {
  serve(app, withdrawal, {
    list: (ctx, { query }) => listWithdrawals(ctx, query),
    balance: (ctx) => sumCommission(ctx),
    update: (ctx, { body }) => changeAccount(ctx, body),
    apply: (ctx, { body }) => stepWithdrawals(ctx, body),
    sheet: (ctx, { query }) => exportRows(ctx, payoutSheet, query),
    import: (ctx, { files }) => readSheetBatch(ctx, payoutResults, files),
    batch: (ctx, { params }) => getSheetBatch(ctx, payoutResults, params.batchId),
    confirm: (ctx, { body }) => confirmSheetBatch(ctx, payoutResults, body.batchId),
    download: (ctx, { query }) => exportRows(ctx, withdrawalExport, query),
  })
  serve(app, frontWithdrawal, {
    cash: (ctx, { body }) => askWithdrawal(ctx, body),
    cancel: (ctx, { body }) => cancelWithdrawal(ctx, body.id),
    user: (ctx) => describeOwn(ctx),
    record: (ctx, { query }) => listOwn(ctx, query),
    bank: (ctx) => listBanks(ctx),
  })
}
