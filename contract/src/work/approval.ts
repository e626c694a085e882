import {
  approvalKindNames,
  approvalKinds,
  approvalStates,
  approvalStateValues,
} from '@zhanggui/domain/work/approval.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/admin/finance/approval'

/** The answer with status 202 of an act that waits for approval instead of being done. */
export const Asked = t.Object({ approvalId: t.Id })
export type Asked = t.Static<typeof Asked>

const wordsOf = (words: Record<string, string>) =>
  Object.entries(words)
    .map(([value, label]) => `${value} ${label}`)
    .join('，')

const kind = t.OneOf(approvalKindNames, { title: '审批类型', description: wordsOf(approvalKinds) })
const state = t.OneOfNumbers(approvalStateValues, { title: '审批状态', description: wordsOf(approvalStates) })

/** An act that waits for a second person, or what became of it. */
export const Approval = t.Object({
  id: t.Id,
  kind,
  title: t.String({ title: '申请内容' }),
  /** Money that leaves the shop, or by how much something is sold below its cost; null for those who may not see costs. */
  amount: t.Nullable(t.Amount({ title: '审批金额', maximum: 1e11 })),
  objectType: t.String(),
  objectId: t.String(),
  objectName: t.String({ title: '审批对象' }),
  /** Where the console shows the object; '' for nowhere. */
  link: t.String(),
  reason: t.String({ title: '申请说明' }),
  /** Which rule made it wait. */
  rule: t.String({ title: '审批原因' }),
  /** What it changes, as it stood when it was asked for. */
  changes: t.Array(t.Object({ name: t.String(), now: t.String(), after: t.String() })),
  state,
  applicantId: t.Id,
  applicantName: t.String({ title: '申请人' }),
  /** The roles of the applicant. */
  applicantRoles: t.Array(t.String()),
  isMine: t.Boolean({ title: '我申请的' }),
  /** Why the caller cannot decide it; '' where they can, or where it is decided. */
  blocked: t.String(),
  createTime: t.DateTime,
  expireTime: t.DateTime,
  reviewerName: t.String({ title: '审批人' }),
  reviewTime: t.Nullable(t.DateTime),
  remark: t.String({ title: '审批意见' }),
  /** Why it could not be done. */
  message: t.String({ title: '失败原因' }),
})
export type Approval = t.Static<typeof Approval>

export const ApprovalQuery = t.Object({
  kind: t.Optional(kind),
  state: t.Optional(state),
  mine: t.Optional(t.Boolean({ title: '我申请的', description: 'true 只看自己申请的，false 只看别人申请的' })),
  done: t.Optional(t.Boolean({ title: '已处理', description: 'true 只看不再等待的，false 只看等待的' })),
  /** A single one, as messages link to it. */
  id: t.Optional(t.Id),
})
export type ApprovalQuery = t.Static<typeof ApprovalQuery>

const remark = t.String({ title: '审批意见', maxLength: 200, ask: '请填写拒绝原因' })

export const ReviewForm = t.Object(
  { id: t.Id, pass: t.Boolean({ title: '是否同意' }), remark: t.Optional(remark) },
  { example: { id: 1, pass: true, remark: '同意' } },
)
export type ReviewForm = t.Static<typeof ReviewForm>

/** 审批: risky acts that wait for a second person. */
export const approval = routes('approval', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:finance:approval:list',
    summary: '审批列表，新的在前；只看等待的，先到期的在前',
    query: t.pageQuery(ApprovalQuery.properties),
    response: t.pageOf(Approval),
  },
  num: {
    method: 'GET',
    path: `${base}/num`,
    permission: 'admin:finance:approval:list',
    summary: '审批数量',
    response: t.Object({
      waiting: t.Integer({ title: '等待审批' }),
      mine: t.Integer({ title: '我申请的' }),
      done: t.Integer({ title: '已处理' }),
      /** When the first of those that wait runs out. */
      soonest: t.Nullable(t.DateTime),
    }),
    quiet: true,
  },
  review: {
    method: 'POST',
    path: `${base}/review`,
    permission: 'admin:finance:approval:review',
    summary: '审批',
    body: ReviewForm,
    response: t.Object({ id: t.Id, state, message: t.String({ title: '失败原因' }) }),
    errors: [404, 409, 422],
  },
  withdraw: {
    method: 'POST',
    path: `${base}/withdraw`,
    permission: 'auth',
    summary: '撤回审批申请',
    body: t.Object({ id: t.Id }),
    response: t.Object({}),
    errors: [404, 409],
  },
})
