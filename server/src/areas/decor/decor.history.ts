import { activityStyle, Style, StyleDraft } from '@zhanggui/contract/decor/activity-style.ts'
import { AgreementDraft, AgreementInfo } from '@zhanggui/contract/decor/agreement.ts'
import { FixedLayout, GroupItem } from '@zhanggui/contract/decor/fixed-layout.ts'
import { agreementKeys, agreementStates } from '@zhanggui/domain/decor/agreement.ts'
import { fixedGroupNames, fixedGroups } from '@zhanggui/domain/decor/fixed-layout.ts'
import { styleMethods, styleStates, styleTypes } from '@zhanggui/domain/promotion/activity-style.ts'
import { byNumber, editing, type TrailWords, type Versioned } from '../../platform/data/versioned.ts'
import { categories } from '../product/category/category.tables.ts'
import { products } from '../product/product/product.tables.ts'
import { getTyped, updateStyle } from './activity-style/activity-style.service.ts'
import { activityStyles } from './activity-style/activity-style.tables.ts'

export const decorHistories: readonly Versioned[] = [
  {
    object: 'activity-style',
    name: activityStyles.name,
    find: byNumber(getTyped),
    edit: editing(activityStyle.update, updateStyle),
    titled: [StyleDraft, Style],
    refs: { targetIds: ({ method }) => (method === 3 ? categories.name : products.storeName) },
    words: {
      type: styleTypes,
      method: styleMethods,
      runningStatus: styleStates,
      status: { true: '开启', false: '关闭' },
    },
    // Which of them are meant depends on the other.
    together: ['method', 'targetIds'],
    fixed: { status: '开启与关闭有自己的按钮，不随内容恢复', type: '保存后不能改成另一种样式' },
    // Briefs of what is named already.
    copies: ['products', 'categories'],
  },
]

export const decorTrailWords: readonly TrailWords[] = [
  {
    object: 'agreement',
    titled: [AgreementDraft, AgreementInfo],
    words: {
      key: agreementKeys,
      status: agreementStates,
      changed: { true: '有', false: '没有' },
      requireConsent: { true: '需要', false: '不需要' },
    },
  },
  { object: 'fixed-layout', titled: [FixedLayout] },
  {
    object: 'group-data',
    titled: [GroupItem],
    words: {
      group: Object.fromEntries(fixedGroupNames.map((name) => [name, fixedGroups[name].title])),
      show: { true: '显示', false: '隐藏' },
    },
  },
]
