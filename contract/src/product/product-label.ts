import { labelRuleKinds } from '@zhanggui/domain/product/product-label.ts'
import { isShow, keywords, rowOf, shopRoutes, sort } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const LabelRule = t.Object(
  {
    kind: t.OneOf(labelRuleKinds, { title: '规则' }),
    value: t.Integer({ title: '规则数值', minimum: 1, maximum: 9999 }),
  },
  { title: '自动规则' },
)
export const LabelDraft = t.Object({
  name: t.String({ title: '标签名称', minLength: 1, maxLength: 12 }),
  color: t.String({
    title: '标签颜色',
    maxLength: 7,
    pattern: /^#[0-9a-fA-F]{6}$/,
    example: '#1890ff',
    hint: '颜色格式如 #1677ff',
    ask: '请选择标签颜色',
  }),
  sort: sort(99_999),
  isShow,
  /** The rule that selects its products; without one, staff assign the label. */
  rule: t.Optional(LabelRule),
})
export type LabelDraft = t.Static<typeof LabelDraft>

const Label = rowOf(LabelDraft, { rule: t.Nullable(LabelRule) })
export type Label = t.Static<typeof Label>
const LabelRow = t.Object({ ...Label.properties, productCount: t.Integer() })
export type LabelRow = t.Static<typeof LabelRow>

/** 商品标签: assigned by staff or by a rule. */
export const productLabel = routes(
  'product-label',
  shopRoutes({
    what: '商品标签',
    path: '/admin/store/label',
    permission: 'admin:product:label',
    // Also for the product form and filters, which offer them.
    offeredTo: ['admin:product:list', 'admin:product:save', 'admin:product:update'],
    draft: LabelDraft,
    row: Label,
    listed: LabelRow,
    query: { keywords: keywords(12), isShow },
  }),
)
