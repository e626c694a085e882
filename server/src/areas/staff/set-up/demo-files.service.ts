import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf } from '@zhanggui/domain/file/file-type.ts'
import sharp from 'sharp'
import type { Ctx } from '../../../platform/http/context.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { uploadFiles } from '../../file/file/file.service.ts'

/** Pictures by name: size, two gradient colours, and a pale disc on it. */
const pictures = [
  ['首页横幅.jpg', 1200, 400, '#f6d365', '#fda085'],
  ['春季新品.jpg', 800, 800, '#84fab0', '#8fd3f4'],
  ['礼盒包装.jpg', 800, 800, '#fbc2eb', '#a6c1ee'],
  ['会员日海报.png', 750, 1334, '#667eea', '#764ba2'],
  ['门店照片.webp', 1024, 768, '#d4fc79', '#96e6a1'],
] as const
const texts = [
  ['商品价目表.csv', '\uFEFF商品,规格,价格\r\n高山红茶,250克,128.00\r\n茉莉花茶,100克,58.00\r\n'],
  ['退换货说明.txt', '签收后七天内，商品完好可以退换，运费由责任方承担。\r\n'],
] as const

/** Adds some files to the demo shop. */
export async function fillDemoFiles(ctx: Ctx): Promise<void> {
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const received: ReceivedFile[] = []
    const receive = async (name: string, content: Buffer) => {
      const path = join(folder, String(received.length))
      await writeFile(path, content)
      const hash = createHash('sha256').update(content).digest('hex')
      received.push({ name, extension: extensionOf(name), path, bytes: content.length, hash })
    }
    for (const [name, text] of texts) await receive(name, Buffer.from(text))
    for (const [name, width, height, from, to] of pictures) {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <linearGradient id="a" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
        <rect width="100%" height="100%" fill="url(#a)"/>
        <circle cx="70%" cy="40%" r="${height / 4}" fill="#fff" opacity=".35"/></svg>`
      await receive(
        name,
        await sharp(Buffer.from(drawing))
          .toFormat(name.endsWith('.png') ? 'png' : 'jpeg')
          .toBuffer(),
      )
    }
    await uploadFiles(ctx, received, {})
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
