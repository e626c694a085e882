import { AgreementDraft, type AgreementInfo, agreement } from '@zhanggui/contract/decor/agreement.ts'
import { MAX_AGREEMENT_BYTES, paragraphsOf } from '@zhanggui/domain/decor/agreement.ts'
import { Button, Form, Switch } from 'antd'
import { useId, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { type Values as AnyValues, askAboutConflict } from '../../../../kit/dialog/version-conflict.tsx'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { DraftOffer } from '../../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../../kit/form/draft/use-draft.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { RichTextEditor } from '../../../../kit/rich-text/rich-text-editor.tsx'
import { RichHtml } from '../../../../kit/text/rich-html.tsx'
import styles from './agreement.module.css'
import { AgreementVersions } from './agreement-versions.tsx'

const MAY_PUBLISH = 'admin:agreement:publish' as const
type Values = { title: string; content: string; requireConsent: boolean }
type Publication = { note?: string; effectiveTime?: string | null }

/** An agreement as it is being written, and its way to the buyers. */
export function AgreementForm({ of, onChanged }: { of: AgreementInfo; onChanged: () => void }) {
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  const [open, setOpen] = useState<'versions' | 'preview' | 'publish'>()
  const mayEdit = useCan(agreement.save)
  const mayPublish = useCan({ permission: MAY_PUBLISH })
  const initial: Values = { title: of.title, content: of.content, requireConsent: of.requireConsent }
  useDirtyGuard(dirty)
  const draft = useDraft<Values>({
    of: 'agreement',
    id: of.key,
    dirty,
    body: () => form.getFieldsValue(true),
    onRestore: (values) => {
      form.setFieldsValue(values)
      setDirty(true)
    },
  })
  const finish = () => {
    setDirty(false)
    setOpen(undefined)
    onChanged()
  }
  const save = useWrite(agreement.save, {
    form,
    message: '已保存',
    onSuccess: finish,
    onConflict: async (current, message) => {
      const mine = form.getFieldsValue(true)
      if (await askAboutConflict({ message, fields: AgreementDraft, mine, current: current as AnyValues, describe }))
        finish()
    },
  })
  const send = async (publication: Publication & { publish?: true } = {}) => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return setOpen(undefined)
    const { note, effectiveTime, publish } = publication
    save.mutate({
      body: {
        ...values,
        key: of.key,
        version: of.version,
        ...(publish && { publish, note: note ?? '', ...(effectiveTime && { effectiveTime }) }),
      },
    })
  }
  return (
    <div className={styles.page}>
      <DraftOffer draft={draft} />
      <WriteForm<Values>
        form={form}
        name={useId()}
        layout="vertical"
        of={save}
        disabled={!mayEdit}
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        className={styles.page}
      >
        <Section title={of.title}>
          <div className={styles.fields}>
            <Field of={AgreementDraft} name="title" required />
          </div>
          <Field
            of={AgreementDraft}
            name="content"
            required
            rules={[
              {
                validator: async (_, html?: string) => {
                  if (!paragraphsOf(html ?? '').length) throw new Error('请输入协议内容')
                },
              },
            ]}
          >
            <RichTextEditor minHeight={360} maxLength={MAX_AGREEMENT_BYTES} />
          </Field>
          <Field
            of={AgreementDraft}
            name="requireConsent"
            extra="打开后，买家下次登录时要重新同意这一版；只改错字时不必打开"
          >
            <Switch />
          </Field>
        </Section>
      </WriteForm>
      <footer className={styles.foot}>
        <span className={styles.note}>
          {of.no === null
            ? '还没有发布，买家看不到'
            : `已发布到第 ${of.no} 版${of.changed || dirty ? '，草稿有修改' : ''}`}
        </span>
        <Button onClick={() => setOpen('versions')}>版本</Button>
        <Button onClick={() => setOpen('preview')}>预览</Button>
        <Can do={agreement.save}>
          <WriteButton of={save} disabled={!dirty} onClick={() => send()}>
            保存草稿
          </WriteButton>
          {mayPublish && (
            <WriteButton type="primary" of={save} onClick={() => setOpen('publish')}>
              发布
            </WriteButton>
          )}
        </Can>
      </footer>
      {open === 'versions' && (
        <AgreementVersions
          of={{ ...of, ...form.getFieldsValue(true) }}
          onClose={() => setOpen(undefined)}
          onRolledBack={finish}
        />
      )}
      {open === 'preview' && (
        <Dialog title="预览" width={420} footer={null} onCancel={() => setOpen(undefined)}>
          <h3>{form.getFieldValue('title')}</h3>
          <RichHtml html={form.getFieldValue('content') ?? ''} />
        </Dialog>
      )}
      {open === 'publish' && (
        <PublishDialog
          asks={form.getFieldValue('requireConsent') === true}
          isPending={save.isPending}
          onPublish={(publication) => send({ ...publication, publish: true })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

const describe = { requireConsent: (value: unknown) => (value ? '需要' : '不需要') }

type PublishProps = {
  asks: boolean
  isPending: boolean
  onPublish: (publication: Publication) => void
  onClose: () => void
}

function PublishDialog({ asks, isPending, onPublish, onClose }: PublishProps) {
  const [form] = Form.useForm<Publication>()
  return (
    <Dialog
      title="发布协议"
      asks
      width={460}
      onCancel={onClose}
      okText="发布"
      okButtonProps={{ loading: isPending }}
      onOk={() => onPublish(form.getFieldsValue())}
    >
      <p>发布后成为新的一版，旧版本保留。{asks ? '买家下次登录时要重新同意。' : '不要求买家重新同意。'}</p>
      <WriteForm<Publication> form={form} layout="vertical" of={{ isPending }}>
        <Field
          of={AgreementDraft}
          name="effectiveTime"
          rules={[]}
          extra="不填为马上生效；到生效时间前买家看到的是上一版"
        >
          <WireTimePicker />
        </Field>
        <Field of={AgreementDraft} name="note" />
      </WriteForm>
    </Dialog>
  )
}
