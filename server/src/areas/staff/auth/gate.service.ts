import type { Policy, StaffGate } from '../../../platform/http/gate.ts'
import { getUploadRules } from '../../file/upload/upload-rules.service.ts'
import { getSettings, maintenanceOf } from '../../setting/setting/setting.service.ts'
import { actorOf } from '../admin-user/actor.service.ts'
import { authenticateKey, isApiKey } from '../api-key/api-key-actor.service.ts'
import { hasAdministrator } from '../set-up/setup.service.ts'
import { authenticate, authenticateSession } from '../sign-in/session.service.ts'

/** Answers the kernel's questions before every call, from sessions and settings. */
export function makeGate(): StaffGate {
  // The last administrator cannot be deleted, so a shop that is set up stays so.
  let setUp = false
  return {
    authenticate: (ctx) => (isApiKey(ctx.origin.token) ? authenticateKey(ctx) : authenticate(ctx)),
    authenticateSession,
    actorOf,
    async isSetUp(ctx) {
      setUp ||= await hasAdministrator(ctx)
      return setUp
    },
    async policy(ctx): Promise<Policy> {
      const values = await getSettings(ctx)
      const perMinute = (max: number) => ({ max, seconds: 60 })
      return {
        strictVersion: values.strict_version,
        anonymous: perMinute(values.rate_anonymous_per_minute),
        session: perMinute(values.rate_session_per_minute),
        writes: perMinute(values.rate_writes_per_minute),
        uploads: perMinute(values.rate_uploads_per_minute),
        front: perMinute(values.rate_front_per_minute),
        buyer: perMinute(values.rate_buyer_per_minute),
        buyerWrites: perMinute(values.rate_buyer_writes_per_minute),
        provider: perMinute(values.rate_provider_per_minute),
        maintenance: maintenanceOf(values),
      }
    },
    uploadRules: getUploadRules,
  }
}
