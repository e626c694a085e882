import { type SettingTest, settingTests } from '@zhanggui/contract/setting/setting.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { testStorage } from '../../file/storage/storage.service.ts'
import { testMail } from '../../message/mail/mail.service.ts'
import { testSms } from '../../message/sms/sms.service.ts'
import { testLogistics } from '../express/express-provider.service.ts'
import { readUnsaved, type SettingSource } from './setting.service.ts'

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
