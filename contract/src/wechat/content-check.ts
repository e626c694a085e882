import { checkedKindNames, checkStateNumbers, verdicts } from '@zhanggui/domain/wechat/content-check.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/admin/wechat/content'

const Held = t.Object({
  id: t.Id,
  kind: t.OneOf(checkedKindNames, { title: '内容' }),
  /** What it belongs to: a review, or the customer. */
  bizId: t.Integer({ title: '所属编号' }),
  uid: t.Integer({ title: '用户编号' }),
  nickname: t.String({ title: '昵称' }),
  text: t.String({ title: '文字', maxLength: 2500 }),
  pics: t.Array(t.String({ maxLength: 1000 }), { title: '图片' }),
  state: t.OneOfNumbers(checkStateNumbers, { title: '状态' }),
  verdict: t.OneOf(t.keysOf(verdicts), { title: '微信结论' }),
  /** Why WeChat gave no verdict, or what kind of content it saw. */
  reason: t.String({ title: '说明' }),
  createTime: t.DateTime,
  decideTime: t.Nullable(t.DateTime),
})
export type HeldContent = t.Static<typeof Held>

export const ContentQuery = t.pageQuery({
  kind: t.Optional(t.OneOf(checkedKindNames, { title: '内容' })),
  state: t.Optional(t.OneOfNumbers(checkStateNumbers, { title: '状态' })),
  verdict: t.Optional(t.OneOf(t.keysOf(verdicts), { title: '微信结论' })),
  dateLimit: t.Optional(t.TimeRange),
})
export type ContentQuery = t.Static<typeof ContentQuery>

/** 内容审核: what buyers wrote, and what WeChat said of it. */
export const contentCheck = routes('content-check', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:wechat:content:list',
    summary: '内容审核列表，新的在前',
    query: ContentQuery,
    response: t.pageOf(Held),
  },
  decide: {
    method: 'POST',
    path: `${base}/decide`,
    permission: 'admin:wechat:content:audit',
    summary: '放行或拒绝买家写的内容',
    body: t.Object({
      ids: t.Array(t.Id, { title: '内容', minItems: 1, maxItems: 100, uniqueItems: true, ask: '请选择内容' }),
      pass: t.Boolean({ title: '放行' }),
    }),
    response: t.Object({ done: t.Integer({ title: '已处理' }), skipped: t.Integer({ title: '已由他人处理' }) }),
  },
})
