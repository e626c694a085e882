import type { RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'

/** What a route answers once it has done its work. */
export type DoneAnswer<Spec extends RouteSpec> = Exclude<RouteAnswer<Spec>, Asked>

/** Whether a call was not done but waits until a second person has agreed. */
export const isAsked = (answer: unknown): answer is Asked =>
  typeof answer === 'object' && answer !== null && 'approvalId' in answer && typeof answer.approvalId === 'number'
