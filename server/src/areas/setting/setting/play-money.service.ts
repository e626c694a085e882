import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from './setting.service.ts'

/** Whether buyers may pay with play money: by default in demo shops, development and tests alone. */
export async function isSimOpen(ctx: Ctx): Promise<boolean> {
  const { pay_sim_open } = await getSettings(ctx)
  return pay_sim_open === 'auto' ? ctx.platform.config.trial : pay_sim_open === 'on'
}
