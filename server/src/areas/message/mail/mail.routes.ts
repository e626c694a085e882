import { email } from '@zhanggui/contract/message/email.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getMailSettings, listMails, saveMailSettings, sendStaffMail } from './mail.service.ts'

export const serveMail = (app: App) =>
  serve(app, email, {
    info: (ctx) => getMailSettings(ctx),
    update: (ctx, { body }) => saveMailSettings(ctx, body),
    send: async (ctx, { body }) => {
      await sendStaffMail(ctx, body)
      return {}
    },
    logs: (ctx, { query }) => listMails(ctx, query),
  })
