import {
  MAX_CODE_WIDTH,
  MIN_CODE_WIDTH,
  MINI_PAGE,
  MINI_SCENE,
  miniVersionNames,
} from '@zhanggui/domain/wechat/mini-code.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Codes in one archive. */
export const MAX_MINI_CODES = 200

const base = '/admin/wechat/mini'
const permission = 'admin:wechat:routine:code'
const scene = t.String({
  title: '参数',
  minLength: 1,
  maxLength: 32,
  pattern: MINI_SCENE,
  hint: "参数为1-32位数字、字母或 !#$&'()*+,/:;=?@-._~",
  example: 'id=7',
})
const place = {
  path: t.String({
    title: '页面路径',
    minLength: 1,
    maxLength: 128,
    pattern: MINI_PAGE,
    hint: '页面路径不以 / 开头，也不带 ? 后的参数',
    example: 'pages/index/index',
  }),
  width: t.Optional(t.Integer({ title: '宽度', minimum: MIN_CODE_WIDTH, maximum: MAX_CODE_WIDTH, default: 430 })),
  env: t.Optional(t.OneOf(miniVersionNames, { title: '版本' })),
}

export const MiniCodeQuery = t.Object({ ...place, scene })
export type MiniCodeQuery = t.Static<typeof MiniCodeQuery>
export const MiniCodesDraft = t.Object({
  ...place,
  codes: t.Array(t.Object({ name: t.String({ title: '图片名称', minLength: 1, maxLength: 60 }), scene }), {
    title: '小程序码',
    minItems: 1,
    maxItems: MAX_MINI_CODES,
    ask: '请填写要生成的小程序码',
  }),
})
export type MiniCodesDraft = t.Static<typeof MiniCodesDraft>

/** 小程序码: pictures that open a page of the mini-program. */
export const miniCode = routes('mini-code', {
  qrcode: {
    method: 'GET',
    path: `${base}/qrcode`,
    permission,
    summary: '生成小程序码',
    query: MiniCodeQuery,
    response: t.Object({ url: t.String({ maxLength: 3_000_000 }) }),
    errors: [422, 502],
  },
  zip: {
    method: 'POST',
    path: `${base}/qrcode/zip`,
    permission,
    summary: '成批生成小程序码',
    body: MiniCodesDraft,
    response: t.Object({ taskId: t.String() }),
    errors: [422],
  },
})
