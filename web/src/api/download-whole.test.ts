import { task } from '@zhanggui/contract/work/task.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { downloadWhole } from './download-whole.ts'

const content = new TextEncoder().encode('一份很长的导出文件')
const params = { id: 'x' }
let asked: (string | null)[]
let answers: (() => Response)[]

/** Sends the bytes, and breaks off at the given position. */
function streamOf(bytes: Uint8Array, breaks = false): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (!sent) controller.enqueue(bytes)
      else if (breaks) controller.error(new TypeError('network error'))
      else controller.close()
      sent = true
    },
  })
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('Range'))
    return (answers.shift() as () => Response)()
  })
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a download whose connection breaks resumes where it stopped', async () => {
  answers = [
    () => new Response(streamOf(content.slice(0, 9), true)),
    () => {
      throw new TypeError('Failed to fetch')
    },
    () => new Response(streamOf(content.slice(9)), { status: 206 }),
  ]
  const [file] = await Promise.all([downloadWhole(task.download, { params }), vi.runAllTimersAsync()])
  expect(await file.text()).toBe('一份很长的导出文件')
  expect(asked).toEqual([null, 'bytes=9-', 'bytes=9-'])
})

test('when the server restarts the file, the download restarts too', async () => {
  answers = [() => new Response(streamOf(content.slice(0, 9), true)), () => new Response(streamOf(content))]
  const [file] = await Promise.all([downloadWhole(task.download, { params }), vi.runAllTimersAsync()])
  expect(file.size).toBe(content.length)
})

test('a refusal is reported at once; a connection that never recovers is given up', async () => {
  answers = [() => Response.json({ code: 'NOT_FOUND', message: '结果文件不存在或已被删除' }, { status: 404 })]
  await expect(downloadWhole(task.download, { params })).rejects.toMatchObject({ status: 404 })
  answers = Array.from({ length: 6 }, () => () => {
    throw new TypeError('Failed to fetch')
  })
  const given = expect(downloadWhole(task.download, { params })).rejects.toMatchObject({ kind: 'network' })
  await Promise.all([given, vi.runAllTimersAsync()])
  expect(answers).toEqual([])
})
