import { activityStyle, StyleChange, StyleDraft, type StyleInfo } from '@zhanggui/contract/decor/activity-style.ts'
import { type StyleType, styleMethods } from '@zhanggui/domain/promotion/activity-style.ts'
import { Button, Form, Radio, Switch } from 'antd'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { type Values as AnyValues, askAboutConflict } from '../../../kit/dialog/version-conflict.tsx'
import { showError } from '../../../kit/feedback/feedback.ts'
import { WireTimePicker } from '../../../kit/form/dates/wire-time-picker.tsx'
import { DraftOffer } from '../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../kit/form/draft/use-draft.ts'
import { Field } from '../../../kit/form/field.tsx'
import { StepBar } from '../../../kit/form/step-bar.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { HistoryButton } from '../../../kit/history/history-button.tsx'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { ViewContext } from '../../../kit/page/view.ts'
import { CategoriesSelect } from '../../product/shared/category-cascader.tsx'
import { styleHelp } from '../field-help.ts'
import { blankStyle, bodyOf, formOf, stepOf, type StyleForm as Values } from '../model/style-form.ts'
import { listOf, methodOptions, nounOf, pictureHint, pictureOf } from '../model/style-words.ts'
import styles from './style.module.css'
import { StylePreview } from './style-preview.tsx'
import { StyleProducts } from './style-products.tsx'

const STEPS = ['基础设置', '使用范围'] as const
const DEBOUNCE_MS = 500
const MAX_CATEGORIES = 100

type Props = {
  type: StyleType
  /** The style that is edited; undefined for a new one. */
  of?: StyleInfo
  /** Reads the style again, after somebody else changed it. */
  onReload: () => void
}

/** The form of a style: what and when, then which goods, with the goods as buyers will see them beside it. */
export function StyleForm({ type, of, onReload }: Props) {
  const [form] = Form.useForm<Values>()
  const { leave } = useContext(ViewContext)
  const [version, setVersion] = useState(of?.version)
  const [step, setStep] = useState(0)
  const [dirty, setDirty] = useState(false)
  const [saved, setSaved] = useState(false)
  const maySwitch = useCan(activityStyle.useStatus)
  const initial = of ? formOf(of) : { ...blankStyle, status: maySwitch }
  const typed = (Form.useWatch((values) => values, { form, preserve: true }) as Partial<Values> | undefined) ?? initial
  useDirtyGuard(dirty && !saved)
  const draft = useDraft<{ version?: number | undefined; values: Values }>({
    of: `activity-style-${type}`,
    ...(of && { id: of.id }),
    dirty: dirty && !saved,
    body: () => ({ version, values: form.getFieldsValue(true) }),
    onRestore: ({ version: kept, values }) => {
      form.setFieldsValue(values)
      if (kept !== undefined) setVersion(kept)
      setDirty(true)
    },
  })

  // Leaves only after the form counts as saved, when the guard is gone.
  const list = listOf(type)
  useEffect(() => {
    if (saved) leave(list)
  }, [saved, leave, list])

  const onSuccess = () => setSaved(true)
  const onError = (error: Error) => {
    const [wrong] = fieldErrorsIn(error)
    if (!wrong) return
    const name = wrong.field.startsWith('targetIds') ? scopeField(form.getFieldValue('method')) : wrong.field
    form.setFields([{ name: name as keyof Values, errors: [wrong.message] }])
    setStep(stepOf(name))
  }
  const save = useWrite(activityStyle.save, { form, once: true, message: '新增成功', onSuccess, onError })
  const update = useWrite(activityStyle.update, {
    form,
    message: '编辑成功',
    onSuccess,
    onError,
    onConflict: async (current, message) => {
      const mine = bodyOf(form.getFieldsValue(true), maySwitch)
      if (!(await askAboutConflict({ message, fields: StyleChange, mine, current: current as AnyValues, describe })))
        return
      draft.forget()
      onReload()
    },
  })
  const busy = save.isPending || update.isPending || saved

  async function submit() {
    const wrong = await form.validateFields().then(
      () => undefined,
      ({ errorFields }: { errorFields: { name: (string | number)[]; errors: string[] }[] }) => errorFields[0],
    )
    if (wrong) {
      const field = String(wrong.name[0])
      setStep(stepOf(field))
      showError(wrong.errors[0] ?? '请检查填写的内容')
      setTimeout(() => form.scrollToField(field, { block: 'center', focus: true }), 60)
      return
    }
    const body = bodyOf(form.getFieldsValue(true), maySwitch)
    if (of) update.mutate({ body: { ...body, id: of.id, ...(version !== undefined && { version }) } })
    else save.mutate({ body: { ...body, type } })
  }

  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  function handlePress() {
    const now = performance.now()
    if (now - lastPress.current < DEBOUNCE_MS) return
    lastPress.current = now
    submit()
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title={`${of ? '编辑' : '添加'}${nounOf(type)}`}
        acts={of && <HistoryButton object="activity-style" id={of.id} name={of.name} />}
      />
      <DraftOffer draft={draft} />
      <div className={styles.steps}>
        <StepBar titles={STEPS} current={step} onChange={setStep} />
      </div>
      <WriteForm<Values>
        form={form}
        name={useId()}
        layout="vertical"
        of={{ isPending: busy }}
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        className={styles.page}
      >
        <div className={styles.two}>
          <div className={styles.page}>
            <div hidden={step !== 0}>
              <Section title={STEPS[0]}>
                <Basics type={type} maySwitch={maySwitch} />
              </Section>
            </div>
            <div hidden={step !== 1}>
              <Section title={STEPS[1]}>
                <Scope method={typed.method ?? 0} />
              </Section>
            </div>
          </div>
          <aside className={styles.side}>
            <Section title="买家看到的样子">
              <StylePreview type={type} of={typed} />
            </Section>
          </aside>
        </div>
      </WriteForm>
      <footer className={styles.foot}>
        <span className={styles.note}>{draft.savedAt && `已暂存 ${draft.savedAt}`}</span>
        {step === 0 ? (
          <Button onClick={() => setStep(1)}>下一步</Button>
        ) : (
          <Button onClick={() => setStep(0)}>上一步</Button>
        )}
        <WriteButton type="primary" of={{ isPending: busy }} onClick={handlePress}>
          提交
        </WriteButton>
      </footer>
    </div>
  )
}

