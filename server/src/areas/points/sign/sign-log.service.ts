import type { SignLog } from '@zhanggui/contract/points/sign.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as signs from './sign-log.repository.ts'

/** A page of who signed in when, within the caller's scope, newest first. */
export async function listSigns(ctx: Ctx, query: signs.SignFilter & { page?: number; limit?: number }) {
  const paging = readPage(query)
  const { rows, ...counted } = await signs.list(ctx, query, paging)
  const list = rows.map(
    ({ id, uid, nickname, title, integral, experience, signDay }): SignLog => ({
      ...{ id, uid, nickname, title, number: integral, experience, signDay },
    }),
  )
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** How many customers signed in on the days of a range. */
export const countSigners = signs.countSigners
