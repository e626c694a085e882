import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { article as articleRoutes } from '@zhanggui/contract/content/article.ts'
import { MAX_TEXT, replyLength } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { shopPages } from '@zhanggui/page-kit/links/link-words.ts'
import { AutoComplete, Button, Form, Input, Select } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import type { ReplyFaults, ReplyValues } from '../../model/reply-form.ts'
import { MediaField } from '../media-field.tsx'
import { LinkDialog } from './link-dialog.tsx'
import styles from './reply.module.css'

const MAX_TYPED = 32
const MOST_ARTICLES = 50

type ContentFieldsProps = {
  values: ReplyValues
  /** What to say below the fields. */
  faults: ReplyFaults
  disabled: boolean
  onChange: (change: Partial<ReplyValues>) => void
}

/** How a field says what is wrong with it. */
const wrong = (fault: string | undefined) => ({
  help: fault,
  validateStatus: fault ? ('error' as const) : ('' as const),
})

/** What a reply of the chosen type answers with. */
export function ContentFields({ values, faults, disabled, onChange }: ContentFieldsProps) {
  const { type, data } = values
  const put = (change: Partial<ReplyValues['data']>) => onChange({ data: { ...data, ...change } })
  switch (type) {
    case 'text':
      return (
        <TextField
          content={data.content ?? ''}
          fault={faults.content}
          disabled={disabled}
          onChange={(content) => put({ content })}
        />
      )
    case 'image':
    case 'voice':
      return (
        <Form.Item label={type === 'image' ? '图片' : '语音'} required {...wrong(faults.mediaId)}>
          <MediaField
            type={type}
            value={{ mediaId: data.mediaId ?? '', url: data.url }}
            onChange={({ mediaId, url }) => put({ mediaId, ...(url && { url }) })}
          />
        </Form.Item>
      )
    case 'news':
      return <ArticleField values={values} fault={faults.articleId} onChange={onChange} />
    case 'miniprogrampage':
      return <CardFields data={data} faults={faults} put={put} />
    case 'service':
      return <p className={styles.note}>消息转到公众号的客服后台，由在线的客服回答；没有客服在线时粉丝收不到回答</p>
  }
}

function TextField({
  content,
  fault,
  disabled,
  onChange,
}: {
  content: string
  fault: string | undefined
  disabled: boolean
  onChange: (text: string) => void
}) {
  const [linking, setLinking] = useState<'web' | 'mini'>()
  const area = useRef<TextAreaRef>(null)
  const at = useRef(0)
  const length = replyLength(content)
  function handleOpen(kind: 'web' | 'mini') {
    at.current = area.current?.resizableTextArea?.textArea.selectionStart ?? content.length
    setLinking(kind)
  }
  return (
    <>
      <Form.Item
        label="内容"
        required
        htmlFor="reply-content"
        {...wrong(fault ?? (length > MAX_TEXT ? `内容最多 ${MAX_TEXT} 字` : undefined))}
        extra={`${length} / ${MAX_TEXT} 字`}
      >
        <Input.TextArea
          id="reply-content"
          ref={area}
          value={content}
          autoSize={{ minRows: 5, maxRows: 12 }}
          onChange={({ target }) => onChange(target.value)}
        />
      </Form.Item>
      <p className={styles.inserts}>
        <Button size="small" disabled={disabled} onClick={() => handleOpen('web')}>
          插入链接
        </Button>
        <Button size="small" disabled={disabled} onClick={() => handleOpen('mini')}>
          插入小程序
        </Button>
      </p>
      {linking && (
        <LinkDialog
          kind={linking}
          onInsert={(tag) => onChange(content.slice(0, at.current) + tag + content.slice(at.current))}
          onClose={() => setLinking(undefined)}
        />
      )}
    </>
  )
}

type ArticleFieldProps = Pick<ContentFieldsProps, 'values' | 'onChange'> & { fault: string | undefined }

function ArticleField({ values, fault, onChange }: ArticleFieldProps) {
  const may = useCan(articleRoutes.list)
  const [typed, setTyped] = useState('')
  const [keywords] = useSettled(typed.trim().slice(0, MAX_TYPED))
  const { data, isFetching } = useQuery({
    ...read(articleRoutes.list, { query: { published: true, limit: MOST_ARTICLES, keywords: keywords || undefined } }),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const { articleId } = values.data
  if (!may) return <p className={styles.note}>需要「文章管理」权限才能选择文章</p>
  const found = data?.list ?? []
  const kept = articleId && values.article && !found.some(({ id }) => id === articleId)
  const known = kept ? [{ value: articleId, label: values.article?.title }] : []
  function handleChoose(id: number) {
    const row = found.find((each) => each.id === id)
    if (row)
      onChange({ data: { articleId: id }, article: { title: row.title, image: row.image, synopsis: row.synopsis } })
  }
  return (
    <Form.Item
      label="文章"
      required
      htmlFor="reply-article"
      extra="粉丝收到的是标题、封面和简介，点开看全文"
      {...wrong(fault)}
    >
      <Select
        id="reply-article"
        placeholder="选一篇发布了的文章"
        value={articleId}
        loading={isFetching}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        options={[...found.map(({ id, title }) => ({ value: id, label: title })), ...known]}
        notFoundContent="没有发布了的文章"
        onChange={handleChoose}
      />
    </Form.Item>
  )
}

type CardFieldsProps = {
  data: ReplyValues['data']
  faults: ReplyFaults
  put: (change: Partial<ReplyValues['data']>) => void
}

function CardFields({ data, faults, put }: CardFieldsProps) {
  return (
    <>
      <Form.Item label="卡片标题" required htmlFor="reply-title" {...wrong(faults.title)}>
        <Input
          id="reply-title"
          maxLength={30}
          showCount
          value={data.title}
          onChange={({ target }) => put({ title: target.value })}
        />
      </Form.Item>
      <Form.Item label="小程序 AppID" required htmlFor="reply-appid" extra="须与公众号关联" {...wrong(faults.appid)}>
        <Input
          id="reply-appid"
          value={data.appid}
          placeholder="wx 开头"
          maxLength={32}
          onChange={({ target }) => put({ appid: target.value.trim() })}
        />
      </Form.Item>
      <Form.Item
        label="小程序页面"
        required
        htmlFor="reply-page"
        extra="选本店的页面，或填写路径"
        {...wrong(faults.pagePath)}
      >
        <AutoComplete
          id="reply-page"
          value={data.pagePath}
          options={shopPages.map(({ title, path }) => ({
            value: path.slice(1),
            label: `${title} · ${path.slice(1)}`,
          }))}
          showSearch={{ filterOption: (typed, option) => String(option?.label).includes(typed) }}
          onChange={(pagePath) => put({ pagePath })}
        />
      </Form.Item>
      <Form.Item label="封面" required {...wrong(faults.mediaId)}>
        <MediaField
          type="image"
          value={{ mediaId: data.mediaId ?? '', url: data.url }}
          onChange={({ mediaId, url }) => put({ mediaId, ...(url && { url }) })}
        />
      </Form.Item>
    </>
  )
}
