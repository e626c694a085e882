import type { SignLog, sign } from '@zhanggui/contract/points/sign.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as signs from './sign-log.repository.ts'

/** A page of who signed in when, within the caller's scope, newest first. */
export async function listSigns(ctx: Ctx, query: RouteInput<typeof sign.log>['query']) {
  const { page, limit, ...filter } = query
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await signs.list(ctx, filter, paging)
  const list = rows.map(
    ({ id, uid, nickname, title, integral, experience, signDay }): SignLog => ({
      id,
      uid,
      nickname,
      title,
      number: integral,
      experience,
      signDay,
    }),
  )
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** How many customers signed in on the days of a range. */
export const countSigners = signs.countSigners
