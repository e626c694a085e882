import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** Range of an owner's ids that one statement checks. */
const STEP = 2000
/** The key of one of our files, anywhere in a text. */
const KEY = '(?:public|private)/\\d{4}/\\d\\d/\\d\\d/[a-z0-9]{32}\\.[a-z0-9]{1,10}'

type Source = { table: string; texts: SQL }

/**
 * Texts that refer to files, by type of owner: id, field, title and text, as the saves pass them to `useFiles`. Uses by
 * other owners, such as the settings, stay as their saves wrote them. Each area with owners of files adds them.
 */
const sources: Record<string, Source> = {
  adminUser: {
    table: 'admin_user',
    texts: sql`select id, 'avatar' as field, '用户「' || username || '」的头像' as title, avatar as text from admin_user`,
  },
  notice: {
    table: 'notice',
    texts: sql`select id, 'content' as field, '公告「' || title || '」' as title, content as text from notice`,
  },
  category: {
    table: 'category',
    texts: sql`select id, 'extra' as field, '分类「' || name || '」' as title, extra as text from category`,
  },
  brand: {
    table: 'brand',
    texts: sql`select id, 'logo' as field, '品牌「' || name || '」' as title, logo as text from brand`,
  },
  product: {
    table: 'product',
    texts: sql`
      select id, 'media' as field, '商品「' || left(store_name, 90) || '」' as title,
        concat_ws(' ', image, array_to_string(slider_image, ' '), video_link, flat_pattern, share_image,
          (select html from product_content where product_id = product.id),
          (select string_agg(image, ' ') from product_sku where product_id = product.id and not is_del)) as text
      from product where not is_del`,
  },
  productReply: {
    table: 'product_reply',
    texts: sql`
      select id, 'media' as field, '「' || nickname || '」的评论' as title,
        concat_ws(' ', avatar, array_to_string(pics, ' ')) as text
      from product_reply where not is_del`,
  },
  afterSales: {
    table: 'after_sales',
    texts: sql`
      select id, 'images' as field, '售后单「' || sales_no || '」的图片' as title, array_to_string(images, ' ') as text
      from after_sales where images <> '{}'
      union all
      select id, 'inspectImages', '售后单「' || sales_no || '」的图片', array_to_string(inspect_images, ' ')
      from after_sales where inspect_images <> '{}'`,
  },
  invoice: {
    table: 'invoice',
    texts: sql`
      select invoice.id, 'fileUrl' as field, '订单 ' || order_no || ' 的发票' as title, file_url as text
      from invoice join store_order on store_order.id = order_id where file_url <> ''`,
  },
  'component-product': {
    table: 'component_product',
    texts: sql`
      select id, 'media' as field, '小店商品「' || title || '」' as title,
        concat_ws(' ', array_to_string(head_img, ' '), array_to_string(qualification_pics, ' '), desc_info,
          array_to_string(desc_imgs, ' '),
          (select string_agg(thumb_img, ' ') from component_sku
            where product_id = component_product.id and is_online and not is_del)) as text
      from component_product where not is_del and status <> 0`,
  },
  'activity-style': {
    table: 'activity_style',
    texts: sql`
      select id, 'style' as field, case type when 0 then '活动边框' else '活动氛围' end || '「' || name || '」' as title, style as text
      from activity_style`,
  },
  'wechat-material': {
    table: 'wechat_material',
    texts: sql`
      select id, 'url' as field, '公众号素材「' || left(name, 90) || '」' as title, url as text from wechat_material`,
  },
  'wechat-reply': {
    table: 'wechat_reply',
    texts: sql`
      select id, 'data' as field, '自动回复「' || case reserved when 'subscribe' then '关注回复' when 'default' then '无匹配回复'
        else left(array_to_string(keywords, '、'), 90) end || '」' as title, coalesce(data->>'url', '') as text
      from wechat_reply`,
  },
  'component-draft': {
    table: 'component_draft',
    texts: sql`
      select id, 'media' as field, '小店草稿「' || title || '」' as title,
        concat_ws(' ', array_to_string(head_img, ' '), array_to_string(qualification_pics, ' '), desc_info,
          array_to_string(desc_imgs, ' '), attr_value::text) as text
      from component_draft where not is_del`,
  },
}

export const rebuiltOwners = Object.keys(sources)

/** The last id of an owner's rows, including rows that only recorded uses still refer to. */
export async function lastOwner({ db }: Ctx, ownerType: string): Promise<number> {
  const table = sql.identifier(sourceOf(ownerType).table)
  const { rows } = await db.execute<{ last: number }>(sql`
    select greatest((select max(id) from ${table}),
      (select max(owner_id) from file_ref where owner_type = ${ownerType}), 0) as last`)
  return Number(rows[0]?.last ?? 0)
}

/**
 * Corrects the recorded uses of files by some owners: those after an id, as many ids as one statement covers.
 * @returns how many uses were added or removed, and the last id checked
 */
export async function rebuildUses({ db }: Ctx, ownerType: string, after: number) {
  const last = after + STEP
  const { rows } = await db.execute<{ corrected: number }>(sql`
    with owner as (
      select * from (${sourceOf(ownerType).texts}) source where id > ${after} and id <= ${last}
    ), named as (
      select distinct id, field, title, found[1] as path from owner,
        regexp_matches(text, ${KEY}, 'g') as found
    ), known as (
      -- Rows with equal content share a path: the oldest one is used, as when a use is saved.
      select id, path from file where path in (select path from named) order by id for key share
    ), used as (
      select named.id as owner_id, field, title, (select min(id) from known where known.path = named.path) as file_id
      from named
    ), removed as (
      delete from file_ref where owner_type = ${ownerType} and owner_id > ${after} and owner_id <= ${last}
        and not exists (
          select from used where used.owner_id = file_ref.owner_id and used.field = file_ref.field
            and used.file_id = file_ref.file_id
        ) returning 1
    ), added as (
      insert into file_ref (file_id, owner_type, owner_id, field, title)
      select distinct on (file_id, owner_id, field) file_id, ${ownerType}, owner_id, field, title from used
      where file_id is not null on conflict do nothing returning 1
    )
    select (select count(*) from removed) + (select count(*) from added) as corrected`)
  return { corrected: Number(rows[0]?.corrected ?? 0), last }
}

function sourceOf(ownerType: string): Source {
  const source = sources[ownerType]
  if (!source) throw new Error(`${ownerType} owns no files`)
  return source
}
