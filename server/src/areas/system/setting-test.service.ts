import { type SettingTest, settingTests } from '@zhanggui/contract/setting.ts'
import type { Ctx } from '../../platform/context.ts'
import { testLogistics } from './express-provider.service.ts'
import { testMail } from './mail.service.ts'
import { readUnsaved, type SettingSource } from './setting.service.ts'
import { testSms } from './sms.service.ts'
import { testStorage } from './storage.service.ts'

const testers: Record<SettingTest, (ctx: Ctx, source: SettingSource) => Promise<{ ok: boolean; message: string }>> = {
  storage: testStorage,
  email: testMail,
  sms: testSms,
  express: testLogistics,
}

/**
 * Tries settings before they are saved; those not given, and secrets left blank, as they are stored.
 * @throws 403 as for saving the group, 400 for values it would not take
 */
export async function testSettings(ctx: Ctx, kind: SettingTest, values: Record<string, unknown>) {
  return testers[kind](ctx, await readUnsaved(ctx, settingTests[kind], values))
}
