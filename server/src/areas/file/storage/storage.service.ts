import { join } from 'node:path'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type FileProvider, fileProviderNames } from '@zhanggui/domain/file/file-type.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import { openLocalStorage } from '../../../platform/outside/storage/local-storage.ts'
import { openQiniuStorage, type QiniuStorage } from '../../../platform/outside/storage/qiniu-storage.ts'
import { openS3Storage } from '../../../platform/outside/storage/s3-storage.ts'
import { probe, type Storage, StorageError } from '../../../platform/outside/storage/storage.ts'
import { readStored, type SettingSource } from '../../setting/setting/setting.service.ts'

/** Prefixes of the settings of each cloud. */
const clouds = { 2: 'qn', 3: 'al', 4: 'tx', 5: 'jd', 6: 's3' } as const

/** The storage of files on this machine. */
export function localStorage({ platform }: Pick<Ctx, 'platform'>): Storage {
  return openLocalStorage(join(platform.config.dataFolder, 'files'))
}

/** The storage of narrower versions of pictures; they can be recreated. */
export function variantStorage({ platform }: Pick<Ctx, 'platform'>): Storage {
  return openLocalStorage(join(platform.config.dataFolder, 'variants'))
}

/**
 * The storage of a provider, according to the settings.
 * @throws 422 NOT_CONFIGURED when a setting is missing or its address is not allowed
 */
export async function storageOf(ctx: Ctx, provider: FileProvider, source?: SettingSource): Promise<Storage> {
  if (provider === 1) return localStorage(ctx)
  const options = await optionsOf(ctx, provider, source)
  if (provider === 2) return openQiniuStorage(options)
  try {
    return openS3Storage(options)
  } catch (error) {
    throw error instanceof UnsafeAddress ? new Refusal(error.message, 'NOT_CONFIGURED') : error
  }
}

/** The Qiniu bucket. @throws 422 NOT_CONFIGURED */
export async function qiniuStorage(ctx: Ctx): Promise<QiniuStorage> {
  return openQiniuStorage(await optionsOf(ctx, 2))
}

async function optionsOf(ctx: Ctx, provider: keyof typeof clouds, source?: SettingSource) {
  const { values, secret } = source ?? (await readStored(ctx))
  const prefix = clouds[provider]
  const options = {
    endpoint: values[`${prefix}_endpoint`],
    region: values[`${prefix}_region`],
    bucket: values[`${prefix}_bucket`],
    publicUrl: values[`${prefix}_public_url`],
    isPrivate: values[`${prefix}_private`],
    accessKey: (await secret(`${prefix}_access_key`)) ?? '',
    secretKey: (await secret(`${prefix}_secret_key`)) ?? '',
    allowPrivate: values.private_network_allowed,
    pathStyle: provider === 6 && values.s3_path_style,
    now: ctx.now,
  }
  const { bucket, accessKey, secretKey, endpoint, publicUrl } = options
  // Qiniu's hosts follow from the region, but files are read from the bucket's own domain.
  if (!bucket || !accessKey || !secretKey || !(provider === 2 ? publicUrl : endpoint)) {
    const name = provider === 2 ? '七牛云' : fileProviderNames[provider]
    throw new Refusal(`未配置${name}`, 'NOT_CONFIGURED')
  }
  return options
}

/** Tests the storage of the settings: writes, reads and deletes an object. */
export async function testStorage(ctx: Ctx, source: SettingSource): Promise<{ ok: boolean; message: string }> {
  try {
    const fault = await probe(await storageOf(ctx, source.values.uploadType, source))
    return { ok: !fault, message: fault ?? '连接成功，写入、读取、删除均正常' }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message }
    throw error
  }
}

/**
 * Converts a refusal of the cloud into an answer.
 * @throws 502 with the cloud's message
 */
export async function asUpstream<Result>(provider: FileProvider, work: Promise<Result>): Promise<Result> {
  if (provider === 1) return work
  return work.catch((error: Error) => {
    const reason = error instanceof StorageError || error instanceof UnsafeAddress ? `，${error.message}` : ''
    throw new HttpError(502, 'UPSTREAM', `第三方服务异常：${fileProviderNames[provider]}${reason}`)
  })
}
