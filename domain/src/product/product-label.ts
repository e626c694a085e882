/** The rule by which a label finds products: added within days, stock below a number, cheaper by more than a percentage. */
export const labelRuleKinds = ['new', 'lowStock', 'discount'] as const
export const labelRuleNames = { new: '新品', lowStock: '库存紧张', discount: '折扣' } as const
export type LabelRuleKind = (typeof labelRuleKinds)[number]
export type LabelRule = { kind: LabelRuleKind; value: number }

/** The maximum number of labels of a product. */
export const MAX_LABELS = 10
