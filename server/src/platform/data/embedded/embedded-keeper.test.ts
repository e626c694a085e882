import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DiskFull } from '../../start-error.ts'
import { keepRunning } from './embedded-keeper.ts'

/** Keeps a process that starts again as told: each entry refuses one attempt. */
function keep(refusals: Error[]) {
  const children: ChildProcess[] = []
  const begin = () => {
    const child = spawn('sleep', ['60'])
    children.push(child)
    return child
  }
  const report = vi.fn<(event: string, details: object) => void>()
  const restart = vi.fn(async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
    return begin()
  })
  const end = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit')
  }
  const { state, stop } = keepRunning(begin(), { restart, lastLines: () => ['PANIC'], report, firstPauseMs: 1 })
  onTestFinished(() => stop(end))
  return { children, report, restart, state, kill: () => children.at(-1)?.kill('SIGKILL'), stop: () => stop(end) }
}

test('a database that cannot be started again is lost after five attempts, with the reason', async () => {
  const { state, restart, report, kill } = keep(Array.from({ length: 9 }, () => new Error('no control file')))
  kill()
  expect((await state.lost).message).toBe(
    '内嵌数据库意外终止（SIGKILL），重新启动 5 次均失败，服务器退出。\nno control file',
  )
  expect(restart).toHaveBeenCalledTimes(5)
  expect(report.mock.calls[0]?.[1]).toMatchObject({ cause: 'SIGKILL', lines: ['PANIC'] })
})

test('a full disk is waited for, and told', async () => {
  const full = Array.from({ length: 9 }, () => new DiskFull('磁盘已满'))
  const { state, restart, kill } = keep(full)
  kill()
  await expect.poll(() => state.trouble).toBe('disk full')
  await expect.poll(() => restart).toHaveBeenCalledTimes(10)
  await expect.poll(() => state.trouble).toBeUndefined()
})

test('each interruption is kept with its time and cause', async () => {
  const { state, children, kill } = keep([])
  for (const runs of [2, 3]) {
    kill()
    await expect.poll(() => children).toHaveLength(runs)
  }
  expect(state.interruptions).toMatchObject([{ cause: 'SIGKILL' }, { cause: 'SIGKILL' }])
})

test('a stop is no interruption, and nothing starts after it', async () => {
  const { state, restart, children, stop } = keep([])
  await stop()
  expect(children[0]?.signalCode).toBe('SIGTERM')
  expect(state.interruptions).toEqual([])
  expect(restart).not.toHaveBeenCalled()
})
