import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button, Flex, Modal, message, notification } from 'antd'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useIsPhone } from '../page/use-is-phone.ts'
import { copy } from './copy.ts'
import { type PoppedNotice, useFeedback } from './feedback.ts'
import styles from './feedback-host.module.css'
import { keepOffer, leftText, secondsTo } from './undo-offers.ts'

/** How long an act can be taken back from its toast. */
const UNDO_SECONDS = 10

type Message = ReturnType<typeof message.useMessage>[0]
type ModalCalls = ReturnType<typeof Modal.useModal>[0]

export type FeedbackHost = {
  message: Message
  modal: ModalCalls
  showFailure: (text: string, requestId?: string) => void
  showNotice: (notice: PoppedNotice) => void
  closeNotice: (key: string) => void
  showUndo: (text: string, act: () => void, until: Date | undefined, word: string) => void
  openDialog: <Result>(draw: (done: (result: Result) => void) => ReactNode) => Promise<Result>
}

/** Renders what the functions of feedback.ts request, in the theme of the provider above it. */
export default function FeedbackOutlet() {
  const [messageCalls, messageHolder] = message.useMessage()
  const [notificationCalls, notificationHolder] = notification.useNotification()
  const [modalCalls, modalHolder] = Modal.useModal()
  const [dialogs, setDialogs] = useState<readonly { key: number; body: ReactNode }[]>([])
  const opened = useRef(0)
  const phone = useIsPhone()

  useEffect(() => {
    const host: FeedbackHost = {
      message: messageCalls,
      modal: modalCalls,
      showFailure: (text, requestId) =>
        notificationCalls.error({
          // One for all calls of a page that fail alike: they would cover it.
          key: `failure ${text}`,
          title: text,
          description: requestId && <RequestNumber id={requestId} />,
          duration: 5,
          role: 'alert',
        }),
      showNotice: ({ key, level, title, content, onOpen, onClose }) =>
        notificationCalls.open({
          key,
          type: level === 'warn' ? 'warning' : level,
          title,
          description: content,
          // On phones the buttons of a dialog are at its bottom.
          placement: phone ? 'top' : 'bottomRight',
          duration: 6,
          role: 'status',
          style: { cursor: onOpen && 'pointer' },
          onClick: onOpen,
          onClose,
        }),
      closeNotice: (key) => notificationCalls.destroy(key),
      showUndo: (text, act, until, word) => {
        const key = `undo-${++opened.current}`
        let over = false
        const close = () => {
          over = true
          notificationCalls.destroy(key)
        }
        notificationCalls.open({
          key,
          className: styles.undo,
          icon: <CheckCircleOutlined className={styles.mark} />,
          title: text,
          actions: <UndoButton word={word} until={until} onEnd={close} onClick={() => [close(), act()]} />,
          placement: 'bottom',
          duration: UNDO_SECONDS,
          pauseOnHover: true,
          closable: { 'aria-label': '关闭' },
          role: 'status',
          // Over rows and sums it would be in the way for minutes.
          onClose: () => {
            if (until && !over) keepOffer({ key, text, word, until, act })
          },
        })
      },
      openDialog: (draw) =>
        new Promise((resolve) => {
          const key = ++opened.current
          const body = draw((result) => {
            setDialogs((open) => open.filter((dialog) => dialog.key !== key))
            resolve(result)
          })
          setDialogs((open) => [...open, { key, body }])
        }),
    }
    useFeedback.setState({ host })
    return () => useFeedback.setState({ host: undefined })
  }, [messageCalls, notificationCalls, modalCalls, phone])

  return (
    <>
      {messageHolder}
      {notificationHolder}
      {modalHolder}
      {dialogs.map(({ key, body }) => (
        <Fragment key={key}>{body}</Fragment>
      ))}
    </>
  )
}

type UndoButtonProps = { word: string; until: Date | undefined; onEnd: () => void; onClick: () => void }

/** 撤销, with the time that is left where it ends. */
function UndoButton({ word, until, onEnd, onClick }: UndoButtonProps) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!until) return
    const timer = setInterval(() => {
      tick()
      if (secondsTo(until) <= 0) end()
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <Button type="link" onClick={onClick}>
      {until ? `${word} ${leftText(until)}` : word}
    </Button>
  )
}

function RequestNumber({ id }: { id: string }) {
  return (
    <Flex align="center" gap={4} wrap>
      <span style={{ color: 'var(--text-2)', fontSize: 12 }}>请求编号 {id}</span>
      <Button type="text" size="small" icon={<CopyOutlined />} aria-label="复制请求编号" onClick={() => copy(id)} />
    </Flex>
  )
}
