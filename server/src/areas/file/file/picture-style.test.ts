import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { frontAccount } from '@zhanggui/contract/user/front-sign-in.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { fetchBytes, openStudio, paint } from '../../../testing/files/upload-samples.ts'

async function openSettings() {
  const { shop } = await openStudio()
  const admin = await shop.signInAdmin()
  const save = async (values: Record<string, unknown>) => {
    const answer = await admin.call(setting.save, { params: { group: 'upload' }, body: { values } })
    return [answer.status, (answer.body as { message?: string }).message]
  }
  /** A plain grey picture as it is stored in the library, or outside it. */
  const put = async (picture: Promise<Buffer>, name = 'a.png', inLibrary = true): Promise<FileRow> => {
    const { status, body } = await upload(
      admin,
      file.upload,
      { [name]: await picture },
      inLibrary ? { groupId: '0' } : {},
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return body.files[0] as FileRow
  }
  /** How many pixels of each ninth of a picture are not its grey. */
  const marks = async (url: string) => {
    const { data, info } = await sharp(await fetchBytes(shop, url))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const ninths = Array.from({ length: 9 }, () => 0)
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const level = data[(y * info.width + x) * info.channels] ?? 0
        const place = Math.floor((y * 3) / info.height) * 3 + Math.floor((x * 3) / info.width)
        if (Math.abs(level - 0x80) > 8) ninths[place] = (ninths[place] ?? 0) + 1
      }
    return ninths.map((count) => count > 0)
  }
  const grey = (width: number, height: number) => paint(width, height, '#808080').png().toBuffer()
  return { shop, admin, save, put, marks, grey }
}
const only = (place: number) => Array.from({ length: 9 }, (_, at) => at === place)

test('a picture larger than the shop wants is shrunk by its longer side, a strip by its narrow one, a small one stays', async () => {
  const { save, put, grey } = await openSettings()
  const sizeOf = async (width: number, height: number) => {
    const row = await put(grey(width, height))
    return [row.width, row.height]
  }
  expect(await sizeOf(3000, 1500)).toEqual([2000, 1000])
  expect(await sizeOf(750, 6000)).toEqual([750, 6000])
  expect(await save({ image_max_edge: 800 })).toEqual([200, undefined])
  expect([await sizeOf(1200, 1600), await sizeOf(1600, 8000), await sizeOf(800, 600)]).toEqual([
    [600, 800],
    [800, 4000],
    [800, 600],
  ])
  expect((await save({ image_max_edge: 799 }))[0]).toBe(400)
})

test('a lower quality makes smaller pictures and smaller versions of them', async () => {
  const { shop, save, put } = await openSettings()
  const noise = sharp({
    create: {
      width: 500,
      height: 400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const picture = noise.jpeg({ quality: 95 }).toBuffer()
  const sizes = async (quality: number) => {
    await save({ image_quality: quality })
    const row = await put(
      quality === 95
        ? picture
        : sharp(await picture)
            .flip()
            .jpeg({ quality: 95 })
            .toBuffer(),
      'a.jpg',
    )
    return { whole: row.bytes, narrow: (await fetchBytes(shop, `${row.url}?w=400`)).length }
  }
  const [fine, coarse] = [await sizes(95), await sizes(40)]
  expect(coarse.whole).toBeLessThan(fine.whole / 2)
  expect(coarse.narrow).toBeLessThan(fine.narrow / 2)
})

test('a watermark lies where the shop wants it, fainter by its opacity, on the picture and on its narrower versions', async () => {
  const { shop, save, put, marks, grey } = await openSettings()
  expect(await save({ watermark_mode: 'text', watermark_text: ' ' })).toEqual([400, '请填写水印文字'])
  expect(await save({ watermark_mode: 'image', watermark_image: 'https://elsewhere.example/a.png' })).toEqual([
    400,
    '请从素材库选择水印图片',
  ])
  const logo = await put(paint(300, 300, '#ff0000').png().toBuffer())
  await save({
    watermark_mode: 'image',
    watermark_image: logo.url,
    watermark_place: 'northwest',
    watermark_opacity: 100,
  })
  const row = await put(grey(900, 900))
  expect(await marks(row.url)).toEqual(only(0))
  expect(await marks(`${row.url}?w=400`)).toEqual(only(0))
  const redAt = async (url: string) => {
    const { data, info } = await sharp(await fetchBytes(shop, url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data[(100 * info.width + 100) * info.channels]
  }
  expect(await redAt(row.url)).toBe(255)
  await save({ watermark_opacity: 40 })
  const faint = await redAt((await put(grey(901, 900))).url)
  // 40 parts of red over 60 parts of grey.
  expect(faint).toBeGreaterThan(170)
  expect(faint).toBeLessThan(190)
  await save({ watermark_mode: 'text', watermark_text: 'SHOP <1>', watermark_place: 'south', watermark_opacity: 100 })
  expect(await marks((await put(grey(902, 900))).url)).toEqual(only(7))
  await save({ watermark_mode: 'off' })
  expect(await marks((await put(grey(903, 900))).url)).toEqual(only(-1))
})

test('icons, moving pictures, what lies outside the library and what buyers upload bear no watermark', async () => {
  const { shop, save, put, marks, grey } = await openSettings()
  await save({ watermark_mode: 'text', watermark_text: '掌柜', watermark_place: 'centre', watermark_opacity: 100 })
  const none = only(-1)
  expect(await marks((await put(grey(200, 200))).url)).toEqual(none)
  expect(await marks((await put(grey(201, 120))).url)).not.toEqual(none)
  expect(await marks((await put(grey(600, 600), 'a.png', false)).url)).toEqual(none)
  const frames = await sharp([await grey(300, 300), await paint(300, 300, '#868686').png().toBuffer()], {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  expect(await marks((await put(Promise.resolve(frames), 'a.gif')).url)).toEqual(none)
  const { body } = await upload(await shop.buyer(), frontAccount.upload, { 'a.png': await grey(600, 600) })
  expect(await marks(body.url)).toEqual(none)
})
