import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import type * as t from '@zhanggui/contract/schema.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { Button, DatePicker, Form, Input, InputNumber, Select, Switch } from 'antd'
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { reactToError, reportSuccess } from '../../api/reactions.ts'
import { serverNow } from '../../api/server-time.ts'
import { toFieldData } from '../../api/use-write.ts'
import { useReadOnly } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import type { ActivityScreens, StoredActivity } from '../activity/activity-screens.ts'
import { openActivity } from '../activity/turn-activity.tsx'
import { Section } from '../detail/detail-page.tsx'
import { askAboutConflict } from '../dialog/version-conflict.tsx'
import { showError } from '../feedback/feedback.ts'
import { dayjs } from '../form/calendar.ts'
import { DraftOffer } from '../form/draft-offer.tsx'
import { Field } from '../form/field.tsx'
import { RemoteSelect } from '../form/remote-select.tsx'
import { StepBar } from '../form/step-bar.tsx'
import { useDraft } from '../form/use-draft.ts'
import { WriteForm } from '../form/write-form.tsx'
import { HistoryButton } from '../history/history-button.tsx'
import { MaterialPicker } from '../media/material-picker.tsx'
import { Picture } from '../media/picture.tsx'
import { useDirtyGuard } from '../page/dirty-guard.ts'
import { PageHeader } from '../page/page-header.tsx'
import { ViewContext } from '../page/view.ts'
import { RichTextEditor } from '../rich-text/rich-text-editor.tsx'
import { moneyText } from '../text/money.tsx'
import styles from './activity-form.module.css'
import { ActivitySkus } from './activity-skus.tsx'
import { Conflicts, type Plan } from './conflicts.tsx'
import {
  bodyOfLines,
  type LineField,
  leastOf,
  linesOf,
  linesOfProduct,
  type Pricing,
  problemsOf,
  readyLines,
  type SkuLine,
} from './sku-lines.ts'
import { type LinesStore, useLines } from './use-lines.ts'
import {
  type ActivityBody,
  ActivityDraft,
  type ActivityValues,
  blankValues,
  bodyOf,
  choices,
  type Goods,
  goodsOfActivity,
  goodsOfProduct,
  valuesOf,
  valuesOfProduct,
} from './values.ts'

const DEBOUNCE_MS = 500
/** How many days from today on are one click. */
const LENGTHS = [
  ['今天', 1],
  ['3 天', 3],
  ['7 天', 7],
] as const
const MAX_HTML = 200_000
const STEPS = ['选择商品', '基础信息', '商品详情'] as const
/** The step that shows a field. */
const stepOf = (field: string) => (field === 'content' || field === 'rule' ? 2 : 1)

/** What a buyer sees of an activity before it is opened. */
export type BuyerLook = {
  /** In yuan; null until it is typed. */
  price: number | null
  /** Struck through. */
  was?: number | undefined
  /** Beside the price, at its right: 距结束 01:33:12. */
  beside: string
  /** Below the title. */
  below: string
}

/** What a kind has of its own. */
export type ActivityKind<Own extends object> = Pick<ActivityScreens, 'type' | 'object' | 'noun' | 'list'> &
  Pricing & {
    /** The contract's body, by which a conflict of versions names the fields. */
    draft: t.TObject
    own: Own
    /** The fields of the kind, beside the days and among the limits. */
    when?: ReactNode
    limits: ReactNode
    /** A section of its own below the prices. */
    section?: (own: Partial<Own>, lines: readonly SkuLine[]) => ReactNode
    /** A text of its own below the details: 砍价规则. */
    texts?: ReactNode
    /** What of its own fields does not fit the prices. */
    problemOf?: (
      own: Partial<Own>,
      lines: readonly SkuLine[],
    ) => { field: keyof Own & string; message: string } | undefined
    /** What the kind adds to what conflicts are looked for with; undefined while that is not chosen. */
    planOf: (own: Partial<Own>) => Partial<Plan> | undefined
    /** @param cheapest the SKU at which the list of buyers shows it */
    buyerLook: (own: Partial<Own>, cheapest: SkuLine | undefined) => BuyerLook
  }

type Props<Own extends object> = {
  kind: ActivityKind<Own>
  /** The activity that is edited; undefined for a new one. */
  of?: StoredActivity
  /** Opens the picker of products. */
  onChoose: (then: (productId: number) => void) => void
  send: (body: ActivityBody & Own, stored: { id: number; version: number } | undefined) => Promise<unknown>
  /** Reads the activity again, after somebody else changed it. */
  onReload: () => void
}

