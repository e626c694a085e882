import { decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { diffPages } from '@zhanggui/page-kit/diff.ts'
import { mergePages } from '@zhanggui/page-kit/merge.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useSession } from '../../../../api/session.ts'
import { write } from '../../../../api/write.ts'
import { showSuccess } from '../../../../kit/feedback/feedback.ts'
import { dropDraft, findDrafts, keepDraft, type LocalDraft, removeDraft } from '../../model/page-drafts.ts'
import { type Conflict, startSaving } from '../../model/page-saver.ts'
import {
  continueFrom,
  isDirty,
  leavePage,
  openPage,
  pageOf,
  setEditors,
  setIssues,
  usePageStore,
} from '../../model/page-store.ts'
import { askAboutMerge } from './merge-dialog.tsx'

const KEEP_MS = 1000
const BEAT_MS = 30_000

const get = () => usePageStore.getState()

/** Opens a page in the designer, saves it by itself, keeps it in this browser, and says who else has it open. */
export function usePageSession(info: PageInfo | undefined, readOnly: boolean) {
  const user = useSession((session) => session.user?.id)
  const name = useSession((session) => session.user?.name)
  const saver = useRef<ReturnType<typeof startSaving>>(undefined)
  const [left, setLeft] = useState<readonly LocalDraft[]>([])
  const id = info?.id

  const decide = useEffectEvent(async ({ current, by }: Conflict) => {
    const theirs = pageOf(current)
    const { acked: base, history } = get()
    const mine = history.present
    const merged = mergePages(base, mine, theirs)
    if (!merged.conflicts.length && diffPages(mine, merged.page).length === 0) {
      // They made what is here, too.
      continueFrom(theirs, current.version, merged.page)
      return
    }
    const decision = await askAboutMerge({ base, mine, theirs }, by)
    if (decision.kind === 'merge') continueFrom(theirs, current.version, decision.page)
    else if (decision.kind === 'discard') continueFrom(theirs, current.version, theirs)
    else await overwrite(current.version)
    saver.current?.save()
  })

  async function overwrite(version: number) {
    const { id: page, history } = get()
    const { settings, share, value } = history.present
    try {
      const answer = await write(decorPage.update, {
        body: { id: page, version, settings, share, value, overwrite: true } as never,
      })
      continueFrom(history.present, answer.version, history.present)
      showSuccess('已覆盖保存，对方的内容留作一个版本')
    } catch (error) {
      const current =
        error instanceof CallError && error.status === 409 ? (error.body as { current?: PageInfo }).current : undefined
      if (current) await decide({ current, by: (error as CallError).changedBy })
      else reactToError(error)
    }
  }

  const begin = useEffectEvent(() => {
    if (!info) return undefined
    openPage(info, readOnly)
    validate()
    if (readOnly || user === undefined) return leavePage
    const saving = startSaving((conflict) => decide(conflict))
    saver.current = saving
    findDrafts(info.id, user, serverNow()).then(setLeft)
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const { acked, history, version, saved } = get()
      if (isDirty({ acked, history }))
        keepDraft(info.id, { user, version, acked, draft: history.present, at: toWireTime(serverNow()) })
      else if (saved.kind === 'saved') dropDraft(info.id)
    }
    const unsubscribe = usePageStore.subscribe((now, before) => {
      if (now.history.present === before.history.present && now.acked === before.acked) return
      clearTimeout(timer)
      timer = setTimeout(keep, KEEP_MS)
    })
    const hide = () => keep()
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pagehide', hide)
      saving.stop()
      leavePage()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => begin(), [id, readOnly])

  /** What only the server knows of the page: objects that are gone, pictures that are heavy. */
  async function validate() {
    if (!info) return
    try {
      const { issues } = await call(decorPage.validate, { body: { id: info.id }, silent: true })
      if (get().id === info.id) setIssues(issues as Issue[])
    } catch {
      // The next save says it, too.
    }
  }

  const beat = useEffectEvent(async () => {
    const { sessionKey } = get()
    if (id === undefined || !sessionKey) return
    try {
      const { editors } = await call(decorPage.heartbeat, { body: { id, sessionKey }, silent: true })
      setEditors(editors.map((editor) => editor.name).filter((each) => each !== name))
    } catch {
      // Whether others are there is not worth a message.
    }
  })
  useEffect(() => {
    if (id === undefined || readOnly) return
    beat()
    const timer = setInterval(() => beat(), BEAT_MS)
    return () => clearInterval(timer)
  }, [id, readOnly])

  /** The latest of those that would change something; once it is decided, the next. */
  const offered = left.find(({ draft }) => diffPages(get().acked, draft).length)
  function decided({ key }: LocalDraft) {
    removeDraft(key)
    setLeft(left.filter((each) => each.key !== key))
  }

  return {
    save: () => saver.current?.save() ?? Promise.resolve(true),
    /** What another window, or this one before a crash, left unsaved. */
    offered,
    restore() {
      if (!offered) return
      const { acked, history } = get()
      const { page, conflicts } = mergePages(offered.acked, offered.draft, history.present)
      decided(offered)
      if (!conflicts.length) return void continueFrom(acked, get().version, page)
      askAboutMerge({ base: offered.acked, mine: offered.draft, theirs: history.present }, undefined).then(
        (decision) => {
          if (decision.kind === 'merge') continueFrom(acked, get().version, decision.page)
          else if (decision.kind === 'overwrite') continueFrom(acked, get().version, offered.draft)
        },
      )
    },
    drop() {
      if (offered) decided(offered)
    },
  }
}
