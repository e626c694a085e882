import type { SettingValues } from '../setting/setting-registry.ts'
import type { PointRules } from './quote.ts'

/** The settings that points depend on; money in fen. */
export type PointSettings = Pick<
  SettingValues,
  'integral_ratio' | 'order_give_integral' | 'integral_max' | 'integral_max_ratio' | 'integral_min_order'
>

/** The engine's rules of points, as the shop has set them, for a buyer with a balance. */
export function pointRulesOf(settings: PointSettings, balance: number): PointRules {
  return {
    balance,
    most: settings.integral_max,
    // A point is worth the ratio in yuan, of at most six decimals.
    n: Math.round(settings.integral_ratio * 1_000_000),
    d: 10_000,
    mostPercent: settings.integral_max_ratio,
    leastFen: settings.integral_min_order,
    perYuan: [Math.round(settings.order_give_integral * 100), 100],
  }
}
