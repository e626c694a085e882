import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { OpsUpload } from '../../file/file/file.service.ts'
import { notify } from './notification.service.ts'

/** Notifies staff that a release or a backup was uploaded: those who run it must know its origin. */
export async function notifyOpsUpload(tx: Ctx, { id, name, bytes, hash, purpose }: OpsUpload): Promise<void> {
  const title = `${tx.actor.name}上传了${purpose === 'package' ? '发布包' : '数据库备份'}`
  const content = `${name}，${formatBytes(bytes)}，SHA-256 ${hash}`
  await notify(tx, { event: 'ops.uploaded', level: 'warn', title, content, object: { type: 'file', id } })
}
