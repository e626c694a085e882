import { randomBytes } from 'node:crypto'
import { parseTime } from '@zhanggui/domain/display-time.ts'
import { type FileProvider, fileTypeOf, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { hashOfFile, secondsOf } from '../../../platform/content/file-content.ts'
import { cleanPicture, type PictureStyle } from '../../../platform/content/pictures.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, withoutTransaction } from '../../../platform/http/context.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { isKey, type Storage, sourceOfFile } from '../../../platform/outside/storage/storage.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as loose from '../storage/loose-object.repository.ts'
import { asUpstream, localStorage, storageOf, variantStorage } from '../storage/storage.service.ts'
import * as files from './file.repository.ts'
import type { FilePurpose } from './file.tables.ts'
import { cacheOf, variantKey } from './file-content.service.ts'
import { requireGroup } from './file-group.service.ts'
import { readPictureStyle } from './picture-style.service.ts'

const VARIANT_WIDTHS = [80, 200, 400, 800] as const

/** A file ready to be stored. */
type Prepared = Pick<
  files.FileDraft,
  'realName' | 'suffix' | 'type' | 'mime' | 'bytes' | 'hash' | 'width' | 'height' | 'duration'
> & {
  source: string
  thumb: { path: string; bytes: number } | undefined
}
/** How files are stored. */
export type Placing = Pick<files.FileDraft, 'groupId' | 'inLibrary' | 'release' | 'remark'> & {
  purpose: FilePurpose
  provider: FileProvider
  scope: 'public' | 'private'
  /** Shown in place of the original name. */
  name?: string | undefined
}
type StoredObject = { path: string; thumbPath: string | null }

export const fileLabels = { bytes: '大小', hash: 'SHA-256', purpose: '用途' }
/** The audited fields of a file. */
export const auditable = ({ name, bytes, hash, purpose }: files.FileDraft) => ({ name, bytes, hash, purpose })

/** @returns the rows whose objects are no longer needed: the caller removes these after the commit */
export async function removeRows(tx: Ctx, rows: files.FileRecord[]): Promise<files.FileRecord[]> {
  await files.lockContents(tx, rows)
  const gone: files.FileRecord[] = []
  for (const row of rows) {
    if (row.link === null && !(await files.isShared(tx, row.path, row.id))) gone.push(row)
    await files.remove(tx, [row.id])
    if (gone.includes(row)) await loose.note(tx, row.provider, [row.path, row.thumbPath])
    await audit(tx, { objectType: 'file', objectId: row.id, before: auditable(row), labels: fileLabels })
    await cacheOf(tx).drop(tx.db, row.path)
  }
  return gone
}

/** Removes objects whose rows are gone. Objects that cannot be removed now stay noted as loose and are retried by a job. */
export async function removeObjects(
  ctx: Ctx,
  rows: (StoredObject & { provider: number; type: number })[],
): Promise<void> {
  const variants = variantStorage(ctx)
  const local = localStorage(ctx)
  for (const { path, thumbPath, provider, type } of rows) {
    try {
      const storage = await storageOf(ctx, provider as FileProvider)
      for (const key of [path, thumbPath]) {
        if (!key) continue
        await storage.delete(key)
        if (provider !== 1 && isKey(key)) await local.delete(key)
      }
      await loose.forget(ctx, provider, [path, thumbPath])
      if (type === fileTypes.image && isKey(path))
        for (const width of VARIANT_WIDTHS) await variants.delete(variantKey(path, width))
    } catch (error) {
      ctx.log.warn({ err: error, path, provider }, 'the content of a deleted file was not removed')
    }
  }
}

/**
 * Stores files, all or none. Content that already exists is not stored again; of two callers that store the same content
 * at once, one uses the other's object.
 * @returns their ids, in the same order
 */
export async function storeFiles(ctx: Ctx, received: ReceivedFile[], placing: Placing): Promise<number[]> {
  const { name, provider, scope } = placing
  const storage = await storageOf(ctx, provider)
  const prepared: Prepared[] = []
  const style = await readPictureStyle(ctx, placing)
  for (const one of received) prepared.push(await prepare(one, placing.purpose === 'avatar', style))
  const contents = prepared.map(({ hash }) => ({ hash, provider, scope }))
  const own = new Map<string, StoredObject>()
  const used = new Set<string>()
  try {
    let ids: number[] | undefined
    while (!ids) {
      for (const one of prepared)
        if (!own.has(one.hash) && !(await files.findObject(ctx, { hash: one.hash, provider, scope })))
          own.set(one.hash, await putObject(ctx, storage, one, placing))
      ids = await inTransaction(ctx, async (tx) => {
        await requireGroup(tx, placing.groupId ?? 0)
        await files.lockContents(tx, contents)
        const stored: number[] = []
        for (const { source: _, thumb: __, ...draft } of prepared) {
          const object = (await files.findObject(tx, { hash: draft.hash, provider, scope })) ?? own.get(draft.hash)
          // It existed a moment ago: someone has deleted it meanwhile.
          if (!object) return undefined
          used.add(object.path)
          const row = { ...placing, ...draft, ...object, name: name ?? draft.realName }
          const id = await files.insert(tx, row)
          await loose.forget(tx, provider, [object.path, object.thumbPath])
          await audit(tx, { objectType: 'file', objectId: id, after: auditable(row), labels: fileLabels })
          stored.push(id)
        }
        return stored
      })
    }
    return ids
  } catch (error) {
    used.clear()
    throw error
  } finally {
    const spare = [...own.values()].filter(({ path }) => !used.has(path))
    await removeObjects(
      ctx,
      spare.map((object) => ({ ...object, provider, type: fileTypes.document })),
    )
  }
}

async function prepare(file: ReceivedFile, isClean: boolean, style: PictureStyle): Promise<Prepared> {
  const kind = fileTypeOf(file.extension)
  if (!kind) throw new Error(`.${file.extension} cannot be uploaded`)
  const { name: realName, extension: suffix, path: source } = file
  const about = { realName, suffix, source, ...kind }
  if (kind.type !== fileTypes.image) {
    const plays = kind.type === fileTypes.video || kind.type === fileTypes.audio
    const duration = plays ? await secondsOf(source) : null
    return { ...about, duration, bytes: file.bytes, hash: file.hash, thumb: undefined }
  }
  const { width, height, bytes, thumbPath, thumbBytes } = await cleanPicture(source, suffix, style)
  const thumb = isClean ? undefined : { path: thumbPath, bytes: thumbBytes }
  return { ...about, width, height, bytes, hash: await hashOfFile(source), thumb }
}

/** Stores a file, and its thumbnail, under new keys. */
async function putObject(
  ctx: Ctx,
  storage: Storage,
  file: Prepared,
  { provider, scope }: Placing,
): Promise<StoredObject> {
  const stem = `${scope}/${parseTime(ctx.now(), '{y}/{m}/{d}')}/${randomName()}`
  const path = `${stem}.${file.suffix}`
  const thumbPath = file.thumb ? `${stem}-thumb.webp` : null
  const { file_is_save: keepsCopy } = await getSettings(ctx)
  await loose.note(withoutTransaction(ctx), provider, [path, thumbPath])
  const places = provider !== 1 && keepsCopy ? [storage, localStorage(ctx)] : [storage]
  try {
    for (const place of places) {
      await asUpstream(provider, place.put(path, sourceOfFile(file.source, file.bytes, file.mime)))
      if (file.thumb && thumbPath)
        await asUpstream(provider, place.put(thumbPath, sourceOfFile(file.thumb.path, file.thumb.bytes, 'image/webp')))
    }
    return { path, thumbPath }
  } catch (error) {
    await removeObjects(ctx, [{ path, thumbPath, provider, type: fileTypes.document }])
    throw error
  }
}

/** 32 unpredictable characters. */
function randomName(): string {
  return randomBytes(16).toString('hex')
}
