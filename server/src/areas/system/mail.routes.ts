import { email } from '@zhanggui/contract/email.ts'
import { type App, serve } from '../../platform/serve.ts'
import { getMailSettings, listMails, mailLater, saveMailSettings } from './mail.service.ts'

export const serveMail = (app: App) =>
  serve(app, email, {
    info: (ctx) => getMailSettings(ctx),
    update: (ctx, { body }) => saveMailSettings(ctx, body),
    send: async (ctx, { body }) => {
      await mailLater(ctx, body)
      return {}
    },
    logs: (ctx, { query }) => listMails(ctx, query),
  })
