import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from './config.ts'
import { type BackupContents, makeBackup, restoreBackup } from './platform/data/backup/backup.ts'
import { BackupError, readBackupHeader } from './platform/data/backup/backup-file.ts'
import { backupFolder, newBackupName } from './platform/data/backup/backup-folder.ts'
import { migrateDatabase } from './platform/data/connection/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/data/embedded/embedded-postgres.ts'
import { openSecrets } from './platform/security/secrets.ts'
import { openShopDatabase } from './shop-database.ts'

/**
 * Backs up the shop of a data folder, whether or not its server is running.
 * @param file the target; by default a new file in the data folder's backups
 * @throws {BackupError|ConfigError} saying what to do
 */
export async function backUp(config: Config, file?: string): Promise<BackupContents & { path: string }> {
  const path = file ? resolve(file) : join(backupFolder(config), newBackupName(new Date()))
  if (existsSync(path)) throw new BackupError(`文件 ${path} 已存在：请换一个文件名。`)
  const database = await openShopDatabase(config)
  try {
    const secrets = await openSecrets(config)
    const filesFolder = join(config.dataFolder, 'files')
    const { version } = config
    const options = { databaseUrl: database.url, secrets, version, now: new Date(), filesFolder, path }
    return { path, ...(await makeBackup(options)) }
  } finally {
    await database.stop()
  }
}

/**
 * Restores a backup into an empty data folder or database and creates the schema; no server may be running.
 * @throws {BackupError} saying what to do; nothing is restored then
 */
export async function restore(config: Config, file: string): Promise<BackupContents> {
  const path = resolve(file)
  const { keyId } = await readBackupHeader(path)
  if (!config.secretKey && !existsSync(join(config.dataFolder, 'secret.key')))
    throw new BackupError(
      `此备份由密钥 ${keyId} 加密：请先把备份时的 secret.key 放进 ${config.dataFolder}，或设置 APP_SECRET_KEY。`,
    )
  const secrets = await openSecrets(config)
  const { databaseUrl, databaseOwnerUrl = databaseUrl, dataFolder } = config
  if (!databaseUrl && (await findRunningPostgres(dataFolder)))
    throw new BackupError(`服务器正在使用数据文件夹 ${dataFolder}：请先停止它，再恢复。`)
  const database = databaseOwnerUrl
    ? { ownerUrl: databaseOwnerUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ folder: dataFolder })
  try {
    await migrateDatabase(database.ownerUrl)
    return await restoreBackup({ ownerUrl: database.ownerUrl, secrets, path, filesFolder: join(dataFolder, 'files') })
  } finally {
    await database.stop()
  }
}
