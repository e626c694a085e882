import type { Ctx } from '../../../platform/http/context.ts'
export async function fillLiveDemo(_ctx: Ctx): Promise<void> {}
