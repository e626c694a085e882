import { routes } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { dicts } from '../../areas/setting/dict/dict.tables.ts'
import { operatorOf } from '../../platform/data/operator.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'

const base = '/api/front/probe'

/** Routes of the buyer channel for tests of the kernel. */
export const frontProbe = routes('front-probe', {
  browse: {
    method: 'GET',
    path: `${base}/browse`,
    permission: 'visitor',
    summary: '测试：浏览',
    response: t.Object({ uid: t.Integer() }),
  },
  enter: { method: 'POST', path: `${base}/enter`, permission: 'visitor', summary: '测试：登录', response: t.Done },
  own: {
    method: 'GET',
    path: `${base}/own`,
    permission: 'buyer',
    summary: '测试：本人',
    response: t.Object({ uid: t.Integer(), isStaff: t.Boolean(), operator: t.Json() }),
  },
  store: {
    method: 'POST',
    path: `${base}/store`,
    permission: 'buyer',
    summary: '测试：下单',
    body: t.Object({ name: t.String({ title: '名称', minLength: 1 }) }),
    response: t.Saved,
  },
  ring: {
    method: 'POST',
    path: '/api/callback/probe',
    permission: 'provider',
    raw: true,
    summary: '测试：回调',
    response: t.Object({ hex: t.String(), type: t.String() }),
  },
})

/** Serves them. The name `fail` makes a fault, `busy` a refusal for overload. */
export const serveFrontProbe = (app: App) =>
  serve(app, frontProbe, {
    browse: ({ shopper }) => ({ uid: shopper?.uid ?? 0 }),
    enter: () => ({}),
    own: (ctx) => ({ uid: ctx.buyer.uid, isStaff: ctx.caller !== undefined, operator: operatorOf(ctx) }),
    store: async ({ db }, { body: { name } }) => {
      if (name === 'fail') throw new Error('broken')
      if (name === 'busy') throw new HttpError(503, 'OVERLOADED', '系统繁忙')
      const [row] = await db.insert(dicts).values({ name }).returning({ id: dicts.id })
      return { id: row?.id ?? 0 }
    },
    ring: (_, { body, headers }) => {
      if (headers['x-sign'] !== 'right') throw new HttpError(401, 'SIGNATURE', '签名错误')
      return { hex: Buffer.from(body).toString('hex'), type: headers['content-type'] ?? '' }
    },
  })
