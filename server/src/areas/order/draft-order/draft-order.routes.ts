import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { countDrafts, getDraft, listDrafts, saveDraft } from './draft-order.service.ts'
import { computeDraft } from './draft-price.service.ts'
import { cancelDraft, convertDraft, copyDraft, sendDraft } from './draft-send.service.ts'
import { reship } from './reship.service.ts'

/** 代客下单: drafts, the orders they become, and reships. */
export function serveDrafts(app: App): void {
  serve(app, draftOrder, {
    list: (ctx, { query }) => listDrafts(ctx, query),
    num: (ctx, { query }) => countDrafts(ctx, query),
    info: (ctx, { query }) => getDraft(ctx, query.id),
    compute: (ctx, { body }) => computeDraft(ctx, body),
    save: (ctx, { body }) => saveDraft(ctx, body),
    send: (ctx, { body }) => sendDraft(ctx, body),
    convert: (ctx, { body }) => convertDraft(ctx, body),
    cancel: (ctx, { body }) => cancelDraft(ctx, body),
    copy: (ctx, { body }) => copyDraft(ctx, body),
    reship: (ctx, { body }) => reship(ctx, body),
  })
}
