import type { ModalFuncProps } from 'antd'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { FeedbackHost } from './feedback-host.tsx'

/**
 * Messages, notifications and dialogs for all code, inside and outside components. Their renderer loads on first use,
 * which keeps it out of the sign-in page, and stays below the theme's provider.
 */
export const useFeedback = create<{ wanted: boolean; host?: FeedbackHost }>(() => ({ wanted: false }))

function host(): Promise<FeedbackHost> {
  useFeedback.setState({ wanted: true })
  const present = useFeedback.getState().host
  if (present) return Promise.resolve(present)
  return new Promise((resolve) => {
    const stop = useFeedback.subscribe(({ host: arrived }) => {
      if (!arrived) return
      stop()
      resolve(arrived)
    })
  })
}

/** Loads the renderer ahead of time: an unreachable server must be reported without its help. */
export function prepareFeedback() {
  useFeedback.setState({ wanted: true })
}

/** Shown for 3 s. */
export async function showSuccess(text: string) {
  ;(await host()).message.success(text)
}

export async function showInfo(text: string) {
  ;(await host()).message.info(text)
}

export async function showWarning(text: string) {
  ;(await host()).message.warning(text)
}

/** An error about the page itself; failed calls use {@link showFailure}. */
export async function showError(text: string) {
  ;(await host()).message.error(text)
}

/** The notification of a failed call, for 5 s, with the request id to copy. */
export async function showFailure(text: string, requestId?: string) {
  ;(await host()).showFailure(text, requestId)
}

/** Announces something that ends what staff were doing, with one button; resolves when it is pressed. */
export async function alertOnce(notice: Pick<ModalFuncProps, 'title' | 'content' | 'okText'>): Promise<void> {
  const { modal } = await host()
  await modal.warning({ keyboard: false, ...notice })
}

/** A notice at the bottom right, for 6 s. The same key replaces the previous notice. */
export type PoppedNotice = {
  key: string
  level: 'info' | 'warn' | 'error'
  title: string
  content?: string
  /** Called on a click on it. */
  onOpen?: () => void
  onClose?: () => void
}

export async function showNotice(notice: PoppedNotice) {
  ;(await host()).showNotice(notice)
}

export async function closeNotice(key: string) {
  ;(await host()).closeNotice(key)
}

/**
 * Says what was done and offers to take it back: at the bottom, for 10 s, longer while the pointer is on it.
 * @param act takes it back; its button vanishes with the toast
 * @param until the end of a longer offer, which the button counts down to: 撤销 9:42; after the toast it is a mark in the bar
 * @param word what taking it back is called: 撤回发货
 */
export async function undo(
  text: string,
  act: () => void,
  { until, word = '撤销' }: { until?: Date; word?: string } = {},
) {
  ;(await host()).showUndo(text, act, until, word)
}

type Question = {
  title?: string
  /** Verb, number and object; then what follows from it: 关闭 3 单？买家会收到通知。 */
  content: ReactNode
  /** The act, with its size: 关闭 3 单. */
  okText: string
  /** 不 with the verb of the act if omitted: 不关闭. */
  cancelText?: string
  /** The act cannot be taken back: its button is red. */
  danger?: boolean
}

/** The questions that stand open, of each renderer. */
const asked = new WeakMap<FeedbackHost, Set<string>>()

/**
 * Asks before an act, with the warning sign.
 * @returns whether the act was chosen; closing and Esc mean no. Asked again while it stands open, as by a double press, it is
 * one question: the second asker is never answered, so the act is done once
 */
export async function confirm({ title = '提示', content, okText, cancelText, danger }: Question): Promise<boolean> {
  const shown = await host()
  const open = asked.get(shown) ?? new Set()
  asked.set(shown, open)
  const key = JSON.stringify([title, typeof content === 'string' ? content : '', okText])
  if (open.has(key)) return new Promise(() => undefined)
  open.add(key)
  const [verb] = okText.split(/ (?=\d)/)
  const red = danger && { okButtonProps: { danger } }
  const question = { title, content, okText, cancelText: cancelText ?? `不${verb}`, ...red }
  const agreed = await shown.modal.confirm({ type: 'warning', ...question })
  open.delete(key)
  return agreed
}

/**
 * Renders a dialog outside any page until it reports that it is done.
 * @param draw receives the function that closes the dialog with its result
 */
export async function openDialog<Result>(draw: (done: (result: Result) => void) => ReactNode): Promise<Result> {
  return (await host()).openDialog(draw)
}
