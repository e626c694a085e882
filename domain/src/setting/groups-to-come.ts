import type { SettingGroupName } from './setting-registry.ts'
import { pay } from './settings/pay.ts'

const names: SettingGroupName[] = ['brokerage', 'wechat']

/** Groups of settings that only areas to come read: not shown until those are there, but stored all the same. */
export const groupsToCome: ReadonlySet<string> = new Set(names)

/**
 * Settings of groups that are shown already, which only parts to come read: those of WeChat Pay and Alipay, recharges, cloud
 * printers, activities and live rooms.
 */
export const settingsToCome: ReadonlySet<string> = new Set([
  ...['ylyprint_status', 'ylyprint_auto_status', 'app_id', 'app_secret', 'machine_code', 'machine_msign'],
  ...['activity_allow_coupon', 'activity_allow_integral', 'pink_fail_refund', 'bargain_grace_hours'],
  ...['recharge_switch', 'store_user_min_recharge', 'recharge_attention'],
  ...Object.keys(pay).filter((key) => /^(pay_weixin|pay_routine|ali_pay)_/.test(key)),
  ...['bargain_first_cut_min', 'bargain_first_cut_max', 'live_gateway_mode', 'live_gateway_base_url'],
])
