import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { file } from '@zhanggui/contract/file/file.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { openShop, type Shop, type ShopOptions } from '../shop.ts'
import { liftRateLimits } from '../walk/hostile.ts'

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')
export const paint = (width = 40, height = 30, colour = '#c00') =>
  sharp({ create: { width, height, channels: 3, background: colour } })
export const png = () => paint().png().toBuffer()

/** Opens a shop with staff who have all permissions for files, without rate limits. */
export async function openStudio(options?: ShopOptions) {
  const shop = await openShop(options)
  await liftRateLimits(shop)
  return { shop, staff: await shop.signIn({ can: [file.list, file.save, file.update, file.remove, file.picture] }) }
}

/** All files in the data folder that come from uploads. */
export async function stored({ app }: Shop): Promise<string[]> {
  const names = await Promise.all(
    ['files', 'variants', 'receiving', 'uploads'].map((folder) =>
      readdir(join(app.platform.config.dataFolder, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  )
  return names.flat().flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

/** Expects so many stored files; received ones are removed right after the answer. */
export const expectStored = (shop: Shop, count: number) =>
  expect.poll(async () => (await stored(shop)).length).toBe(count)

/** Expects no row and no object, as before the first upload. */
export async function expectNothing(shop: Shop): Promise<void> {
  await expectStored(shop, 0)
  expect(await countFiles(shop)).toBe(0)
}

export async function countFiles({ ctx }: Shop): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from file`)
  return rows[0]?.n ?? -1
}

/** A PNG of any size with identical pixels: small when sent, large when unpacked. */
export function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Fetches the content of one of our addresses. */
export async function fetchBytes({ app }: Shop, url = ''): Promise<Buffer> {
  return (await app.fastify.inject({ method: 'GET', url })).rawPayload
}
