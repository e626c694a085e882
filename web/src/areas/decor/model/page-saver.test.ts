import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, FakeAnswer, lostPacket, refuse } from '../../../testing/fake-server.ts'
import { makePage, makePageInfo } from '../page.fixture.ts'
import { addComponent, setSetting } from './page-acts.ts'
import { type Conflict, RETRY_MS, SAVE_AFTER_MS, SAVE_WITHIN_MS, startSaving } from './page-saver.ts'
import { continueFrom, leavePage, openPage, pageOf, setBusy, usePageStore } from './page-store.ts'

const get = () => usePageStore.getState()
let stop: () => void = () => undefined

function begin(onConflict: (conflict: Conflict) => Promise<void> = async () => undefined) {
  openPage(makePageInfo(makePage(['titleBar'])), false)
  const saving = startSaving(onConflict)
  stop = saving.stop
  return saving
}

const good = ({ body }: { body: { id: number; version: number } }) => ({
  id: body.id,
  version: body.version + 1,
  issues: [],
  put: [],
  keptId: null,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  stop()
  leavePage()
  vi.useRealTimers()
})

describe('saving by itself', () => {
  test('sends what changed 3 seconds after the last change, and at the latest after 15', async () => {
    const saves = answer(decorPage.saveDraft, good)
    begin()
    addComponent('video')
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1)
    expect(saves).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(saves).toHaveLength(1)
    expect(saves[0]?.body).toMatchObject({ id: 7, version: 3, put: [{ type: 'video' }], remove: [] })
    expect(get()).toMatchObject({ version: 4, saved: { kind: 'saved' } })
    for (let at = 0; at < SAVE_WITHIN_MS; at += 1000) {
      setSetting('pageTitle', `标题${at}`)
      await vi.advanceTimersByTimeAsync(1000)
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(saves).toHaveLength(2)
    expect(saves[1]?.body).toMatchObject({ version: 4, put: [], settings: { pageTitle: '标题14000' } })
  })

  test('waits while something is dragged', async () => {
    const saves = answer(decorPage.saveDraft, good)
    begin()
    addComponent('video')
    setBusy(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saves).toHaveLength(0)
    setBusy(false)
    await vi.advanceTimersByTimeAsync(600)
    expect(saves).toHaveLength(1)
  })

  test('what had no answer is sent again as it was, with its key, before anything newer', async () => {
    let isLost = true
    const saves = answer(decorPage.saveDraft, (request) => (isLost ? lostPacket() : good(request)))
    const { save } = begin()
    setSetting('pageTitle', '一')
    expect(await save()).toBe(false)
    expect(get().saved.kind).toBe('offline')
    setSetting('pageTitle', '二')
    isLost = false
    await vi.advanceTimersByTimeAsync(RETRY_MS[0] ?? 0)
    await vi.advanceTimersByTimeAsync(0)
    const keys = saves.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(saves.map(({ body }) => (body.settings as { pageTitle: string }).pageTitle)).toEqual(['一', '一', '二'])
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
    expect(get()).toMatchObject({ version: 5, saved: { kind: 'saved' } })
  })

  test('asking twice saves once', async () => {
    const saves = answer(decorPage.saveDraft, good)
    const { save } = begin()
    setSetting('pageTitle', '一')
    expect(await Promise.all([save(), save()])).toEqual([true, true])
    expect(saves).toHaveLength(1)
  })

  test('a refusal says why and is not repeated by itself', async () => {
    const saves = answer(decorPage.saveDraft, refuse(413, 'TOO_LARGE', '页面内容过大（上限1MB）'))
    const { save } = begin()
    setSetting('pageTitle', '一')
    expect(await save()).toBe(false)
    expect(get().saved).toEqual({ kind: 'failed', reason: '页面内容过大（上限1MB）' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(saves).toHaveLength(1)
  })

  test('somebody else’s save is decided before anything more is sent', async () => {
    const theirs = makePageInfo(makePage(['titleBar', 'spacer']), { version: 9 })
    let isTaken = true
    const saves = answer(decorPage.saveDraft, (request) =>
      isTaken
        ? new FakeAnswer(409, {
            status: 409,
            code: 'VERSION_CONFLICT',
            message: '已被修改',
            current: theirs,
            changedBy: '许北',
          })
        : good(request),
    )
    const decided = vi.fn(async ({ current }: Conflict) => {
      isTaken = false
      continueFrom(pageOf(current), current.version, { ...pageOf(current), settings: { pageTitle: '一' } })
    })
    const { save } = begin(decided)
    setSetting('pageTitle', '一')
    expect(await save()).toBe(false)
    expect(decided.mock.calls[0]?.[0]).toMatchObject({ by: '许北' })
    expect(await save()).toBe(true)
    expect(saves.at(-1)?.body).toMatchObject({ version: 9, settings: { pageTitle: '一' }, put: [], remove: [] })
  })
})
