import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A batch of codes; the codes themselves stand in the file of the task that made them, and nowhere else. */
const CodeBatch = t.Object({
  batchNo: t.String({ title: '批次' }),
  /** As staff named it; '' for none. */
  batchName: t.String({ title: '批次名称' }),
  couponId: t.Id,
  couponName: t.String({ title: '优惠券名称' }),
  kind: t.OneOf(['unique', 'shared'], { title: '类型', description: 'unique 一人一码，shared 通用码' }),
  /** The end of a shared code; '' of unique ones. */
  tail: t.String({ title: '兑换码尾号' }),
  count: t.Integer({ title: '数量', description: '通用码为最多可兑换次数，0 为不限' }),
  used: t.Integer({ title: '已兑换' }),
  voided: t.Integer({ title: '已作废' }),
  operatorName: t.String({ title: '操作人' }),
  createTime: t.DateTime,
})
export type CodeBatch = t.Static<typeof CodeBatch>

/** Unique codes are made by a task; a shared one is typed. */
export const CodeDraft = t.Object({
  couponId: t.Id,
  kind: t.OneOf(['unique', 'shared'], { title: '类型' }),
  /** What staff tell it from others by. */
  batchName: t.Optional(t.String({ title: '批次名称', maxLength: 40 })),
  count: t.Optional(t.Integer({ title: '数量', minimum: 1, maximum: 100_000 })),
  code: t.Optional(
    t.String({
      title: '兑换码',
      pasted: 'code',
      pattern: /^[A-Za-z0-9]{4,20}$/,
      hint: '兑换码为4到20位字母和数字',
      example: 'SPRING2026',
    }),
  ),
  /** 0: no limit. */
  mostUses: t.Optional(t.Integer({ title: '最多兑换次数', maximum: 99_999_999 })),
})
export type CodeDraft = t.Static<typeof CodeDraft>

const base = '/admin/marketing/coupon/code'
const batchNo = t.String({ title: '批次', minLength: 1, maxLength: 40 })

/** 兑换码 (docs/coupons-and-points.md, Ways to a copy). */
export const couponCode = routes('coupon-code', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:coupon:code:list',
    summary: '兑换码批次，新的在前',
    query: t.pageQuery({
      couponId: t.Optional(t.Id),
      batchNo: t.Optional(t.String({ title: '批次', maxLength: 40 })),
      state: t.Optional(t.OneOf(['open', 'voided'], { title: '状态' })),
    }),
    response: t.pageOf(CodeBatch),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:coupon:code:save',
    summary: '生成兑换码',
    body: CodeDraft,
    secret: ['code'],
    response: t.Object({ batchNo: t.String({ title: '批次' }) }),
    accepted: t.Object({ taskId: t.String(), batchNo: t.String({ title: '批次' }) }),
    errors: [404, 409, 422],
  },
  void: {
    method: 'POST',
    path: `${base}/void`,
    permission: 'admin:coupon:code:save',
    summary: '作废兑换码',
    body: t.Object({ couponId: t.Id, batchNo }),
    response: t.Object({ voided: t.Integer({ title: '已作废' }) }),
    errors: [404],
  },
})
