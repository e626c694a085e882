import { personName } from '@zhanggui/domain/staff/person-name.ts'
import type { Ctx } from '../http/context.ts'

/** Who did what a ledger or log records. */
export type Operator = { operatorType: 'buyer' | 'admin' | 'system'; operatorId: number; operatorName: string }

/** The recorded author of a change: the caller or the buyer, else the system. */
export function operatorOf({ caller, shopper }: Ctx): Operator {
  if (shopper) return { operatorType: 'buyer', operatorId: shopper.uid, operatorName: shopper.name }
  if (!caller) return { operatorType: 'system', operatorId: 0, operatorName: '系统' }
  return { operatorType: 'admin', operatorId: caller.userId, operatorName: personName(caller.name, caller.username) }
}
