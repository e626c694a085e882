import { webhook, webhookDelivery } from '@zhanggui/contract/message/webhook.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listWebhooks, removeWebhooks, saveWebhook, updateWebhook } from './webhook.service.ts'
import { getDelivery, listDeliveries, resendDelivery, testWebhook } from './webhook-delivery.service.ts'

export function serveWebhooks(app: App): void {
  serve(app, webhook, {
    list: (ctx, { query }) => listWebhooks(ctx, query),
    save: (ctx, { body }) => saveWebhook(ctx, body),
    update: (ctx, { body }) => updateWebhook(ctx, body),
    remove: async (ctx, { body }) => {
      await removeWebhooks(ctx, body)
      return {}
    },
    test: (ctx, { params }) => testWebhook(ctx, params.id),
  })
  serve(app, webhookDelivery, {
    list: (ctx, { query }) => listDeliveries(ctx, query),
    info: (ctx, { params }) => getDelivery(ctx, params.id),
    resend: (ctx, { params }) => resendDelivery(ctx, params.id),
  })
}
