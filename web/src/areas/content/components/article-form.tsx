import { ArticleChange, ArticleDraft, type ArticleInfo, article } from '@zhanggui/contract/content/article.ts'
import { MAX_ARTICLE_BYTES } from '@zhanggui/domain/content/article.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { Form, Switch } from 'antd'
import { useContext, useEffect, useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { serverNow } from '../../../api/server-time.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { type Values as AnyValues, askAboutConflict } from '../../../kit/dialog/version-conflict.tsx'
import { showError } from '../../../kit/feedback/feedback.ts'
import { WireTimePicker } from '../../../kit/form/dates/wire-time-picker.tsx'
import { DraftOffer } from '../../../kit/form/draft/draft-offer.tsx'
import { type RemoteDrafts, useDraft } from '../../../kit/form/draft/use-draft.ts'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { HistoryButton } from '../../../kit/history/history-button.tsx'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { ViewContext } from '../../../kit/page/view.ts'
import { RichTextEditor } from '../../../kit/rich-text/rich-text-editor.tsx'
import { CategoryCascader } from '../../product/shared/category-cascader.tsx'
import { articleHelp } from '../field-help.ts'
import { blankArticle, bodyOf, formOf, type ArticleForm as Values, wordCount } from '../model/article-form.ts'
import styles from './article.module.css'
import { ArticlePhone } from './article-phone.tsx'
import { ArticleProduct } from './article-product.tsx'

const LIST = '/content/article'
type Unfinished = { version?: number | undefined; values: Values }

type Props = {
  /** The article that is edited; undefined for a new one. */
  of?: ArticleInfo
  /** Reads the article again, after somebody else changed it. */
  onReload: () => void
}

/** The form of an article, with the phone of a buyer beside it. */
export function ArticleForm({ of, onReload }: Props) {
  const [form] = Form.useForm<Values>()
  const { leave } = useContext(ViewContext)
  const author = useSession((session) => session.name ?? '').slice(0, 20)
  const [version, setVersion] = useState(of?.version)
  const [dirty, setDirty] = useState(false)
  const [saved, setSaved] = useState(false)
  const initial = of ? formOf(of) : { ...blankArticle, author }
  const typed = (Form.useWatch((values) => values, { form, preserve: true }) as Partial<Values> | undefined) ?? initial
  const isLive = of?.state === 'live'
  useDirtyGuard(dirty && !saved)
  const draft = useDraft<Unfinished>({
    of: 'article',
    ...(of && { id: of.id }),
    dirty: dirty && !saved,
    body: () => ({ version, values: form.getFieldsValue(true) }),
    nameOf: ({ values }) => values.title,
    remote: remoteDrafts,
    onRestore: ({ version: kept, values }) => {
      form.setFieldsValue(values)
      if (kept !== undefined) setVersion(kept)
      setDirty(true)
    },
  })
  // Leaves only after the form counts as saved, when the guard is gone.
  useEffect(() => {
    if (saved) leave(LIST)
  }, [saved, leave])

  const onSuccess = () => setSaved(true)
  const save = useWrite(article.save, { form, once: true, message: '已保存', onSuccess })
  const update = useWrite(article.update, {
    form,
    message: '已保存',
    onSuccess,
    onConflict: async (current, message) => {
      const mine = bodyOf(form.getFieldsValue(true), of?.published ?? false, isLive)
      if (!(await askAboutConflict({ message, fields: ArticleChange, mine, current: current as AnyValues, describe })))
        return
      draft.forget()
      onReload()
    },
  })
  const busy = { isPending: save.isPending || update.isPending || saved }

  async function submit(published: boolean) {
    const wrong = await form.validateFields().then(
      () => undefined,
      ({ errorFields }: { errorFields: { name: (string | number)[]; errors: string[] }[] }) => errorFields[0],
    )
    if (wrong) {
      showError(wrong.errors[0] ?? '请检查填写的内容')
      form.scrollToField(wrong.name, { block: 'center', focus: true })
      return
    }
    const body = bodyOf(form.getFieldsValue(true), published, isLive)
    if (of) update.mutate({ body: { ...body, id: of.id, ...(version !== undefined && { version }) } })
    else save.mutate({ body })
  }
  const isLater = !isLive && (typed.publishTime ?? '') > toWireTime(serverNow())
  const count = wordCount(typed.content ?? '')
  return (
    <div className={styles.page}>
      <PageHeader
        title={of ? '编辑文章' : '添加文章'}
        acts={of && <HistoryButton object="article" id={of.id} name={of.title} />}
      />
      <DraftOffer draft={draft} />
      <WriteForm<Values>
        form={form}
        name={useId()}
        layout="vertical"
        of={busy}
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        className={styles.page}
      >
        <div className={styles.two}>
          <div className={styles.main}>
            <Section title="文章">
              <Words />
            </Section>
            <Section title="展示与分享">
              <Shown isLive={isLive} />
            </Section>
          </div>
          <aside className={styles.side}>
            <Section title="买家看到的样子">
              <ArticlePhone of={typed} />
            </Section>
          </aside>
        </div>
      </WriteForm>
      <footer className={styles.foot}>
        <span className={styles.note}>
          正文 {count} 字{draft.savedAt && `，已暂存 ${draft.savedAt}`}
        </span>
        {!isLive && (
          <WriteButton of={busy} onClick={() => submit(false)}>
            保存草稿
          </WriteButton>
        )}
        <WriteButton type="primary" of={busy} onClick={() => submit(true)}>
          {isLive ? '保存' : isLater ? '定时发布' : '发布'}
        </WriteButton>
      </footer>
    </div>
  )
}

function Words() {
  return (
    <>
      <div className={styles.fields}>
        <Field of={ArticleDraft} name="title" required />
        <div className={styles.pair}>
          <Field of={ArticleDraft} name="cid" required rules={[{ required: true, message: '请选择分类' }]}>
            <CategoryCascader type={3} placeholder="请选择分类" />
          </Field>
          <Field of={ArticleDraft} name="author" extra="不填时为保存人的姓名" />
        </div>
        <Field
          of={ArticleDraft}
          name="image"
          required
          rules={[{ required: true, message: '请上传文章图片' }]}
          extra="建议 900×500"
        >
          <MaterialPicker size={120} />
        </Field>
        <Field of={ArticleDraft} name="synopsis" required />
      </div>
      <Field
        of={ArticleDraft}
        name="content"
        required
        rules={[
          {
            validator: async (_, html?: string) => {
              if (!html || (!wordCount(html) && !/<(?:img|video)\b/.test(html))) throw new Error('请填写文章内容')
            },
          },
        ]}
      >
        <RichTextEditor minHeight={320} maxLength={MAX_ARTICLE_BYTES} />
      </Field>
      <Form.Item name="product" label="关联商品" extra="文末显示商品卡片，商品下架后不显示">
        <ArticleProduct />
      </Form.Item>
    </>
  )
}

function Shown({ isLive }: { isLive: boolean }) {
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        {!isLive && (
          <Field of={ArticleDraft} name="publishTime" rules={[]} hint={articleHelp.publishTime}>
            <WireTimePicker />
          </Field>
        )}
        <Field of={ArticleDraft} name="sort" extra="大的在前" />
      </div>
      <div className={styles.switches}>
        <Field of={ArticleDraft} name="isHot">
          <Switch />
        </Field>
        <Field of={ArticleDraft} name="isBanner">
          <Switch />
        </Field>
        <Field of={ArticleDraft} name="hidden" extra="不在列表里，有链接的人能看">
          <Switch />
        </Field>
      </div>
      <Field of={ArticleDraft} name="url" rules={[]} hint={articleHelp.url} />
      <div className={styles.pair}>
        <Field of={ArticleDraft} name="shareTitle" extra="不填时用文章标题" />
        <Field of={ArticleDraft} name="shareSynopsis" extra="不填时用文章简介" />
      </div>
    </div>
  )
}

const describe = {
  published: (value: unknown) => (value ? '已发布' : '未发布'),
  hidden: (value: unknown) => (value ? '隐藏' : '显示'),
  content: (html: unknown) => `${wordCount(String(html ?? ''))} 字`,
}

const remoteDrafts: RemoteDrafts<Unfinished> = {
  find: async (key) => {
    const { body, time, key: found = key } = await call(article.draft, { query: { key }, silent: true })
    return body && time ? { body: body as unknown as Unfinished, time, key: found } : undefined
  },
  keep: (key, body) => call(article.keepDraft, { body: { key, body: { ...body } }, silent: true }),
  remove: (key) => call(article.removeDraft, { query: { key }, silent: true }),
}
