import { type SettingTest, settingTests } from '@zhanggui/contract/setting/setting.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readUnsaved, type SettingSource } from './setting.service.ts'

/** Tries settings of a kind, whether stored or not. */
export type SettingTester = {
  kind: SettingTest
  test(ctx: Ctx, source: SettingSource): Promise<{ ok: boolean; message: string }>
}

/** One tester for each kind, added by the area that uses the settings. */
export const settingTesters = defineHook<SettingTester>('testers of settings')

/**
 * Tries settings before they are saved; settings not given, and blank secrets, are taken from the store.
 * @throws 403 as for saving the group, 400 for values it would refuse
 */
export async function testSettings(ctx: Ctx, kind: SettingTest, values: Record<string, unknown>) {
  const tester = ctx.platform.hooks.of(settingTesters).find((each) => each.kind === kind)
  if (!tester) throw new Error(`no area tests the settings ${kind}`)
  return tester.test(ctx, await readUnsaved(ctx, settingTests[kind], values))
}
