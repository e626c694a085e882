import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { cancelSession, cutSession, startSession } from './cut.service.ts'
import {
  getBargainHeader,
  getBargainIndex,
  getBargainUser,
  getFrontBargain,
  listFrontBargains,
  listFrontHelps,
  listRecords,
} from './front-bargain.service.ts'

/** Bargains and their sessions, for buyers. */
export const serveFrontBargains = (app: App) =>
  serve(app, frontBargain, {
    index: getBargainIndex,
    header: getBargainHeader,
    list: listFrontBargains,
    detail: (ctx, { params }) => getFrontBargain(ctx, params.id),
    start: (ctx, { body }) => startSession(ctx, body.bargainId),
    help: (ctx, { body }) => cutSession(ctx, body.bargainUserId),
    cancel: (ctx, { body }) => cancelSession(ctx, body.bargainId),
    user: getBargainUser,
    helps: listFrontHelps,
    record: listRecords,
  })
