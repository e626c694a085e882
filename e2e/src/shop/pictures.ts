import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Page } from './journey.ts'

/** Makes a picture of one colour: a real PNG. */
export function paint(colour: string, size = 320): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

/** A local server of another shop's pictures. */
export type PictureServer = {
  /** The address of a picture. */
  addressOf(name: string): string
  /** Answers the requests: until it is called no picture is sent. */
  release(): void
  close(): void
}

/** Serves pictures by name once they are released. */
export async function servePictures(pictures: Readonly<Record<string, Buffer>>): Promise<PictureServer> {
  const released = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    await released.promise
    const picture = pictures[request.url?.slice(1) ?? '']
    response.writeHead(picture ? 200 : 404, { 'content-type': 'image/png' }).end(picture)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    addressOf: (name) => `http://127.0.0.1:${port}/${name}`,
    release: () => released.resolve(),
    close: () => server.close(),
  }
}

/**
 * Uploads pictures in the dialog 图片素材库 that a button opens, and selects them in their order.
 * @param pictures by file name
 */
export async function upload(page: Page, opener: Locator, pictures: Readonly<Record<string, Buffer>>) {
  await opener.click()
  const library = page.getByRole('dialog', { name: '图片素材库' })
  await expect(library.getByRole('button', { name: '上传', exact: true })).toBeEnabled()
  const files = Object.entries(pictures).map(([name, buffer]) => ({ name, mimeType: 'image/png', buffer }))
  await library.getByLabel('上传：选择文件', { exact: true }).setInputFiles(files)
  await expect(library.getByRole('status')).toHaveText(`已上传 ${files.length} 个`)
  await library.getByRole('button', { name: '确定' }).click()
  await expect(library).toBeHidden()
}