type Kept<Own> = {
  version?: number | undefined
  values: ActivityValues & Own
  goods?: Goods | undefined
  lines: readonly SkuLine[]
}

/** The form of an activity: the product, then when, for how much and for whom, then what buyers read. */
export function ActivityForm<Own extends object>({ kind, of, onChoose, send, onReload }: Props<Own>) {
  type Values = ActivityValues & Own
  const [form] = Form.useForm<Values>()
  const { leave } = useContext(ViewContext)
  const [goods, setGoods] = useState(of && goodsOfActivity(of))
  const [version, setVersion] = useState(of?.version)
  const [step, setStep] = useState(of ? 1 : 0)
  const [visited, setVisited] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [sending, setSending] = useState(false)
  const [saved, setSaved] = useState(false)
  const lines = useLines(of ? linesOf(of.attrValue, kind) : [], kind.lowTitle !== undefined, () => setDirty(true))
  const readOnly = useReadOnly() !== undefined
  const busy = sending || saved
  useDirtyGuard(dirty && !saved)
  const initial: Values = { ...(of ? valuesOf(of) : blankValues), ...kind.own }
  const typed = (Form.useWatch((values) => values, { form, preserve: true }) as Partial<Values> | undefined) ?? initial

  const draft = useDraft<Kept<Own>>({
    of: kind.object,
    ...(of && { id: of.id }),
    dirty: dirty && !saved,
    body: () => ({ version, values: form.getFieldsValue(true), goods, lines: lines.lines }),
    fits: (body) => 'values' in body && 'lines' in body && Array.isArray(body.lines),
    nameOf: ({ values }) => values.title,
    onRestore: (kept) => {
      form.setFieldsValue(kept.values as Parameters<typeof form.setFieldsValue>[0])
      lines.reset(kept.lines)
      setGoods(kept.goods)
      if (kept.version !== undefined) setVersion(kept.version)
      setDirty(true)
      if (kept.goods) setStep(1)
    },
  })

  // Leaves only after the form counts as saved, when the guard is gone.
  useEffect(() => {
    if (saved) leave(kind.list)
  }, [saved, leave, kind.list])

  function setDays(length: number) {
    const days = [
      today(),
      dayjs(today())
        .add(length - 1, 'day')
        .format('YYYY-MM-DD'),
    ]
    form.setFields([{ name: 'days', value: days, errors: [] }] as unknown as Parameters<typeof form.setFields>[0])
    setDirty(true)
  }

  async function choose(productId: number) {
    const info = await call(product.info, { params: { id: productId } }).catch(reactToError)
    if (!info) return
    begin(info)
  }

  function begin(info: ProductInfo) {
    form.setFieldsValue(valuesOfProduct(info) as Parameters<typeof form.setFieldsValue>[0])
    lines.reset(linesOfProduct(info.attrValue, kind))
    setGoods(goodsOfProduct(info))
    setDirty(true)
    setStep(1)
  }

  function turnTo(next: number, field?: string) {
    setStep(next)
    if (next === 2) setVisited(true)
    if (!field) return
    setTimeout(() => {
      form.scrollToField(field, { block: 'center' })
      form.getFieldInstance(field)?.focus?.()
    }, 60)
  }

  function focusCell(key: string) {
    turnTo(1)
    setTimeout(() => document.querySelector<HTMLInputElement>(`[data-field="${key}"]`)?.focus(), 60)
  }

  /** Shows the first thing that is wrong. @returns whether something is */
  async function isWrong(): Promise<boolean> {
    if (!goods) {
      turnTo(0)
      showError('请选择商品！')
      return true
    }
    const wrong = await form.validateFields().then(
      () => undefined,
      ({ errorFields }: { errorFields: { name: (string | number)[]; errors: string[] }[] }) => errorFields[0],
    )
    if (wrong) {
      const field = String(wrong.name[0])
      turnTo(stepOf(field), field)
      showError(wrong.errors[0] ?? '请检查填写的内容')
      return true
    }
    if (!lines.lines.some(({ taken }) => taken)) {
      turnTo(1)
      showError('请选择至少一个商品属性！')
      return true
    }
    if (lines.unread) {
      focusCell(lines.unread[0])
      showError(lines.unread[1].message)
      return true
    }
    const problems = problemsOf(lines.lines, kind)
    lines.show(problems)
    const [first] = problems
    if (first) {
      focusCell(`${first.skuId} ${first.field}`)
      showError(first.message)
      return true
    }
    const own = kind.problemOf?.(form.getFieldsValue(true), lines.lines)
    if (!own) return false
    form.setFields([{ name: own.field, errors: [own.message] }] as unknown as Parameters<typeof form.setFields>[0])
    turnTo(1, own.field)
    showError(own.message)
    return true
  }

  async function submit() {
    if (!goods || (await isWrong())) return
    const values: Values = form.getFieldsValue(true)
    const body = bodyOf(goods.productId, values, bodyOfLines(lines.lines))
    const own = Object.fromEntries(Object.keys(kind.own).map((key) => [key, values[key as keyof Values]])) as Own
    const stored = of && { id: of.id, version: version ?? of.version }
    setSending(true)
    try {
      const answer = await openActivity((confirmed) =>
        send({ ...body, ...own, ...(confirmed && { confirmBelowCost: true }) }, stored),
      )
      if (answer !== undefined) {
        reportSuccess(of ? '编辑成功' : '新增成功')
        setSaved(true)
      }
    } catch (error) {
      showRefusal(error, { ...body, ...own })
    }
    setSending(false)
  }

  function showRefusal(error: unknown, mine: Readonly<Record<string, unknown>>) {
    const errors = fieldErrorsIn(error)
    const sent = bodyOfLines(lines.lines)
    const cells = errors.flatMap(({ field, message }) => {
      const [, at, name] = /^attrValue\[(\d+)\]\.(price|minPrice|quota)$/.exec(field) ?? []
      const sku = sent[Number(at)]
      return sku && name ? [{ skuId: sku.skuId, field: name as LineField, message }] : []
    })
    if (cells.length) lines.show(cells)
    reactToError(error, {
      showFieldErrors: (found) =>
        form.setFields(found.map(toFieldData).map(atDays) as Parameters<typeof form.setFields>[0]),
      onConflict: async (current, message) => {
        const describe = { attrValue: (rows: unknown) => `${Array.isArray(rows) ? rows.length : 0} 个规格` }
        const latest = current as Readonly<Record<string, unknown>>
        if (!(await askAboutConflict({ message, fields: kind.draft, mine, current: latest, describe }))) return
        draft.forget()
        onReload()
      },
    })
    const [first] = errors
    if (cells[0]) focusCell(`${cells[0].skuId} ${cells[0].field}`)
    else if (first) turnTo(stepOf(first.field), daysFieldOf(first.field))
  }

  const lastPress = useRef(0)
  function handlePress() {
    const now = serverNow().getTime()
    if (now - lastPress.current < DEBOUNCE_MS) return
    lastPress.current = now
    submit()
  }

  const plan = planOf()
  /** What conflicts are looked for with, once product, days and SKUs are there. */
  function planOf(): Plan | undefined {
    const ready = readyLines(lines.lines)
    const { days, allowCoupon } = typed
    const more = kind.planOf(typed as Partial<Own>)
    if (!goods || !days?.[0] || !ready.length || !more) return undefined
    return {
      type: kind.type,
      productId: goods.productId,
      startTime: days[0],
      stopTime: days[1],
      allowCoupon: allowCoupon === 'yes' ? true : allowCoupon === 'no' ? false : null,
      attrValue: bodyOfLines(ready),
      ...(of && { id: of.id }),
      ...more,
    } as Plan
  }

  const first = of ? 1 : 0
  return (
    <div className={styles.form}>
      <PageHeader
        title={`${of ? '编辑' : '添加'}${kind.noun}`}
        acts={of && <HistoryButton object={kind.object} id={of.id} name={of.title} />}
      />
      <DraftOffer draft={draft} />
      <div className={styles.steps}>
        <StepBar
          titles={STEPS.slice(first)}
          current={step - first}
          onChange={(next) => turnTo(goods ? next + first : 0)}
        />
      </div>
      <WriteForm<Values>
        form={form}
        name={useId()}
        layout="vertical"
        of={{ isPending: busy }}
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        className={styles.form}
      >
        {!of && (
          <section className={styles.panel} hidden={step !== 0} aria-label={STEPS[0]}>
            <Section title={STEPS[0]}>
              {goods ? (
                <GoodsCard of={goods} onChange={() => onChoose(choose)} />
              ) : (
                <div className={styles.choose}>
                  <p>选好商品，图片、规格和库存都会自动填好</p>
                  <Button type="primary" disabled={readOnly} onClick={() => onChoose(choose)}>
                    选择商品
                  </Button>
                </div>
              )}
            </Section>
          </section>
        )}
        <section className={styles.panel} hidden={step !== 1} aria-label={STEPS[1]}>
          <div className={styles.two}>
            <div className={styles.sections}>
              <Section title="商品与时间">
                {goods && <GoodsCard of={goods} onChange={of ? undefined : () => onChoose(choose)} />}
                <div className={styles.fields}>
                  <Field
                    of={ActivityDraft}
                    name="title"
                    label="活动标题"
                    rules={[{ required: true, whitespace: true, message: '请输入商品标题' }]}
                  />
                  <Form.Item
                    name="days"
                    label="活动日期"
                    required
                    rules={[{ required: true, message: '请选择活动日期' }]}
                    extra={
                      <span className={styles.lengths}>
                        {typed.days && `共 ${lengthOf(typed.days)} 天`}
                        {LENGTHS.map(([label, length]) => (
                          <Button key={label} type="link" size="small" onClick={() => setDays(length)}>
                            {label}
                          </Button>
                        ))}
                      </span>
                    }
                  >
                    <DayRange />
                  </Form.Item>
                  {kind.when}
                </div>
              </Section>
              <Section
                title="价格与限量"
                count={kind.lowTitle ? '一个活动只卖一个规格' : '一个规格一行，活动期间按这里的限量卖'}
                flush
              >
                <ActivitySkus store={lines} pricing={kind} readOnly={busy || readOnly} />
              </Section>
              {kind.section?.(typed as Partial<Own>, lines.lines)}
              <Section title="谁能买、买多少">
                <div className={styles.fields}>
                  {kind.limits}
                  <Form.Item name="allowCoupon" label="能用优惠券">
                    <Select options={choices} />
                  </Form.Item>
                  <Form.Item name="allowPoints" label="能用积分">
                    <Select options={choices} />
                  </Form.Item>
                  <Field of={ActivityDraft} name="giveIntegral" label="赠送积分" extra="每件">
                    <InputNumber min={0} max={999_999} precision={0} className={styles.short} />
                  </Field>
                  <Field of={ActivityDraft} name="status" label="活动状态" extra="开启后到点就能买">
                    <Switch checkedChildren="开启" unCheckedChildren="关闭" />
                  </Field>
                </div>
              </Section>
              <Section title="买家看到的内容">
                <div className={styles.fields}>
                  <Field
                    of={ActivityDraft}
                    name="unitName"
                    rules={[{ required: true, whitespace: true, message: '请输入单位' }]}
                  />
                  <Field of={ActivityDraft} name="tempId" rules={[{ required: true, message: '请选择运费模板' }]}>
                    <RemoteSelect of={freightTemplate.list} allowClear={false} placeholder="请选择运费模板" />
                  </Field>
                  <Field of={ActivityDraft} name="sort" extra="数字越大越靠前">
                    <InputNumber min={0} max={9999} precision={0} className={styles.short} />
                  </Field>
                  <Field of={ActivityDraft} name="info" label="活动简介（选填）" className={styles.wide}>
                    <Input.TextArea maxLength={255} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
                  </Field>
                  <Field of={ActivityDraft} name="image" rules={[{ required: true, message: '请上传主图' }]}>
                    <MaterialPicker size={88} />
                  </Field>
                  <Field
                    of={ActivityDraft}
                    name="images"
                    className={styles.wide}
                    extra="最多选择 10 张图片，可拖动排序"
                    rules={[
                      { required: true, type: 'array', min: 1, message: '请上传商品轮播图' },
                      { type: 'array', max: 10, message: '最多选择10张图片！' },
                    ]}
                  >
                    <MaterialPicker num={10} size={88} />
                  </Field>
                </div>
              </Section>
            </div>
            <aside className={styles.side}>
              <Conflicts
                plan={plan}
                missing={missingOf(typed.days, lines)}
                seesCost={lines.lines.some(({ cost }) => cost !== undefined)}
                onNoCoupon={
                  typed.allowCoupon === 'no' || busy || readOnly
                    ? undefined
                    : () => {
                        form.setFieldValue('allowCoupon' as Parameters<typeof form.setFieldValue>[0], 'no' as never)
                        setDirty(true)
                      }
                }
              />
              <BuyerCard
                title={typed.title ?? ''}
                look={kind.buyerLook(typed as Partial<Own>, cheapestOf(lines.lines))}
              />
            </aside>
          </div>
        </section>
        <section className={styles.panel} hidden={step !== 2} aria-label={STEPS[2]}>
          {visited && (
            <Section title={STEPS[2]}>
              <Field of={ActivityDraft} name="content" label="商品详情（选填）">
                <RichTextEditor minHeight={420} maxLength={MAX_HTML} placeholder="请输入商品详情，可拖入或粘贴图片" />
              </Field>
              {kind.texts}
            </Section>
          )}
        </section>
      </WriteForm>
      {goods && (
        <footer className={styles.foot}>
          <span className={styles.note}>{draft.savedAt && `已暂存 ${draft.savedAt}`}</span>
          {step > first && <Button onClick={() => turnTo(step - 1)}>上一步</Button>}
          {step < 2 && <Button onClick={() => turnTo(step + 1)}>下一步</Button>}
          <WriteButton type="primary" of={{ isPending: busy }} onClick={handlePress}>
            提交
          </WriteButton>
        </footer>
      )}
    </div>
  )
}

