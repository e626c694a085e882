import { PART_BYTES } from '@zhanggui/contract/file/upload.ts'
import {
  type FileKind,
  invoiceExtensions,
  MAX_INVOICE_BYTES,
  MAX_SHEET_BYTES,
  MAX_SOURCE_BYTES,
} from '@zhanggui/domain/file/file-type.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { extensions } from '@zhanggui/domain/setting/settings/upload.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { UploadRules } from '../../../platform/http/input/uploads.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

const KB = 1024
const MB = 1024 * KB

/**
 * The allowed extensions of these kinds of files, and their limits in bytes (docs/files-and-messages.md, Uploads).
 * @throws 428 for release packages and backups unless the server was started with OPS_UPLOADS=on
 */
export async function getUploadRules(ctx: Ctx, kinds: readonly FileKind[]): Promise<UploadRules> {
  const isOps = kinds.includes('package') || kinds.includes('backup')
  if (isOps && !ctx.platform.config.opsUploads) throw new HttpError(428, 'SWITCHED_OFF', '未开启运维上传')
  const values = await getSettings(ctx)
  return new Map(
    kinds.flatMap((kind) => {
      const { list, bytes } = rulesOf(values)[kind]
      return list.map((extension) => [extension, bytes] as const)
    }),
  )
}

function rulesOf(values: SettingValues): Record<FileKind, { list: string[]; bytes: number }> {
  return {
    image: { list: extensions(values.image_ext_str), bytes: values.image_max_size * MB },
    avatar: { list: ['jpg', 'jpeg', 'png', 'webp'], bytes: 2 * MB },
    video: { list: extensions(values.video_ext_str), bytes: values.video_max_size * MB },
    document: { list: extensions(values.file_ext_str), bytes: values.file_max_size * MB },
    certificate: { list: ['p12', 'pem'], bytes: 100 * KB },
    package: { list: ['zip', 'apk', 'ipa', 'wgt'], bytes: 500 * MB },
    part: { list: ['part'], bytes: PART_BYTES },
    backup: { list: ['gz'], bytes: 500 * MB },
    sheet: { list: ['xlsx', 'csv'], bytes: MAX_SHEET_BYTES },
    // What WeChat plays.
    voice: { list: ['mp3', 'amr'], bytes: 2 * MB },
    invoice: { list: invoiceExtensions, bytes: MAX_INVOICE_BYTES },
    source: { list: ['json', 'html', 'htm'], bytes: MAX_SOURCE_BYTES },
  }
}
