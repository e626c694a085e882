import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { Static } from '@zhanggui/contract/schema.ts'
import { Button, Form } from 'antd'
import { type ReactNode, use, useId, useState } from 'react'
import type { DoneAnswer } from '../../api/asked.ts'
import type { CallInput } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { WriteButton } from '../access/write-button.tsx'
import { confirm } from '../feedback/feedback.ts'
import { DraftOffer } from '../form/draft/draft-offer.tsx'
import { useDraft } from '../form/draft/use-draft.ts'
import type { Fields } from '../form/field.tsx'
import { mergeFields } from '../form/meanwhile/meanwhile.ts'
import { MeanwhileLine } from '../form/meanwhile/meanwhile-line.tsx'
import { useMeanwhile } from '../form/meanwhile/use-meanwhile.ts'
import { WriteForm } from '../form/write-form.tsx'
import { useDirtyGuard } from '../page/dirty-guard.ts'
import { AddWords } from './add-words.ts'
import { Dialog } from './dialog.tsx'
import { askAboutConflict, type Describe, type Values } from './version-conflict.tsx'

/** A route that takes the fields of a row. */
export type FormSpec = RouteSpec & { body: Fields }

export type FormDialogProps<Add extends FormSpec> = {
  /** The noun for a row; the title is 编辑 followed by it, of a new one what the button says, else 新增 and the noun. */
  name: string
  /** Replaces the title where neither fits. */
  title?: string
  /** What the button that sends says, where the act has a name of its own: 改价. */
  act?: string
  /** What the other button says, if not 取消. */
  stay?: string
  /** The success message, instead of 新增成功 and 编辑成功. */
  message?: string
  add: Route<Add>
  edit: Route<FormSpec>
  /** The row to edit, whose fields fill the form; omitted for a new one. */
  row?: { id: number; version?: number } & { [Name in keyof Static<Add['body']>]?: unknown }
  /** Initial values of a new row. */
  initial?: Partial<Static<Add['body']>>
  /** Path parameters, where the route names a row in its path. */
  params?: { id: number }
  width?: number
  /** Sends an idempotency key: for what must not happen twice, such as money. */
  once?: boolean
  describe?: Describe
  /** Maps the form's values to the body, where they differ. */
  toBody?: (typed: Values) => Values
  /** Whether the server kept a new row although it refused: sent again, it would be there twice, so the dialog closes. */
  keptBy?: (error: Error) => boolean
  /** Receives the response to a new row, once the dialog is closed. */
  onAdded?: (answer: DoneAnswer<Add>, body: Static<Add['body']>) => void
  onClose: () => void
  /** The fields, mostly `Field` elements. */
  children: ReactNode
}

/**
 * The dialog that adds or edits a row. It sends the version it loaded, shows the server's refusals on the fields they
 * concern, says who changed the row meanwhile, asks before unsaved input is lost, and keeps it over a reload, except secrets.
 */
export function FormDialog<Add extends FormSpec>(props: FormDialogProps<Add>) {
  const { name, add, edit, initial, params, width, describe, toBody = (typed) => typed, onClose, children } = props
  const addWords = use(AddWords) ?? `新增${name}`
  const [form] = Form.useForm<Values>()
  const [row, setRow] = useState(props.row)
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const route: Route<FormSpec> = row ? edit : add
  const draft = useDraft<{ version?: number; values: Values }>({
    of: add.name,
    id: props.row?.id ?? params?.id,
    dirty,
    body: () => ({ version: row?.version, values: withoutSecrets(form.getFieldsValue(true), add, edit) }),
    onRestore: ({ version, values }) => {
      if (row) setRow({ ...row, version })
      form.setFieldsValue(values)
      setDirty(true)
    },
  })
  function close() {
    draft.forget()
    onClose()
  }

  const save = useWrite(route, {
    form,
    once: props.once,
    message: props.message ?? (row ? '编辑成功' : '新增成功'),
    onSuccess: (answer, { body }) => {
      close()
      if (!row) props.onAdded?.(answer as DoneAnswer<Add>, body as Static<Add['body']>)
    },
    onAsked: close,
    onError: (error) => {
      if (!row && props.keptBy?.(error)) close()
    },
    onConflict: async (current, message) => {
      const latest = current as typeof row & Values
      const mine = toBody(form.getFieldsValue())
      if (!(await askAboutConflict({ message, fields: add.body, mine, current: latest, describe }))) return
      setRow(latest)
      form.resetFields()
      form.setFieldsValue(latest)
      setDirty(false)
    },
  })

  const meanwhile = useMeanwhile({
    object: route.object,
    id: row?.id,
    version: row?.version,
    dirty,
    busy: save.isPending,
    onTake: ({ version, fields }) => {
      const { values, kept } = mergeFields(fields, { ...row }, form.getFieldsValue(true))
      const latest = fields.map(({ name: field, after }) => [field, after])
      if (row) setRow({ ...row, ...Object.fromEntries(latest), version })
      form.setFieldsValue(values)
      return kept
    },
  })

  function handleFinish(typed: Values) {
    const body = toBody(withoutBlanks(typed))
    const whole = row ? { id: row.id, version: row.version, ...body } : body
    save.mutate({ params, body: whole } as CallInput<FormSpec>)
  }

  async function handleLeave() {
    if (save.isPending) return
    const asked = { content: '有未保存的修改，离开吗？', okText: '离开' }
    if (!dirty || (await confirm(asked))) close()
  }

  return (
    <Dialog
      title={props.title ?? (row ? `编辑${name}` : addWords)}
      width={width}
      onCancel={handleLeave}
      footer={[
        <MeanwhileLine key="meanwhile" of={meanwhile} />,
        <Button key="cancel" disabled={save.isPending} onClick={close}>
          {props.stay ?? '取消'}
        </Button>,
        <WriteButton key="ok" type="primary" of={save} onClick={form.submit}>
          {props.act ?? '确认'}
        </WriteButton>,
      ]}
    >
      <DraftOffer draft={draft} />
      <WriteForm
        form={form}
        // Prefix of the field ids: the list's filters have fields of the same name.
        name={useId()}
        layout="vertical"
        of={save}
        initialValues={row ?? initial}
        onFinish={handleFinish}
        onValuesChange={() => setDirty(true)}
        scrollToFirstError
        style={{ paddingTop: 8 }}
      >
        {/* What opens from here has words of its own. */}
        <AddWords value={undefined}>{children}</AddWords>
        {/* Enter submits. */}
        <button type="submit" hidden />
      </WriteForm>
    </Dialog>
  )
}

/** A cleared control leaves null, which no contract allows. */
function withoutBlanks(typed: Values): Values {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null))
}

/** Secrets are not stored in the browser. */
function withoutSecrets(typed: Values, ...routes: readonly Route<FormSpec>[]): Values {
  const secrets = routes.flatMap(({ secret = [] }) => secret)
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !secrets.includes(name)))
}
