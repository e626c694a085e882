import type { ReplyLevel } from '@zhanggui/domain/product/product-reply.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'

/** Among at most this many newest replies of a product the pinned ones are looked for. */
const MAX_WALKED = 10_000

export type ReplyOfWindow = {
  id: number
  nickname: string
  avatar: string
  star: number
  comment: string
  pics: string[]
  sku: string
  isVirtual: boolean
  merchantReplyContent: string
  createdAt: string
}

/**
 * A page of the replies of a product that buyers see, pinned ones first, then the newest.
 * @param withVirtual whether fictitious ones are among them
 */
export async function listReplies(
  { db }: Ctx,
  productId: number,
  level: ReplyLevel | undefined,
  withVirtual: boolean,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<ReplyOfWindow[]> {
  const ofLevel = level ? sql`and level = ${level}` : sql``
  const real = withVirtual ? sql`` : sql`and not is_virtual`
  const { rows } = await db.execute<ReplyOfWindow>(sql`
    select id, nickname, avatar, star, comment, pics, sku, is_virtual as "isVirtual",
      merchant_reply_content as "merchantReplyContent", created_at as "createdAt"
    from (
      select * from product_reply
      where product_id = ${productId} and is_show and audit_status = 1 and not is_del ${ofLevel} ${real}
      order by created_at desc, id desc limit ${MAX_WALKED}
    ) as newest
    order by is_top desc, created_at desc, id desc
    limit ${limit} offset ${offset}`)
  return rows
}
