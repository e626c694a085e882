import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  editAddress,
  getAddress,
  getDefaultAddress,
  listAddresses,
  removeAddress,
  setDefaultAddress,
} from './buyer-address.service.ts'

export const serveBuyerAddresses = (app: App) =>
  serve(app, buyerAddress, {
    list: (ctx, { query }) => listAddresses(ctx, query),
    info: (ctx, { params }) => getAddress(ctx, params.id),
    usual: (ctx) => getDefaultAddress(ctx),
    edit: (ctx, { body }) => editAddress(ctx, body),
    remove: async (ctx, { body }) => {
      await removeAddress(ctx, body.id)
      return {}
    },
    makeUsual: (ctx, { body }) => setDefaultAddress(ctx, body.id),
  })