function Basics({ type, maySwitch }: { type: StyleType; maySwitch: boolean }) {
  const window = '请选择时间'
  return (
    <div className={styles.fields}>
      <Field of={StyleDraft} name="name" rules={[{ required: true, whitespace: true, message: '请输入名称' }]} />
      <div className={styles.times}>
        <Field of={StyleDraft} name="startTime" required rules={[{ required: true, message: window }]}>
          <WireTimePicker />
        </Field>
        <Field
          of={StyleDraft}
          name="endTime"
          required
          dependencies={['startTime']}
          rules={[
            { required: true, message: window },
            ({ getFieldValue }) => ({
              validator: async (_, end: string | null) => {
                const start: string | undefined = getFieldValue('startTime')
                if (end && start && end <= start) throw new Error('结束时间必须大于开始时间')
              },
            }),
          ]}
        >
          <WireTimePicker />
        </Field>
      </div>
      <Field
        of={StyleDraft}
        name="style"
        label={pictureOf(type)}
        required
        rules={[{ required: true, message: '请选择图片' }]}
        extra={pictureHint(type)}
      >
        <MaterialPicker size={120} />
      </Field>
      {maySwitch && (
        <Field of={StyleDraft} name="status" extra="开启后，到开始时间买家就看得到">
          <Switch checkedChildren="开启" unCheckedChildren="关闭" />
        </Field>
      )}
    </div>
  )
}

function Scope({ method }: { method: Values['method'] }) {
  return (
    <>
      <Field of={StyleDraft} name="method" label="给哪些商品用" hint={styleHelp.scope} required>
        <Radio.Group options={methodOptions} />
      </Field>
      {method === 1 && (
        <Form.Item
          name="products"
          label="商品"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择商品' }]}
        >
          <StyleProducts />
        </Form.Item>
      )}
      {method === 3 && (
        <Form.Item
          name="categoryIds"
          label="分类"
          className={styles.fields}
          rules={[
            { required: true, type: 'array', min: 1, message: '请至少选择一个分类' },
            { type: 'array', max: MAX_CATEGORIES, message: `分类最多选择${MAX_CATEGORIES}个` },
          ]}
          extra="包括下级分类的商品"
        >
          <CategoriesSelect placeholder="可多选" />
        </Form.Item>
      )}
    </>
  )
}

const scopeField = (method: unknown) => (method === 3 ? 'categoryIds' : 'products')

const describe = {
  method: (method: unknown) => styleMethods[method as keyof typeof styleMethods],
  status: (status: unknown) => (status ? '开启' : '关闭'),
  targetIds: (ids: unknown) => `${Array.isArray(ids) ? ids.length : 0} 个`,
}

function fieldErrorsIn(error: Error): { field: string; message: string }[] {
  const { errors } = ((error instanceof CallError && error.body) || {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.filter((one) => typeof one?.field === 'string') : []
}
