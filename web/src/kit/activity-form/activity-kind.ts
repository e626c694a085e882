import type * as t from '@zhanggui/contract/schema.ts'
import type { ReactNode } from 'react'
import type { ActivityScreens } from '../activity/activity-screens.ts'
import type { Plan } from './conflicts.tsx'
import type { Pricing, SkuLine } from './sku-lines.ts'
import type { ActivityBody } from './values.ts'

/** What a buyer sees of an activity before it is opened. */
export type BuyerLook = {
  /** In yuan; null until it is typed. */
  price: number | null
  /** Struck through. */
  was?: number | undefined
  /** Beside the price, at its right: 距结束 01:33:12. */
  beside: string
  /** Below the title. */
  below: string
}

/** What the body of a kind has besides that of all kinds: every field, as what an edit leaves out would be emptied. */
export type OwnFields<Draft extends object> = Required<Omit<Draft, keyof ActivityBody>>

/** What a kind has of its own. */
export type ActivityKind<Own extends object> = Pick<ActivityScreens, 'type' | 'object' | 'noun' | 'list' | 'routes'> &
  Pricing & {
    /** The contract's body, by which a conflict of versions names the fields. */
    draft: t.TObject
    own: Own
    /** The first and the last day of a new one, where they are chosen already. */
    days?: [string, string]
    /** The fields of the kind, beside the days and among the limits. */
    when?: ReactNode
    limits: ReactNode
    /** A section of its own below the prices. */
    section?: (own: Partial<Own>, lines: readonly SkuLine[]) => ReactNode
    /** A text of its own below the details: 砍价规则. */
    texts?: ReactNode
    /** What of its own fields does not fit the prices. */
    problemOf?: (
      own: Partial<Own>,
      lines: readonly SkuLine[],
    ) => { field: keyof Own & string; message: string } | undefined
    /** What the kind adds to what conflicts are looked for with; undefined while that is not chosen. */
    planOf: (own: Partial<Own>) => Partial<Plan> | undefined
    /** @param cheapest the SKU at which the list of buyers shows it */
    buyerLook: (own: Partial<Own>, cheapest: SkuLine | undefined) => BuyerLook
  }
