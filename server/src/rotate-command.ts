import { copyFile, rename } from 'node:fs/promises'
import pg from 'pg'
import { type Config, ConfigError } from './config.ts'
import { refuseOthers } from './platform/data/backup.ts'
import { BackupError } from './platform/data/backup-file.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/data/embedded-postgres.ts'
import { reseal } from './platform/security/reseal.ts'
import { keyFile, makeSecrets, openSecrets, readKey } from './platform/security/secrets.ts'

/** What a change of the key did. */
export type Rotation = {
  /** Texts that are sealed by the new key now. */
  sealed: number
  /** Texts that the old key did not open, as before. */
  unreadable: number
  keyId: string
  /** Where the old key is kept for old backups; undefined where the keys are the environment's. */
  oldKey: string | undefined
}

/**
 * Gives a shop a new key: every text that the old one sealed is sealed anew, in one transaction, and recovery codes, of
 * which only keyed digests are stored, end. No server may run. Cut short, it is to be run again: the new key waits beside
 * the old one until it has taken its place (SEC-60).
 * @throws {ConfigError|BackupError} with what to do; then nothing has changed
 */
export async function rotateKey(config: Config): Promise<Rotation> {
  const { databaseUrl, dataFolder, secretKey, nextSecretKey } = config
  if (secretKey && !nextSecretKey)
    throw new ConfigError('请用 APP_SECRET_KEY_NEXT 写明新的密钥，如 openssl rand -hex 32')
  if (!databaseUrl && (await findRunningPostgres(dataFolder)))
    throw new BackupError(`服务器正在使用数据文件夹 ${dataFolder}：请先停止它，再更换密钥。`)
  const file = keyFile(dataFolder)
  const from = await openSecrets(config)
  const to = makeSecrets((secretKey && nextSecretKey) || (await readKey(`${file}.next`)))
  const database = databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ folder: dataFolder })
  try {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await refuseOthers(client, '更换密钥')
      const done = await reseal(client, from, to)
      const oldKey = secretKey ? undefined : `${file}.${from.keyId}`
      if (oldKey) {
        await copyFile(file, oldKey)
        await rename(`${file}.next`, file)
      }
      return { ...done, keyId: to.keyId, oldKey }
    } finally {
      await client.end()
    }
  } finally {
    await database.stop()
  }
}
