/** How a label finds its products by itself: added within days, stock below a number, cheaper by more than so many percent. */
export const labelRuleKinds = ['new', 'lowStock', 'discount'] as const
export type LabelRuleKind = (typeof labelRuleKinds)[number]
export type LabelRule = { kind: LabelRuleKind; value: number }

/** Most labels of one product. */
export const MAX_LABELS = 10
