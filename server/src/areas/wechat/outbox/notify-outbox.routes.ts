import { frontMessage } from '@zhanggui/contract/wechat/front-message.ts'
import { notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { countUnread, getNotified, listNotified, listOwn, readOwn, resendNotified } from './notify-outbox.service.ts'

export function serveNotified(app: App): void {
  serve(app, notifyOutbox, {
    list: (ctx, { query }) => listNotified(ctx, query),
    info: (ctx, { query }) => getNotified(ctx, query.id),
    resend: (ctx, { body }) => resendNotified(ctx, body.ids),
  })
  serve(app, frontMessage, {
    list: (ctx, { query }) => listOwn(ctx, query),
    count: countUnread,
    read: (ctx, { body }) => readOwn(ctx, body.ids),
  })
}
