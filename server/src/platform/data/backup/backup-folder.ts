import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Config } from '../../../config.ts'

/** The folder of the backups. */
export function backupFolder({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'backups')
}

/** `zhanggui-20261121-033000-1f2e.gz`, Shanghai time. */
export function newBackupName(now: Date): string {
  const [day = '', time = ''] = toWireTime(now).replaceAll(/[-:]/g, '').split(' ')
  return `zhanggui-${day}-${time}-${randomBytes(2).toString('hex')}.gz`
}
