import { copyFile, rename } from 'node:fs/promises'
import pg from 'pg'
import { type Config, ConfigError } from './config.ts'
import { refuseOthers } from './platform/data/backup/backup.ts'
import { BackupError } from './platform/data/backup/backup-file.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/data/embedded/embedded-postgres.ts'
import { reseal } from './platform/security/reseal.ts'
import { keyFile, makeSecrets, openSecrets, readKey } from './platform/security/secrets.ts'
import { requireFolder } from './shop-database.ts'

/** The result of a key rotation. */
export type Rotation = {
  /** The number of texts now sealed with the new key. */
  sealed: number
  /** The number of texts the old key could not open, left unchanged. */
  unreadable: number
  keyId: string
  /** Where the old key is kept for old backups; undefined when the keys come from the environment. */
  oldKey: string | undefined
}

/**
 * Gives a shop a new key: reseals every text of the old key in one transaction and revokes recovery codes, of which only
 * keyed digests are stored. No server may be running. If interrupted, run it again: the new key stays beside the old one
 * until it has replaced it.
 * @param lost the old key is gone: what it sealed stays unreadable and has to be entered again
 * @throws {ConfigError|BackupError} saying what to do; nothing has changed then
 */
export async function rotateKey(config: Config, { lost = false } = {}): Promise<Rotation> {
  const { databaseUrl, dataFolder, secretKey, nextSecretKey } = config
  if (secretKey && !nextSecretKey)
    throw new ConfigError('请用 APP_SECRET_KEY_NEXT 写明新的密钥，如 openssl rand -hex 32')
  requireFolder(config)
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
      if (!lost) await requireOldKey(client, from.keyId)
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

/** Resealing with a key that sealed nothing would leave every secret unreadable. */
async function requireOldKey(client: pg.Client, keyId: string): Promise<void> {
  const { rows } = await client.query<{ key: string }>('select key_id as key from sealing_key')
  const [sealing] = rows
  if (!sealing || sealing.key === keyId) return
  throw new BackupError(
    `现在的密钥（编号 ${keyId}）不是这个店铺的密钥（编号 ${sealing.key}）：请先换回原来的密钥；确已丢失的，加上 --lost 运行，之后重新填写各项密码和密钥。`,
  )
}
