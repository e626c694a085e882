import type { Site, Stores } from '@zhanggui/page-kit/data.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { listByIds } from '../../product/category/category.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { listOpenStores } from '../../store/front-store/front-store.service.ts'
import { readLayout } from '../layout/layout.service.ts'
import { products } from './products.service.ts'
import type { Resolver } from './resolver.ts'

/** The categories that are named and shown. */
export const categories: Resolver = async (ctx, components) => {
  const idsOf = (props: Record<string, unknown>) => (Array.isArray(props.cateIds) ? (props.cateIds as number[]) : [])
  const rows = await listByIds(ctx, [...new Set(components.flatMap(({ props }) => idsOf(props)))])
  const shown = new Map(rows.filter(({ isShow }) => isShow).map((row) => [row.id, row]))
  return new Map(
    components.map(({ id, props }) => [
      id,
      {
        list: idsOf(props).flatMap((cateId) => {
          const row = shown.get(cateId)
          return row ? [{ id: row.id, name: row.name, image: row.extra }] : []
        }),
      },
    ]),
  )
}

/** The stores where orders can be picked up, the nearest first where the caller says where they are. */
export const stores: Resolver = async (ctx, components, { latitude, longitude }) => {
  const countOf = (props: Record<string, unknown>) => Number(props.count) || 1
  const point = latitude === undefined || longitude === undefined ? {} : { latitude, longitude }
  const limit = Math.max(...components.map(({ props }) => countOf(props)))
  const { list } = await listOpenStores(ctx, { ...point, limit })
  return new Map(components.map(({ id, props }): [string, Stores] => [id, { list: list.slice(0, countOf(props)) }]))
}

/** Who runs the shop, and how they are reached; where a tab is asked for, as of the head of a page, also its products. */
export const site: Resolver = async (ctx, components, asked) => {
  const settings = await getSettings(ctx)
  const media = await readMedia(ctx)
  const { hotWords } = await readLayout(ctx)
  const data: Site = {
    copyright: settings.copyright_company_name,
    icp: settings.copyright_icp_number,
    icpUrl: settings.copyright_icp_number_url,
    police: settings.copyright_internet_record,
    policeUrl: settings.copyright_internet_record_url,
    phone: settings.consumer_hotline,
    logo: media.toWire(settings.mobile_top_logo),
    siteName: settings.site_name,
    hotWords: hotWords.words,
    followed: false,
  }
  const goods = asked.tab === undefined ? undefined : await products(ctx, components, asked)
  return new Map(components.map(({ id }) => [id, { ...data, ...goods?.get(id) }]))
}

/** Rich text once more by the allow-list of today: what was stored may be older than it. */
export const rich: Resolver = async (_, components) =>
  new Map(components.map(({ id, props }) => [id, { html: cleanRichHtml(String(props.html ?? '')) }]))
