import { type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import { Button, Form } from 'antd'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { isAsked } from '../../api/asked.ts'
import { call } from '../../api/call.ts'
import { reactToError, reportSuccess } from '../../api/reactions.ts'
import { serverNow } from '../../api/server-time.ts'
import { toFieldData } from '../../api/use-write.ts'
import { useCan, useReadOnly } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import type { StoredActivity } from '../activity/activity-screens.ts'
import { openActivity } from '../activity/turn-activity.tsx'
import { Section } from '../detail/detail-page.tsx'
import { askAboutConflict } from '../dialog/version-conflict.tsx'
import { showError } from '../feedback/feedback.ts'
import { DraftOffer } from '../form/draft/draft-offer.tsx'
import { useDraft } from '../form/draft/use-draft.ts'
import { Field } from '../form/field.tsx'
import { StepBar } from '../form/step-bar.tsx'
import { WriteForm } from '../form/write-form.tsx'
import { HistoryButton } from '../history/history-button.tsx'
import { useDirtyGuard } from '../page/dirty-guard.ts'
import { PageHeader } from '../page/page-header.tsx'
import { ViewContext } from '../page/view.ts'
import { RichTextEditor } from '../rich-text/rich-text-editor.tsx'
import styles from './activity-form.module.css'
import type { ActivityKind } from './activity-kind.ts'
import { ActivitySkus } from './activity-skus.tsx'
import { BuyerCard } from './buyer-card.tsx'
import { Conflicts, missingOf, type Plan, useConflicts, useLowest } from './conflicts.tsx'
import { DaysField } from './days-field.tsx'
import { atFormField, fieldErrorsIn, formFieldOf } from './form-refusals.ts'
import { ContentSection, TermsSection } from './form-sections.tsx'
import { GoodsCard } from './goods-card.tsx'
import {
  bodyOfLines,
  cheapestOf,
  type LineField,
  linesOf,
  linesOfProduct,
  problemsOf,
  readyLines,
  type SkuLine,
} from './sku-lines.ts'
import { useLines } from './use-lines.ts'
import {
  type ActivityBody,
  ActivityDraft,
  type ActivityValues,
  blankValues,
  bodyOf,
  type Goods,
  goodsOfActivity,
  goodsOfProduct,
  valuesOf,
  valuesOfProduct,
} from './values.ts'

const DEBOUNCE_MS = 500
const MAX_HTML = 200_000
const STEPS = ['选择商品', '基础信息', '商品详情'] as const
/** The step that shows a field. */
const stepOf = (field: string) => (field === 'content' || field === 'rule' ? 2 : 1)

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
  const lines = useLines(of ? linesOf(of.attrValue, kind) : [], kind, () => setDirty(true))
  const readOnly = useReadOnly() !== undefined
  const mayOpen = useCan(kind.routes.useStatus)
  const busy = sending || saved
  useDirtyGuard(dirty && !saved)
  const chosen = of || !kind.days ? {} : { days: kind.days }
  const initial: Values = { ...(of ? valuesOf(of) : blankValues), ...chosen, ...kind.own }
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

  /** @param opens whatever its switch says */
  async function submit(opens: boolean) {
    if (!goods || (await isWrong())) return
    const typedValues: Values = form.getFieldsValue(true)
    const values = opens ? { ...typedValues, status: true } : typedValues
    const body = bodyOf(goods.productId, values, bodyOfLines(lines.lines))
    const own = Object.fromEntries(Object.keys(kind.own).map((key) => [key, values[key as keyof Values]])) as Own
    const stored = of && { id: of.id, version: version ?? of.version }
    setSending(true)
    try {
      const answer = await openActivity((confirmed) =>
        send({ ...body, ...own, ...(confirmed && { confirmBelowCost: true }) }, stored),
      )
      if (answer !== undefined) {
        if (!isAsked(answer)) reportSuccess(of ? '编辑成功' : '新增成功')
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
        form.setFields(found.map(toFieldData).map(atFormField) as Parameters<typeof form.setFields>[0]),
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
    else if (first) turnTo(stepOf(first.field), formFieldOf(first.field))
  }

  const lastPress = useRef(0)
  function handlePress(opens: boolean) {
    const now = serverNow().getTime()
    if (now - lastPress.current < DEBOUNCE_MS) return
    lastPress.current = now
    submit(opens)
  }

  const plan = planOf()
  const lowest = useLowest(plan)
  const conflicts = useConflicts(plan)
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
  const offersOpening = mayOpen && !typed.status
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
                  <DaysField onChange={() => setDirty(true)} />
                  {kind.when}
                </div>
              </Section>
              <Section
                title="价格与限量"
                count={kind.lowTitle ? '一个活动只卖一个规格' : '一个规格一行，活动期间按这里的限量卖'}
                flush
              >
                <ActivitySkus store={lines} pricing={kind} lowest={lowest} readOnly={busy || readOnly} />
              </Section>
              {kind.section?.(typed as Partial<Own>, lines.lines)}
              <TermsSection limits={kind.limits} used={of?.budgetUsed ?? null} />
              <ContentSection />
            </div>
            <aside className={styles.side}>
              <Conflicts
                plan={plan}
                of={conflicts}
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
          <span className={styles.note}>
            {draft.savedAt && `已暂存 ${draft.savedAt}`}
            {conflicts.hard > 0 && <b className={styles.mustSolve}>开启前还有 {conflicts.hard} 处要解决</b>}
          </span>
          {step > first && <Button onClick={() => turnTo(step - 1)}>上一步</Button>}
          {step < 2 && <Button onClick={() => turnTo(step + 1)}>下一步</Button>}
          <WriteButton
            {...(!offersOpening && { type: 'primary' })}
            of={{ isPending: busy }}
            onClick={() => handlePress(false)}
          >
            提交
          </WriteButton>
          {offersOpening && (
            <WriteButton type="primary" of={{ isPending: busy }} onClick={() => handlePress(true)}>
              提交并开启
            </WriteButton>
          )}
        </footer>
      )}
    </div>
  )
}
