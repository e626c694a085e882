import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  endOwnAccount,
  getOwnAccount,
  listGrades,
  listOwnBalance,
  listOwnExperience,
} from './customer-centre.service.ts'

export const serveCustomerCentre = (app: App) =>
  serve(app, customerCentre, {
    account: (ctx) => getOwnAccount(ctx),
    grades: (ctx) => listGrades(ctx),
    experience: (ctx, { query }) => listOwnExperience(ctx, query),
    balance: (ctx, { query }) => listOwnBalance(ctx, query),
    end: async (ctx, { body }) => {
      await endOwnAccount(ctx, body)
      return {}
    },
  })
