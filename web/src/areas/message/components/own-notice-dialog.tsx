import { notice, type OwnNotice } from '@zhanggui/contract/message/notice.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { refreshCounts } from '../../../api/live.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useReadOnly } from '../../../kit/access/can.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { RichHtml } from '../../../kit/text/rich-html.tsx'
import styles from './notice.module.css'

/** An announcement as its recipients read it; opening it marks it as read. */
export function OwnNoticeDialog({ notice: shown, onClose }: { notice: OwnNotice; onClose: () => void }) {
  const { mutate } = useWrite(notice.read, { onSuccess: refreshCounts })
  const mayMark = useReadOnly(notice.read) === undefined
  const { id, read } = shown
  useEffect(() => {
    if (!read && mayMark) mutate({ params: { id } })
  }, [id, read, mayMark, mutate])
  return (
    <Dialog title={shown.title} width={720} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <NoticeText {...shown} />
    </Dialog>
  )
}

/** The text of an announcement, with its time of publication. */
export function NoticeText({ content, publishTime }: Pick<OwnNotice, 'content' | 'publishTime'>) {
  return (
    <article className={styles.notice}>
      {publishTime && <time>发布于 {publishTime}</time>}
      <RichHtml html={content} />
    </article>
  )
}
