import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from './setting.service.ts'

/** Whether buyers may pay with play money: by default everywhere but in production. */
export async function isSimOpen(ctx: Ctx): Promise<boolean> {
  const { pay_sim_open } = await getSettings(ctx)
  return pay_sim_open === 'auto' ? !ctx.platform.config.production : pay_sim_open === 'on'
}
