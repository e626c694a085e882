import type { RevealType } from '@zhanggui/contract/setting/reveal.ts'
import { audit } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'

/** What of an object may be revealed: the areas that mask it add it. */
export type Revealer = {
  type: RevealType
  /** The object's name in the contract, for the audit trail. */
  objectType: string
  /** The value in full and what the object is called; undefined outside the caller's data scope and for other fields. */
  find(ctx: Ctx, id: number, field: string): Promise<{ value: string; name: string; label: string } | undefined>
}
export const revealers = defineHook<Revealer>('revealers')

type Asked = { type: RevealType; id: number; field: string }

/** A masked value in full, with its entry in the audit trail. @throws 404 */
export function revealValue(ctx: Ctx, { type, id, field }: Asked): Promise<{ value: string }> {
  return inTransaction(ctx, async (tx) => {
    const revealer = tx.platform.hooks.of(revealers).find((each) => each.type === type)
    const found = await revealer?.find(tx, id, field)
    if (!revealer || !found) throw notFound()
    const { objectType } = revealer
    await audit(tx, { action: 'unmask', objectType, objectId: id, objectName: `${found.name}的${found.label}` })
    return { value: found.value }
  })
}
