import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getBulk, runBulk, undoBulk } from './order-bulk.service.ts'
import { commentOrder, editComment, holdOrder, removeComment, tagOrder, unholdOrder } from './order-note.service.ts'
import { readTimeline } from './order-timeline.service.ts'

/** What staff note of orders, acts on many orders, and what happened to one. */
export function serveOrderNotes(app: App): void {
  serve(app, orderNote, {
    tag: (ctx, { body }) => tagOrder(ctx, body),
    hold: (ctx, { body }) => holdOrder(ctx, body),
    unhold: (ctx, { body }) => unholdOrder(ctx, body),
    comment: (ctx, { body }) => commentOrder(ctx, body),
    editComment: (ctx, { body }) => editComment(ctx, body),
    removeComment: (ctx, { body }) => removeComment(ctx, body),
    timeline: (ctx, { query }) => readTimeline(ctx, query.orderNo),
    bulk: (ctx, { body }) => runBulk(ctx, body),
    bulkInfo: (ctx, { query }) => getBulk(ctx, query.batchId),
    bulkUndo: (ctx, { body }) => undoBulk(ctx, body),
  })
}
