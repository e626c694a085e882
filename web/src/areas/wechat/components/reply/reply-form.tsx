import { type Reply, wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import {
  MAX_WORD,
  MAX_WORDS,
  type ReplyType,
  type ReservedReply,
  replyTypes,
} from '@zhanggui/domain/wechat/wechat-reply.ts'
import { Form, Radio, Segmented, Select, Switch } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan, useReadOnly } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { askAboutConflict } from '../../../../kit/dialog/version-conflict.tsx'
import { confirmDelete } from '../../../../kit/feedback/confirm-delete.ts'
import { HistoryButton } from '../../../../kit/history/history-button.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { When } from '../../../../kit/text/when.tsx'
import { faultsOf, type ReplyFaults, type ReplyValues, tidyWords, toBody } from '../../model/reply-form.ts'
import { Bubble, Happening, WechatPhone } from '../phone.tsx'
import { Answer } from './answer.tsx'
import { ContentFields } from './content-fields.tsx'
import styles from './reply.module.css'
import { Trial } from './trial.tsx'

type ReplyFormProps = {
  /** The stored reply; undefined for a new one. */
  reply: Reply | undefined
  initial: ReplyValues
  reserved?: ReservedReply
  /** Above the fields: the way back to the list, on phones. */
  head?: ReactNode
  onSaved: (id: number) => void
  onRemoved?: () => void
}

/** A reply beside the phone of a fan who gets it. */
export function ReplyForm({ reply, initial, reserved, head, onSaved, onRemoved }: ReplyFormProps) {
  const [values, setValues] = useState(initial)
  const [said, setSaid] = useState('')
  const [tried, setTried] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  /** What was typed for the types that are not chosen now. */
  const typed = useRef<{ [Type in ReplyType]?: Pick<ReplyValues, 'data' | 'article'> }>({})
  const route = reply ? wechatReply.update : wechatReply.save
  const mayWrite = useCan(route)
  const readOnly = useReadOnly(route)
  const disabled = !mayWrite || readOnly !== undefined
  const dirty = JSON.stringify(toBody(values)) !== JSON.stringify(toBody(initial))
  useDirtyGuard(dirty)
  const change = (next: Partial<ReplyValues>) => setValues({ ...values, ...next })
  function chooseType(type: ReplyType) {
    typed.current[values.type] = { data: values.data, article: values.article }
    change({ type, ...(typed.current[type] ?? { data: {}, article: null }) })
  }

  const add = useWrite(wechatReply.save, { message: '已保存', once: true, onSuccess: ({ id }) => onSaved(id) })
  const edit = useWrite(wechatReply.update, {
    message: '已保存',
    onSuccess: ({ id }) => onSaved(id),
    onConflict: async (current, message) => {
      const latest = current as ReplyValues & { id: number }
      const describe = { data: contentText }
      const mine = toBody(values)
      const fields = wechatReply.update.body
      if (await askAboutConflict({ message, fields, mine, current: latest, describe })) onSaved(latest.id)
    },
  })
  const turn = useWrite(wechatReply.useStatus, { onSuccess: ({ id }) => onSaved(id) })
  const drop = useWrite(wechatReply.remove, { message: '已删除', onSuccess: () => onRemoved?.() })
  const faults = faultsOf(values)
  const isWrong = Object.keys(faults).length > 0
  const shown = tried ? faults : {}
  const name = values.keywords[0] ?? ''

  function handleSave() {
    setTried(true)
    if (isWrong) {
      requestAnimationFrame(() => {
        const wrong = fields.current?.querySelector('.ant-form-item-has-error')
        wrong?.scrollIntoView?.({ block: 'nearest' })
        wrong?.querySelector<HTMLElement>('input, textarea, button')?.focus()
      })
      return
    }
    const body = toBody(values)
    if (reply) edit.mutate({ body: { id: reply.id, version: reply.version, ...body } })
    else add.mutate({ body })
  }
  async function handleRemove() {
    if (reply && (await confirmDelete(`删除「${name}」的回复？粉丝再发这些话就没有它回答。`)))
      drop.mutate({ query: { id: reply.id } })
  }

  return (
    <div className={styles.beside}>
      <div ref={fields} className={styles.edit}>
        {head}
        <Form layout="vertical" disabled={disabled} className={styles.form}>
          {!reserved && <WordFields values={values} fault={shown.keywords} onChange={change} />}
          <Form.Item label="回什么">
            <Segmented
              aria-label="回什么"
              value={values.type}
              options={Object.entries(replyTypes).map(([value, label]) => ({ value, label }))}
              onChange={(type) => chooseType(type as ReplyType)}
            />
          </Form.Item>
          <ContentFields values={values} faults={shown} disabled={disabled} onChange={change} />
        </Form>
        {!reserved && <Trial said={said} onSay={setSaid} current={reply?.id} />}
        <footer className={styles.foot}>
          {reply && (
            <span>
              {reply.updateBy} <When at={reply.updateTime} /> 改过
            </span>
          )}
          {reply && (
            <Can do={wechatReply.useStatus}>
              <Switch
                aria-label={`开启${reserved ? '这条回复' : `「${name}」的回复`}`}
                title={dirty ? '先保存修改' : undefined}
                checkedChildren="开启"
                unCheckedChildren="关闭"
                checked={reply.status}
                loading={turn.isPending}
                disabled={dirty}
                onChange={(status) => turn.mutate({ body: { id: reply.id, status } })}
              />
            </Can>
          )}
          {reply && <HistoryButton object="wechat-reply" id={reply.id} name={name} />}
          {reply && !reserved && (
            <Can do={wechatReply.remove}>
              <WriteButton of={drop} danger onClick={handleRemove}>
                删除
              </WriteButton>
            </Can>
          )}
          <Can do={route}>
            <WriteButton
              of={reply ? edit : add}
              type="primary"
              disabled={reply !== undefined && !dirty}
              onClick={handleSave}
            >
              保存
            </WriteButton>
          </Can>
        </footer>
      </div>
      <div className={styles.stage}>
        <WechatPhone>
          {reserved === 'subscribe' ? (
            <Happening>粉丝关注了公众号</Happening>
          ) : (
            <Bubble mine>{reserved ? '在吗' : said || name || '粉丝说的话'}</Bubble>
          )}
          <Answer of={values} />
        </WechatPhone>
      </div>
    </div>
  )
}

