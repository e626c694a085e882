import { sql } from 'drizzle-orm'
import { daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { listWechatNames } from '../../wechat/wechat-user/wechat-binding.service.ts'
import * as formers from './former-account.repository.ts'

/** How long it is remembered who ended an account. */
const KEPT_DAYS = 730

const phoneName = (phone: string) => `phone:${phone}`

const digest = ({ platform }: Ctx, name: string): string => platform.secrets.digest(`ended:${name}`)

/** The keyed digests of a customer's phone and WeChat names. */
async function digestsOf(tx: Ctx, uid: number, phone: string | null): Promise<string[]> {
  const names = [...(phone ? [phoneName(phone)] : []), ...(await listWechatNames(tx, uid))]
  return names.map((name) => digest(tx, name))
}

/**
 * Remembers an account that its owner ends, before the person is forgotten.
 * @param tx a transaction that holds the lock of the customer's row
 */
export async function rememberEnded(tx: Ctx, uid: number, phone: string): Promise<void> {
  await formers.keep(tx, uid, await digestsOf(tx, uid, phone))
}

/**
 * Remembers a phone that its owner gives up for another one: otherwise a phone that is changed before the account ends would be new
 * again and again.
 * @param tx a transaction that holds the lock of the customer's row
 */
export const rememberLeft = (tx: Ctx, uid: number, phone: string): Promise<void> =>
  formers.keep(tx, uid, [digest(tx, phoneName(phone))])

/** What else follows for a customer who is recognised, in the same transaction: what their former accounts owe. */
export const formerRecognised = defineHook<(tx: Ctx, uid: number) => Promise<void>>('customers recognised')

/**
 * Recognises whoever had an account before, by what is known of the customer now: what new customers get is not theirs again,
 * limits for each buyer go on, and so does what they owe.
 * @param tx a transaction that holds the lock of the customer's row
 */
export async function recogniseFormer(tx: Ctx, uid: number, phone: string | null): Promise<void> {
  const digests = await digestsOf(tx, uid, phone)
  if (!digests.length || !(await formers.link(tx, uid, digests))) return
  for (const follow of tx.platform.hooks.of(formerRecognised)) await follow(tx, uid)
}

/** Those of many phones by which {@link recogniseFormer} would recognise a new customer. */
export async function findFormerPhones(ctx: Ctx, phones: readonly string[]): Promise<Set<string>> {
  const known = await formers.findKnown(
    ctx,
    phones.map((phone) => digest(ctx, phoneName(phone))),
  )
  return new Set(phones.filter((phone) => known.has(digest(ctx, phoneName(phone)))))
}

/** Whether a customer had an account before this one. */
export const hadAccount = formers.has

/** Clean-up of digests that are no longer needed. */
export const oldEndedIdentities = eachOf(['ended_identity'], (ctx) => sql`ended_at < ${daysAgo(ctx, KEPT_DAYS)}`)
