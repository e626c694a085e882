import type {
  AgreementDraft,
  AgreementInfo,
  AgreementVersion,
  agreement,
  AgreementRow as WireRow,
} from '@zhanggui/contract/decor/agreement.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { type AgreementKey, MAX_AGREEMENT_BYTES } from '@zhanggui/domain/decor/agreement.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { parseWireTime, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import * as agreements from './agreement.repository.ts'

const OBJECT = 'agreement'
const WHAT = '协议'
const MAY_PUBLISH = 'admin:agreement:publish'

type Publication = Pick<AgreementDraft, 'publish' | 'effectiveTime' | 'note'>
type Typed = { title: string; content: string; requireConsent: boolean }

/** The agreements in their order. */
export async function listAgreements(ctx: Ctx) {
  const list: WireRow[] = (await agreements.listAll(ctx)).map(describe)
  return { list }
}

/** An agreement as it is being written. @throws 404 */
export async function getAgreement(ctx: Ctx, key: AgreementKey): Promise<AgreementInfo> {
  const row = (await agreements.listAll(ctx)).find((each) => each.key === key)
  if (!row) throw notFound(WHAT)
  return { ...describe(row), content: (await readMedia(ctx)).toWireHtml(row.content) }
}

function describe(row: agreements.ListedAgreement): WireRow {
  const { id, version, key, title, publishedNo, requireConsent, effectiveTime, updateName, updatedAt, isSame } = row
  return {
    id,
    version,
    key,
    title,
    status: publishedNo === null ? 'draft' : 'published',
    changed: publishedNo !== null && !isSame,
    no: publishedNo,
    requireConsent,
    effectiveTime: wireTime(effectiveTime),
    updateBy: updateName,
    updateTime: toWireTime(updatedAt),
  }
}

/** A page of what was published of an agreement, newest first. */
export async function listVersions(ctx: Ctx, { query: { key, ...left } }: RouteInput<typeof agreement.versions>) {
  const paging = readPage(left)
  const media = await readMedia(ctx)
  const live = await agreements.findLive(ctx, key)
  const { rows, total } = await agreements.listVersions(ctx, key, paging)
  const list = rows.map(
    ({ no, title, content, requireConsent, effectiveTime, note, createdAt, ...row }): AgreementVersion => {
      return {
        no,
        title,
        content: media.toWireHtml(content),
        requireConsent,
        effectiveTime: toWireTime(effectiveTime),
        note,
        createBy: row.createName,
        createTime: toWireTime(createdAt),
        live: live?.no === no,
        consents: row.consents,
      }
    },
  )
  return { list, total, page: paging.page, limit: paging.limit }
}

/**
 * Stores an agreement as it is being written; published, it is a version that buyers read from its time on.
 * @throws 400 for a text that is empty or too long; 403 to publish without the right; 404; 409 for another version
 */
export function saveAgreement(
  ctx: Ctx,
  { key, version, title, content, requireConsent, ...publication }: AgreementDraft,
) {
  return storing(ctx, key, version, publication, async (tx, row) => ({
    title,
    content: (await readMedia(tx)).toStoredHtml(readContent(content)),
    requireConsent: requireConsent ?? row.requireConsent,
  }))
}

/** Writes what an agreement was in an earlier version; published, as a version of its own. @throws as {@link saveAgreement} */
export function rollBack(
  ctx: Ctx,
  { key, version, no, ...publication }: RouteInput<typeof agreement.rollback>['body'],
) {
  return storing(ctx, key, version, publication, async (tx) => {
    const former = await agreements.findVersion(tx, key, no)
    if (!former) throw notFound('版本')
    return { title: former.title, content: former.content, requireConsent: former.requireConsent }
  })
}

function storing(
  ctx: Ctx,
  key: AgreementKey,
  version: number | undefined,
  { publish = false, effectiveTime, note = '' }: Publication,
  read: (tx: Ctx, row: agreements.AgreementRow) => Promise<Typed>,
) {
  if (publish && !holds(ctx.actor, MAY_PUBLISH)) throw forbidden(MAY_PUBLISH)
  const effectiveAt = readTime(ctx, effectiveTime)
  return inTransaction(ctx, async (tx) => {
    const row = await agreements.lock(tx, key)
    if (!row) throw notFound(WHAT)
    const before = await getAgreement(tx, key)
    const typed = await read(tx, row)
    const no = publish ? (row.publishedNo ?? 0) + 1 : row.publishedNo
    const saved = await agreements.update(tx, row.id, version, { ...typed, publishedNo: no })
    if (!saved) throw versionConflict(before)
    if (publish && no !== null) {
      const made = { key, no, note, createdBy: tx.actor.userId, createdAt: tx.now() }
      await agreements.insertVersion(tx, { ...typed, ...made, effectiveTime: effectiveAt ?? tx.now() })
    }
    const owner = { type: OBJECT, id: row.id, title: `协议「${typed.title}」` }
    await useFiles(tx, { ...owner, field: 'content' }, typed.content)
    // What was published stays readable, whatever becomes of the draft.
    if (publish) await useFiles(tx, { ...owner, field: `v${no}` }, typed.content)
    const after = await getAgreement(tx, key)
    await audit(tx, {
      ...(publish && { action: 'publish' as const }),
      objectId: row.id,
      objectName: typed.title,
      before,
      after,
    })
    return { ...saved, no }
  })
}

/** Cleaned text. @throws 400 for one that shows nothing, or is too long */
function readContent(typed: string): string {
  const content = cleanRichHtml(typed).trim()
  if (!content.replace(/<(?!img|video)[^>]*>|&nbsp;|\s/g, '')) throw new BadInput('请输入协议内容', 'content')
  if (Buffer.byteLength(content) > MAX_AGREEMENT_BYTES)
    throw new BadInput(`协议内容不能超过${MAX_AGREEMENT_BYTES / 1024}KB，请缩短`, 'content')
  return content
}

function readTime({ now }: Ctx, typed: string | undefined): Date | undefined {
  if (!typed) return undefined
  const at = parseWireTime(typed)
  if (!at) throw new BadInput('生效时间格式不正确', 'effectiveTime')
  if (at < now()) throw new BadInput('生效时间不能早于现在', 'effectiveTime')
  return at
}
