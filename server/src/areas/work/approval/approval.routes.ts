import { approval } from '@zhanggui/contract/work/approval.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { countApprovals, listApprovals, reviewApproval, withdrawApproval } from './approval-review.service.ts'

export function serveApprovals(app: App): void {
  serve(app, approval, {
    list: (ctx, { query }) => listApprovals(ctx, query),
    num: (ctx) => countApprovals(ctx),
    review: (ctx, { body }) => reviewApproval(ctx, body),
    withdraw: (ctx, { body }) => withdrawApproval(ctx, body.id),
  })
}
