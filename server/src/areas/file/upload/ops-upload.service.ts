import type { OpsUpload } from '@zhanggui/contract/work/backup.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { listPackages } from '../file/file.repository.ts'

/** As many as the page shows. */
const MAX_PACKAGES = 200

/** The uploaded release packages and backups, newest first, and whether uploads are enabled. */
export async function listOpsUploads(ctx: Ctx): Promise<{ list: OpsUpload[]; isOn: boolean }> {
  const rows = await listPackages(ctx, MAX_PACKAGES)
  const list = rows.map(({ file, createBy }): OpsUpload => {
    const { id, name, release, remark, bytes, hash, path, createdAt } = file
    const purpose = file.purpose === 'package' ? 'package' : 'backup'
    return {
      id,
      purpose,
      name,
      release,
      remark,
      bytes,
      hash,
      path,
      createBy: createBy ?? '',
      createTime: toWireTime(createdAt),
    }
  })
  return { list, isOn: ctx.platform.config.opsUploads }
}
