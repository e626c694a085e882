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

/** Which of a product's visible replies: of a level, or with pictures. */
export type ReplyFilter = { level?: ReplyLevel | undefined; withPics?: boolean; withVirtual: boolean }

const matching = (productId: number, { level, withPics, withVirtual }: ReplyFilter) => sql`
  product_id = ${productId} and is_show and audit_status = 1 and not is_del
  ${level ? sql`and level = ${level}` : sql``} ${withPics ? sql`and pics <> '{}'` : sql``}
  ${withVirtual ? sql`` : sql`and not is_virtual`}`

/** How many of the newest replies of a product have pictures. */
export async function countWithPics({ db }: Ctx, productId: number, withVirtual: boolean): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select pics from product_reply where ${matching(productId, { withVirtual })}
      order by created_at desc, id desc limit ${MAX_WALKED}
    ) as newest where pics <> '{}'`)
  return rows[0]?.count ?? 0
}

/** A page of the replies of a product that buyers see, pinned ones first, then the newest. */
export async function listReplies(
  { db }: Ctx,
  productId: number,
  filter: ReplyFilter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<ReplyOfWindow[]> {
  const { rows } = await db.execute<ReplyOfWindow>(sql`
    select id, nickname, avatar, star, comment, pics, sku, is_virtual as "isVirtual",
      merchant_reply_content as "merchantReplyContent", created_at as "createdAt"
    from (
      select * from product_reply
      where ${matching(productId, filter)}
      order by created_at desc, id desc limit ${MAX_WALKED}
    ) as newest
    order by is_top desc, created_at desc, id desc
    limit ${limit} offset ${offset}`)
  return rows
}
