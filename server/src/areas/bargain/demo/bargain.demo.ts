import type { Ctx } from '../../../platform/http/context.ts'

export async function fillBargainDemo(_: Ctx): Promise<void> {}
