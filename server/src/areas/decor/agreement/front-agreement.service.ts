import type { FrontAgreement, FrontAgreementInfo } from '@zhanggui/contract/decor/agreement.ts'
import type { AgreementKey } from '@zhanggui/domain/decor/agreement.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, stateConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import * as agreements from './agreement.repository.ts'

/** The agreements that are published, and whether the calling buyer is still to agree to them. */
export async function listFrontAgreements(ctx: Ctx): Promise<{ list: FrontAgreement[] }> {
  const live = await agreements.listLive(ctx, ctx.shopper?.uid ?? 0)
  return { list: live.map((row) => ({ ...row, effectiveTime: toWireTime(row.effectiveTime) })) }
}

/** An agreement as buyers read it now, cleaned by the allow-list of today. @throws 404 until one is published */
export async function getFrontAgreement(ctx: Ctx, key: AgreementKey): Promise<FrontAgreementInfo> {
  const live = await findLive(ctx, key)
  const { title, no, effectiveTime } = live
  const content = (await readMedia(ctx)).toWireHtml(cleanRichHtml(live.content))
  return { title, content, no, effectiveTime: toWireTime(effectiveTime) }
}

/** Notes that the calling buyer agreed. @throws 404; 409 for a version that is no longer the one to be read */
export async function consentTo(
  ctx: Ctx,
  { key, no }: { key: AgreementKey; no: number },
): Promise<Record<never, never>> {
  const live = await findLive(ctx, key)
  if (live.no !== no) throw stateConflict('协议已更新，请重新阅读后同意')
  const { uid, channel } = ctx.buyer
  await agreements.insertConsent(ctx, { uid, key, no, channel, ip: ctx.origin.ip.slice(0, 45), time: ctx.now() })
  return {}
}

async function findLive(ctx: Ctx, key: AgreementKey): Promise<agreements.VersionRow> {
  const live = await agreements.findLive(ctx, key)
  if (!live) throw new HttpError(404, 'NOT_FOUND', '协议尚未发布')
  return live
}
