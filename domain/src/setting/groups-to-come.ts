import type { SettingGroupName } from './setting-registry.ts'

const names: SettingGroupName[] = ['integral', 'brokerage', 'balance', 'pay', 'wechat', 'marketing']

/** Groups of settings that only areas to come read: not shown until those are there, but stored all the same. */
export const groupsToCome: ReadonlySet<string> = new Set(names)

/** Settings of groups that are shown already, which only parts to come read: those of cloud printers. */
export const settingsToCome: ReadonlySet<string> = new Set([
  ...['ylyprint_status', 'ylyprint_auto_status', 'app_id', 'app_secret', 'machine_code', 'machine_msign'],
])
