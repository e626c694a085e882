import type { Ctx } from '../http/context.ts'
import { StartError } from '../start-error.ts'
import { sealingKeys } from './sealing-key.tables.ts'
import { keyFile } from './secrets.ts'

/**
 * Requires the key that sealed this database's secrets. With another one, secrets would fail one by one as they are
 * used, and new ones would be sealed with a second key. The first start decides which key it is.
 * @throws {StartError} when it is another key
 */
export async function requireSealingKey({ db, now, platform }: Ctx): Promise<void> {
  const { config, secrets } = platform
  await db.insert(sealingKeys).values({ id: 1, keyId: secrets.keyId, createdAt: now() }).onConflictDoNothing()
  const [sealing] = await db.select({ keyId: sealingKeys.keyId }).from(sealingKeys)
  if (sealing?.keyId === secrets.keyId) return
  const given = config.secretKey ? 'APP_SECRET_KEY' : keyFile(config.dataFolder)
  throw new StartError(
    `${given} 不是这个店铺的密钥：数据库的密文用编号 ${sealing?.keyId} 的密钥加密，现在的编号是 ${secrets.keyId}，请换回原来的密钥（确已丢失的，运行 npm run rotate-key -- --lost）。`,
  )
}
