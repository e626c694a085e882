import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkMapKey } from './map.ts'

/** Starts a local fake of the map service that knows one key. */
async function openFakeMap() {
  const heard: { path: string; referer: string | undefined }[] = []
  const replies = new Map([
    ['known', '{"status":0,"message":"Success","result":{}}'],
    ['browser-only', '{"status":199,"message":"此key未开启webservice功能"}'],
    ['strange', '[]'],
    ['broken', '<html>'],
  ])
  const server = createServer(({ url = '', headers }, response) => {
    const { searchParams } = new URL(url, 'http://fake')
    heard.push({ path: url, referer: headers.referer })
    response.end(replies.get(searchParams.get('key') ?? '') ?? '{"status":311,"message":"key格式错误"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

test('a key is known where the map service knows it, also one for browsers alone', async () => {
  const { base, heard } = await openFakeMap()
  const check = (key: string) => checkMapKey(key, { site: 'https://shop.example.com', base, allowPrivate: true })
  expect(await check('known')).toMatchObject({ isKnown: true })
  expect(await check('browser-only')).toMatchObject({ isKnown: true })
  expect(await check('a&b=c')).toEqual({ isKnown: false, message: 'key格式错误' })
  expect(heard[0]?.referer).toBe('https://shop.example.com')
  expect(heard[2]?.path).toContain('key=a%26b%3Dc')
})

test("a map service that cannot be reached, or answers something else, is its fault and not the key's", async () => {
  const { base } = await openFakeMap()
  for (const key of ['strange', 'broken'])
    await expect(checkMapKey(key, { site: '', base, allowPrivate: true })).rejects.toMatchObject({ status: 502 })
  await expect(checkMapKey('known', { site: '', base })).rejects.toMatchObject({ status: 502 })
})