const missingOf = (days: unknown, { lines }: LinesStore) =>
  !days
    ? '选好活动日期和时间后，这里列出冲突'
    : readyLines(lines).length
      ? '选好活动时间后，这里列出冲突'
      : '填了价格和限量后，这里列出冲突和最低到手价'

/** The two ends of the days are one field. */
const daysFieldOf = (field: string) =>
  field === 'startTime' || field === 'stopTime' ? 'days' : (field.split(/[.[]/)[0] ?? field)
const atDays = ({ name, errors }: ReturnType<typeof toFieldData>) => ({
  name: name.length === 1 ? [daysFieldOf(String(name[0]))] : name,
  errors,
})

function fieldErrorsIn(error: unknown): { field: string; message: string }[] {
  const { errors } = ((error instanceof CallError && error.body) || {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.filter((one) => typeof one?.field === 'string') : []
}

const lengthOf = ([from, to]: [string, string]) => dayjs(to).diff(dayjs(from), 'day') + 1

type DayRangeProps = { id?: string; value?: [string, string]; onChange?: (days: [string, string] | undefined) => void }

const today = () => toWireDay(serverNow())
/** The first and the last day of an activity, which does not end in the past. */
function DayRange({ value, onChange, ...props }: DayRangeProps) {
  return (
    <DatePicker.RangePicker
      {...props}
      // Of both ends: the label names the first alone.
      aria-label="活动日期"
      // Otherwise the Tab key would not leave an end that has no day.
      allowEmpty
      className={styles.short}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      disabledDate={(day) => day.format('YYYY-MM-DD') < today()}
      onChange={(days) => {
        const [from, to] = days ?? []
        onChange?.(from && to ? [from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD')] : undefined)
      }}
    />
  )
}

function GoodsCard({ of, onChange }: { of: Goods; onChange: (() => void) | undefined }) {
  const { name, image, low, high, skus, stock } = of
  return (
    <div className={styles.goods}>
      <Picture src={image} alt={name} size={48} />
      <div className={styles.goodsText}>
        <b>{name}</b>
        <span>
          {skus} 个规格 · 售价 {low === high ? moneyText(low) : `${moneyText(low)} – ${moneyText(high)}`} · 库存{' '}
          {stock.toLocaleString('en-US')}
        </span>
      </div>
      {onChange ? <Button onClick={onChange}>更换商品</Button> : <span>保存后不能换商品</span>}
    </div>
  )
}

const cheapestOf = (lines: readonly SkuLine[]) =>
  readyLines(lines).toSorted((one, other) => (leastOf(one) ?? 0) - (leastOf(other) ?? 0))[0]

/** The activity as a buyer sees it. */
function BuyerCard({ title, look: { price, was, beside, below } }: { title: string; look: BuyerLook }) {
  return (
    <Section title="买家看到的样子">
      <div className={styles.card}>
        <header>
          <b>{price === null ? '¥—' : moneyText(price)}</b>
          {was !== undefined && price !== null && was > price && <del>{moneyText(was)}</del>}
          <small>{beside}</small>
        </header>
        <div>
          <b>{title || '活动标题'}</b>
          <small>{below}</small>
        </div>
      </div>
    </Section>
  )
}
