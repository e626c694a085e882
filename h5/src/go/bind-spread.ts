import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { CallError } from '../api/call.ts'
import { write } from '../api/write.ts'

/** Binds the buyer to whoever recommended the shop; a refusal is not shown, as the buyer asked for nothing. */
export async function bindSpread(spreadPid: number): Promise<void> {
  try {
    await write(frontPromoter.bind, { body: { spreadPid } })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
