import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { userExport } from './shop-user.export.ts'
import * as service from './shop-user.service.ts'
import { getTopDetail, listDetails } from './user-detail.service.ts'
import { changeFunds } from './user-funds.service.ts'
import { setLevel, setSpreader } from './user-rank.service.ts'

export const serveShopUsers = (app: App) =>
  serve(app, shopUser, {
    list: (ctx, { query }) => service.listUsers(ctx, query),
    info: (ctx, { query }) => service.getUser(ctx, query.id),
    topDetail: (ctx, { query }) => getTopDetail(ctx, query.userId),
    detailList: listDetails,
    save: (ctx, { body }) => service.saveUser(ctx, body),
    update: (ctx, { body }) => service.updateUser(ctx, body),
    phone: (ctx, { body }) => service.changePhone(ctx, body),
    funds: (ctx, { body }) => changeFunds(ctx, body),
    group: (ctx, { body }) => service.setGroup(ctx, body),
    tag: (ctx, { body }) => service.setTags(ctx, body),
    spread: (ctx, { body }) => setSpreader(ctx, body.userId, body.spreadUid),
    clearSpread: (ctx, { body }) => setSpreader(ctx, body.id, 0),
    level: (ctx, { body }) => setLevel(ctx, body),
    status: (ctx, { body }) => service.setStatus(ctx, body),
    note: (ctx, { body }) => service.saveNote(ctx, body),
    download: (ctx, { query }) => exportRows(ctx, userExport, query),
  })