/** The content of a reply in words, for the question about somebody else's change. */
function contentText(data: unknown): string {
  const { content, title, articleId, mediaId } = data as ReplyValues['data']
  return content || title || (articleId ? `文章 ${articleId}` : mediaId ? '图片或语音' : '（空）')
}

type FieldsProps = {
  values: ReplyValues
  fault: ReplyFaults['keywords']
  onChange: (change: Partial<ReplyValues>) => void
}

function WordFields({ values: { keywords, match }, fault, onChange }: FieldsProps) {
  return (
    <>
      <Form.Item
        label="关键字"
        required
        htmlFor="reply-words"
        help={fault}
        validateStatus={fault ? 'error' : ''}
        extra={`按回车再加，${keywords.length} / ${MAX_WORDS} 个，每个最多 ${MAX_WORD} 个字`}
      >
        <Select
          id="reply-words"
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={MAX_WORDS}
          tokenSeparators={[',', '，', '、', '\n']}
          value={keywords}
          placeholder="粉丝会说的词，如 退货"
          onChange={(words: string[]) =>
            onChange({ keywords: tidyWords(words.map((word) => [...word].slice(0, MAX_WORD).join(''))) })
          }
        />
      </Form.Item>
      <Form.Item label="怎样算命中">
        <Radio.Group
          aria-label="怎样算命中"
          value={match}
          options={[
            { value: 1, label: '一字不差' },
            { value: 2, label: '句子里有就算' },
          ]}
          onChange={({ target }) => onChange({ match: target.value })}
        />
      </Form.Item>
    </>
  )
}
