import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { MediaUpload } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { fileTypeFromBuffer } from 'file-type'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { callWechat } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { uploadFiles } from '../../file/file/file.service.ts'
import { getContent } from '../../file/file/file-content.service.ts'
import { fileKeysIn, useFiles } from '../../file/file/file-ref.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { voiceSeconds } from './voice-seconds.ts'
import * as materials from './wechat-material.repository.ts'

const OBJECT = 'wechat-material'
const MB = 1024 ** 2
const MAX_SECONDS = 60

/** What the platform keeps, by what it is called there. */
const kinds = {
  image: { title: '图片', bytes: 10 * MB, types: ['image/png', 'image/jpeg', 'image/gif'], known: 'PNG、JPG、GIF' },
  voice: { title: '语音', bytes: 2 * MB, types: ['audio/mpeg', 'audio/amr'], known: 'MP3、AMR' },
} as const

export type StoredMedia = { mediaId: string; url: string; name: string }

/**
 * Uploads a file to the official account for good: an uploaded one, of which the shop keeps a copy, or one of its own. The same
 * content is uploaded once.
 * @throws 400 without a file, 404, 413, 415; 422 for a voice of more than a minute; 422, 429, 502, 504 from the platform
 */
export async function uploadMaterial(
  ctx: Ctx,
  { type, url = '' }: MediaUpload,
  [file]: readonly ReceivedFile[],
): Promise<StoredMedia> {
  if (!file && !url) throw badFields([{ field: 'file', message: '请选择要上传的文件' }])
  const content = file ? await readFile(file.path) : await readOwn(ctx, url)
  const mime = await requireKind(type, content)
  const account = await getWechatAccount(ctx, 'wechat')
  const { appid } = account
  const hash = createHash('sha256').update(content).digest('hex')
  const known = await materials.findSame(ctx, { appid, type, hash })
  if (known) return describe(ctx, known)
  const media = await readMedia(ctx)
  const address = file ? ((await uploadFiles(ctx, [file], {})).files[0]?.url ?? '') : url
  const name = file?.name ?? address.split('/').at(-1) ?? ''
  const sent = { media: { name: named(name, mime), mime, content } }
  const path = `/cgi-bin/material/add_material?type=${type}`
  const answer = await callWechat(account, path, {}, sent, { isRepeatable: 'busy' }).catch(refuseWechat)
  const mediaId = answer.media_id
  if (typeof mediaId !== 'string' || !mediaId) throw new HttpError(502, 'UPSTREAM', '微信没有返回素材编号，请稍后再试')
  const draft = { appid, type, hash, mediaId, url: media.toStored(address), name }
  const stored = await inTransaction(ctx, async (tx) => {
    const row = await materials.insert(tx, draft)
    if (!row) return materials.findSame(tx, draft)
    const title = `公众号素材「${name.slice(0, 90)}」`
    await useFiles(tx, { type: OBJECT, id: row.id, field: 'url', title }, row.url)
    await audit(tx, { action: 'create', objectType: OBJECT, objectId: row.id, objectName: name })
    return row
  })
  return describe(ctx, stored ?? draft)
}

/** A file that the account keeps. @throws 422 for any other */
export async function requireMaterial(ctx: Ctx, mediaId: string, type: 'image' | 'voice'): Promise<materials.Material> {
  const found = await materials.findByMedia(ctx, mediaId)
  if (found?.type !== type) throw new Refusal(`${kinds[type].title}素材不存在，请重新上传`)
  return found
}

async function describe(ctx: Ctx, { mediaId, url, name }: StoredMedia): Promise<StoredMedia> {
  return { mediaId, url: (await readMedia(ctx)).toWire(url), name }
}

/** The content of a file of ours, wherever it is stored. @throws 404; 422 for another address */
async function readOwn(ctx: Ctx, url: string): Promise<Buffer> {
  const [key = ''] = fileKeysIn(url)
  const [scope = '', year = '', month = '', day = '', name = ''] = key.split('/')
  if (scope !== 'public') throw new Refusal('请上传文件，或从素材库选择')
  const { open } = await getContent(ctx, { params: { scope, year, month, day, name }, query: {} })
  return Buffer.concat(await (await open()).toArray())
}

async function requireKind(type: MediaUpload['type'], content: Buffer): Promise<string> {
  const { title, bytes, types, known } = kinds[type]
  if (content.length > bytes)
    throw new HttpError(413, 'TOO_LARGE', `${title}不能超过 ${bytes / MB} MB，当前为 ${formatBytes(content.length)}`)
  const mime = (await fileTypeFromBuffer(content))?.mime ?? ''
  if (!types.some((each) => each === mime))
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', `公众号只接受 ${known} 格式的${title}`)
  const seconds = type === 'voice' ? await voiceSeconds(content) : 0
  if (seconds === undefined) throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', '读不出语音的时长，请换一个文件')
  if (seconds > MAX_SECONDS) throw new Refusal(`语音不能超过${MAX_SECONDS}秒，当前为${Math.ceil(seconds)}秒`)
  return mime
}

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/amr': 'amr',
}

/** The platform judges a file by the ending of its name. */
const named = (name: string, mime: string) => `${name.replace(/\.[a-z0-9]+$/i, '') || 'media'}.${endings[mime]}`
