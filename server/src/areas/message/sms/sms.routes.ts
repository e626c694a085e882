import { sms } from '@zhanggui/contract/message/sms.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  applyTemplate,
  listApplications,
  listSmsLogs,
  listTemplates,
  modifySign,
  sendSignCode,
  sendTestSms,
} from './sms.service.ts'

export const serveSms = (app: App) =>
  serve(app, sms, {
    templates: (ctx, { query }) => listTemplates(ctx, query),
    apply: (ctx, { body }) => applyTemplate(ctx, body),
    applications: (ctx, { body }) => listApplications(ctx, body),
    signCode: async (ctx, { body }) => {
      await sendSignCode(ctx, body.phone)
      return {}
    },
    modifySign: async (ctx, { body }) => {
      await modifySign(ctx, body)
      return {}
    },
    logs: (ctx, { query }) => listSmsLogs(ctx, query),
    test: (ctx, { body }) => sendTestSms(ctx, body),
  })
