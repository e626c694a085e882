import { isShow, keywords, rowOf, shopRoutes, sort } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const BrandDraft = t.Object({
  name: t.String({ title: '品牌名称', minLength: 1, maxLength: 32 }),
  logo: t.Optional(t.String({ title: '品牌标志', clearable: true, maxLength: 512 })),
  sort: sort(99_999),
  isShow,
})
export type BrandDraft = t.Static<typeof BrandDraft>
/** A brand with the first letter of its name: A to Z, or # for anything else. */
const Brand = rowOf(BrandDraft, { initial: t.String() })
export type Brand = t.Static<typeof Brand>
/** A brand with the number of its products, counted up to 10,000. */
const BrandRow = t.Object({ ...Brand.properties, productCount: t.Integer() })
export type BrandRow = t.Static<typeof BrandRow>

/** 品牌. */
export const brand = routes(
  'brand',
  shopRoutes({
    what: '品牌',
    path: '/admin/store/brand',
    permission: 'admin:product:brand',
    // Also for the product form and filters, which offer them.
    offeredTo: ['admin:product:list', 'admin:product:save', 'admin:product:update'],
    draft: BrandDraft,
    row: Brand,
    listed: BrandRow,
    query: { keywords: keywords(32), isShow },
  }),
)
