import { decimal, int, money, percent } from './field.ts'

export const integral = {
  integral_ratio: decimal('积分抵用比例', {
    default: 0.01,
    max: 10_000,
    decimals: 6,
    unit: '元',
    help: '1 积分抵多少元，0 表示不可抵扣；如 0.01，100 积分抵 1 元',
  }),
  order_give_integral: decimal('下单赠送积分比例', {
    default: 1,
    max: 10_000,
    unit: '积分',
    help: '实际支付 1 元赠送多少积分；如填 2，付 100 元得 200 积分',
  }),
  freeze_integral_day: int('积分冻结时间', {
    default: 0,
    max: 90,
    unit: '天',
    help: '收货后多少天可用；如填 7，防止退货前就把积分用掉',
  }),
  integral_max: int('单笔最多使用', { default: 0, unit: '积分', help: '0 表示不限；如填 500，一单最多用 500 积分' }),
  integral_max_ratio: percent('积分最多抵扣比例', {
    default: 100,
    help: '积分最多抵扣商品金额的百分之几；如填 20，商品 100 元最多抵 20 元',
  }),
  integral_min_order: money('满多少可用积分', {
    default: 0,
    help: '商品金额达到此数才可用积分，0 表示不限；如填 50，买 49 元不能用',
  }),
  integral_expire_month: int('积分有效期', {
    default: 0,
    max: 120,
    unit: '个月',
    help: '0 表示不过期；如填 12，得到的积分一年后过期',
  }),
}
