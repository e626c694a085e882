import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { LARGE_BYTES, PART_BYTES, upload } from '@zhanggui/contract/file/upload.ts'
import { beforeEach, expect, test } from 'vitest'
import { answer, fakeServer, lostPacket, refuse } from '../testing/fake-server.ts'
import { uploadFile } from './upload-file.ts'

const stored = { id: 7, url: '/file/public/2026/01/02/a.mp4' } as FileRow
const film = new File([new Uint8Array(LARGE_BYTES + 10)], '开店.mp4', { lastModified: 1_760_000_000_000 })
const begun = {
  id: '00000000-0000-4000-8000-000000000000',
  name: film.name,
  bytes: film.size,
  parts: 5,
  expireTime: '',
}

beforeEach(() => {
  fakeServer()
})

test('a file of 20 MB is sent in one piece, a larger one in parts of 5 MB', async () => {
  const whole = answer(file.upload, { files: [stored] })
  const asked = answer(upload.begin, { ...begun, received: [] })
  const parts = answer(upload.add, {})
  answer(upload.finish, stored)
  expect(await uploadFile(new File([new Uint8Array(LARGE_BYTES)], 'a.mp4'))).toEqual(stored)
  expect([whole.length, asked.length]).toEqual([1, 0])
  const shares: number[] = []
  expect(await uploadFile(film, { onProgress: (share) => shares.push(share) })).toEqual(stored)
  expect(asked[0]?.body).toEqual({ name: '开店.mp4', bytes: film.size, mark: '1760000000000' })
  expect(parts.map(({ params }) => Number(params.index))).toEqual([0, 1, 2, 3, 4])
  expect(shares[0]).toBe(0)
})

test('only missing parts are sent, again where the network failed, and confirmed once more where the response was lost', async () => {
  answer(upload.begin, { ...begun, received: [0, 1, 3] })
  let tries = 0
  const parts = answer(upload.add, () => {
    tries++
    return tries === 1 ? lostPacket() : tries === 2 ? refuse(429, 'RATE_LIMITED', '操作过于频繁') : {}
  })
  let finishes = 0
  answer(upload.finish, () => (++finishes === 1 ? refuse(409, 'STATE_CONFLICT', '文件正在处理，请稍候') : stored))
  const shares: number[] = []
  expect(await uploadFile(film, { onProgress: (share) => shares.push(share) })).toEqual(stored)
  expect(parts.map(({ params }) => Number(params.index))).toEqual([2, 2, 2, 4])
  expect(shares[0]).toBeCloseTo((3 * PART_BYTES) / film.size, 5)
  expect(finishes).toBe(2)
})

test('refused parts are not retried; a cancelled upload stops', async () => {
  answer(upload.begin, refuse(413, 'TOO_LARGE', '最大允许上传 20 MB文件'))
  await expect(uploadFile(film)).rejects.toThrow('最大允许上传 20 MB文件')
  answer(upload.begin, { ...begun, received: [] })
  const stop = new AbortController()
  const parts = answer(upload.add, () => {
    stop.abort()
    return lostPacket()
  })
  await expect(uploadFile(film, { signal: stop.signal })).rejects.toMatchObject({ kind: 'aborted' })
  expect(parts).toHaveLength(1)
})
