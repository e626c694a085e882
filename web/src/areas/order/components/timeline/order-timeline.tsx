import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orderNote, type TimelineEntry } from '@zhanggui/contract/order/order-note.ts'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useReadOnly } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Timeline, type TimelineItem } from '../../../../kit/detail/timeline.tsx'
import { confirmDelete } from '../../../../kit/feedback/confirm-delete.ts'
import { Picture } from '../../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import type { Tone } from '../../../../kit/settings/palette.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import styles from '../detail/order-detail.module.css'

const FIRST = 8
const MAX_COMMENT = 1000
const kinds = { money: '钱', delivery: '收发货', case: '售后', note: '备注留言', order: '订单' }
const tones: Record<TimelineEntry['kind'], Tone> = {
  money: 'done',
  delivery: 'wait',
  case: 'todo',
  note: 'promo',
  order: 'idle',
}
const sources: Record<TimelineEntry['from'], string> = { channel: '', buyer: '买家', staff: '', system: '' }

type Props = { orderNo: string; version: number; mayComment: boolean; first?: number }

/** 动态: everything that happened to an order, newest first, and what staff say to each other about it. */
export function OrderTimeline({ orderNo, version, mayComment, first = FIRST }: Props) {
  const { data, error, refetch } = useQuery({
    ...read(orderNote.timeline, { query: { orderNo }, silent: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {mayComment && <CommentField orderNo={orderNo} />}
      {error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : data ? (
        <Timeline key={version} items={data.list.map(itemOf)} kinds={kinds} first={first} />
      ) : (
        <Skeleton active title={false} />
      )}
      {data?.isCut && <small className={styles.dim}>更早的动态没有列出</small>}
    </>
  )
}

function itemOf(entry: TimelineEntry): TimelineItem {
  const { key, at, kind, isBad } = entry
  return { key, at, kind, tone: isBad ? 'alert' : tones[kind], content: <Entry of={entry} /> }
}

function Entry({ of }: { of: TimelineEntry }) {
  const { what, text, from, who, amount, images, comment } = of
  const name = [sources[from], from === 'system' && who === '系统' ? '' : who].filter(Boolean).join(' ')
  if (comment) return <Comment of={of} id={comment.id} name={name} />
  return (
    <>
      {name && <b>{name} </b>}
      {what}
      {amount !== null && (
        <b className={amount < 0 ? styles.risk : styles.came}>
          {' '}
          {amount > 0 && '+'}
          {moneyText(amount)}
        </b>
      )}
      {text && <span className={styles.dim}> {text}</span>}
      {images.length > 0 && (
        <span className={styles.pictures}>
          {images.map((image, index) => (
            <Picture key={image} src={image} alt={`凭证图 ${index + 1}`} size={44} />
          ))}
        </span>
      )}
    </>
  )
}

/** What somebody of the staff said; one's own can be changed and deleted for a day. */
function Comment({ of: { text, comment }, id, name }: { of: TimelineEntry; id: number; name: string }) {
  const [typed, setTyped] = useState<string>()
  const edit = useWrite(orderNote.editComment, { message: '留言已修改', onSuccess: () => setTyped(undefined) })
  const remove = useWrite(orderNote.removeComment, { message: '留言已删除' })
  const save = () => typed?.trim() && edit.mutate({ body: { id, content: typed.trim() } })
  if (typed !== undefined)
    return (
      <span className={styles.say}>
        <Input.TextArea
          autoFocus
          aria-label="内部留言"
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={MAX_COMMENT}
          value={typed}
          disabled={edit.isPending}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span>
          <WriteButton size="small" type="link" of={edit} disabled={!typed.trim()} onClick={save}>
            保存
          </WriteButton>
          <Button size="small" type="text" onClick={() => setTyped(undefined)}>
            不改
          </Button>
        </span>
      </span>
    )
  return (
    <>
      <b>{name} </b>留言{comment?.edited && <small className={styles.dim}>（改过）</small>}
      <span className={styles.comment}>{text}</span>
      {comment?.mayChange && (
        <span className={styles.commentActs}>
          <WriteButton size="small" type="text" of={edit} onClick={() => setTyped(text)}>
            修改
          </WriteButton>
          <WriteButton
            size="small"
            type="text"
            of={remove}
            onClick={async () => {
              if (await confirmDelete('删除这条留言？', '删除留言')) remove.mutate({ body: { id } })
            }}
          >
            删除
          </WriteButton>
        </span>
      )}
    </>
  )
}

/** Where staff write to each other; Ctrl+Enter sends. */
function CommentField({ orderNo }: { orderNo: string }) {
  const [typed, setTyped] = useState('')
  const add = useWrite(orderNote.comment, { once: true, onSuccess: () => setTyped('') })
  const readOnly = useReadOnly(orderNote.comment) !== undefined
  const send = () => typed.trim() && !add.isPending && add.mutate({ body: { orderNo, content: typed.trim() } })
  return (
    <div className={styles.say}>
      <Input.TextArea
        aria-label="内部留言"
        placeholder="写给同事的留言，买家看不到"
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={MAX_COMMENT}
        value={typed}
        disabled={readOnly}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey, nativeEvent }) => {
          if (key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing) send()
        }}
      />
      <WriteButton of={add} disabled={!typed.trim()} onClick={send}>
        留言
      </WriteButton>
    </div>
  )
}
