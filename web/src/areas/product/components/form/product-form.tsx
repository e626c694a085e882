import { useQuery } from '@tanstack/react-query'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { type ProductDraft, type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { NO_PICTURE } from '@zhanggui/domain/product/product.ts'
import { Alert, Button, Form } from 'antd'
import { useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { write } from '../../../../api/write.ts'
import { useCan, useReadOnly } from '../../../../kit/access/can.tsx'
import { hasPermi } from '../../../../kit/access/permissions.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm, showError } from '../../../../kit/feedback/feedback.ts'
import { DraftOffer } from '../../../../kit/form/draft/draft-offer.tsx'
import { type RemoteDrafts, useDraft } from '../../../../kit/form/draft/use-draft.ts'
import { MeanwhileLine } from '../../../../kit/form/meanwhile/meanwhile-line.tsx'
import { useMeanwhile } from '../../../../kit/form/meanwhile/use-meanwhile.ts'
import { StepBar } from '../../../../kit/form/step-bar.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../../kit/page/page-header.tsx'
import { ViewContext } from '../../../../kit/page/view.ts'
import { useDict } from '../../../setting/shared/dictionary.ts'
import {
  blankForm,
  bodyOf,
  type FormFault,
  type FormValues,
  faultsOfSkus,
  isByWeight,
  isUnfinished,
  isWithoutStock,
  skusOf,
  stepOf,
  steps,
  titleOf,
  type UnfinishedForm,
  valuesOf,
  warningsOf,
} from '../../model/product-form.ts'
import { formOfInfo, mergeProduct } from '../../model/product-merge.ts'
import { problemKey } from '../../model/sku-matrix.ts'
import { createSkuStore, revive, type SkuStore, skuFaults } from '../../model/sku-store.ts'
import { ProductCopy } from '../copy/product-copy.tsx'
import { StockDrawer } from '../stock/stock-drawer.tsx'
import { ProductBasics } from './product-basics.tsx'
import { askAboutProduct } from './product-conflict.tsx'
import { ProductContent } from './product-content.tsx'
import { ProductExtras } from './product-extras.tsx'
import styles from './product-form.module.css'
import { ProductSpecs } from './product-specs.tsx'

const LIST = '/product/list'

type Props = {
  /** The product being edited; undefined for a new one. */
  info?: ProductInfo
  /** Rebuilds the form from the product as currently stored. */
  onReload: () => void
}

/** The form of a product in four steps. */
export function ProductForm({ info, onReload }: Props) {
  const [form] = Form.useForm<FormValues>()
  const { leave } = useContext(ViewContext)
  const seesCost = useSession((session) => hasPermi(session, ['admin:product:cost:view']))
  const mayShelve = useCan(product.putOnShelf)
  const mayAdjust = useCan(productStock.adjust)
  const mayAdd = useCan(productStock.add)
  const [store] = useState(() => createSkuStore(info ? skusOf(info) : { specType: false, isSub: false }))
  const [version, setVersion] = useState(info?.version)
  /** The product that the form began with, or that was taken over last. */
  const begun = useRef(info)
  const [step, setStep] = useState(0)
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set([0, 1, 3]))
  const [dirty, setDirty] = useState(false)
  const [left, setLeft] = useState(false)
  const [stocking, setStocking] = useState(false)
  const readOnly = useReadOnly(product.update) !== undefined
  /** What keeps the form from being sent, since it was last tried. */
  const [faults, setFaults] = useState<readonly FormFault[]>([])
  const openStock = useCallback(() => setStocking(true), [])
  /** Set on submit: the product also goes on the shelf. */
  const shelve = useRef(false)
  useDirtyGuard(dirty && !left)

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (
          now.matrix !== before.matrix ||
          now.single !== before.single ||
          now.isSub !== before.isSub ||
          now.specType !== before.specType
        )
          setDirty(true)
        if (now.problems === before.problems)
          setFaults((known) =>
            known.some(({ cell, name }) => cell || !name)
              ? [...known.filter(({ cell, name }) => !cell && name), ...faultsOfSkus(skuFaults(now))]
              : known,
          )
      }),
    [store],
  )

  const mayKeep = useCan(product.keepDraft)
  const draft = useDraft<UnfinishedForm>({
    of: 'product',
    id: info?.id,
    dirty: dirty && !left,
    body: () => unfinished(),
    fits: (body) => isUnfinished({ ...body }),
    onRestore: restore,
    nameOf: ({ values }) => values.storeName ?? '',
    remote: mayKeep ? remoteDrafts : undefined,
  })
  function unfinished(): UnfinishedForm {
    const { specType, isSub, matrix, single } = store.getState()
    return { version, values: form.getFieldsValue(true), skus: { specType, isSub, matrix, single } }
  }

  function restore(kept: UnfinishedForm) {
    form.setFieldsValue(kept.values)
    store.setState(revive(kept.skus))
    if (kept.version !== undefined) setVersion(kept.version)
    setVisited(new Set([0, 1, 2, 3]))
    setDirty(true)
  }

  // Leaves only after the form counts as saved, when the guard is gone.
  useEffect(() => {
    if (left) leave(LIST)
  }, [left, leave])

  async function finish(id: number) {
    // A separate call, because an edit does not put a product on the shelf.
    if (info && shelve.current)
      await write(product.putOnShelf, { params: { id } }).catch((error: Error) => showError(error.message))
    setLeft(true)
  }

  function showRefusal(error: Error) {
    const errors = error instanceof CallError ? fieldErrorsIn(error) : []
    const [first] = errors
    if (!first) return
    const rows = store.rows()
    const problems = errors.flatMap(({ field, message }) => {
      const [, index, name] = /^attrValue\[(\d+)\]\.(\w+)/.exec(field) ?? []
      const key = rows[Number(index)]?.key
      return key && name ? [[problemKey(key, name), message] as const] : []
    })
    store.showProblems(new Map(problems))
    setFaults(
      errors.map(({ field, message }) => {
        const name = field.split(/[.[]/)[0] ?? ''
        return { step: stepOf(name), text: message, name: field }
      }),
    )
    turnTo(stepOf(first.field.split(/[.[]/)[0] ?? ''), first.field)
  }

  const create = useWrite(product.save, {
    form,
    once: true,
    message: '新增成功',
    onSuccess: ({ id }) => finish(id),
    onError: showRefusal,
  })
  const update = useWrite(product.update, {
    form,
    message: '编辑成功',
    onSuccess: ({ id }) => finish(id),
    onError: showRefusal,
    onConflict: () => resolveConflict(),
  })
  const sending = info ? update : create
  const busy = create.isPending || update.isPending || left

  const meanwhile = useMeanwhile({
    object: product.info.object,
    id: info?.id,
    version,
    dirty,
    busy,
    onTake: async ({ fields }) => {
      const latest = await call(product.info, { params: { id: info?.id ?? 0 }, silent: true })
      const former = Object.fromEntries(fields.map(({ name, before }) => [name, before]))
      // A draft that was restored may be older than what the form was opened with.
      const base = begun.current?.version === version ? (begun.current ?? latest) : { ...latest, ...former }
      const mine = { values: form.getFieldsValue(true) as FormValues, skus: store.getState() }
      const { values, skus, kept } = mergeProduct(mine, formOfInfo(base), formOfInfo(latest))
      const wasDirty = dirty
      form.setFieldsValue(values)
      store.setState(skus)
      begun.current = latest
      setVersion(latest.version)
      setDirty(wasDirty)
      return kept
    },
  })

  async function resolveConflict() {
    if (!info) return
    const latest = await call(product.info, { params: { id: info.id } })
    const current = bodyOf(valuesOf(latest), createSkuStore(skusOf(latest)).getState(), seesCost)
    const mine = body()
    const choice = await askAboutProduct({
      mine,
      current,
      updateBy: latest.updateBy,
      updateTime: latest.updateTime,
    })
    if (choice === 'stay') return
    if (choice === 'latest') {
      draft.forget()
      onReload()
      return
    }
    setVersion(latest.version)
    update.mutate({ body: { ...mine, id: info.id, version: latest.version } })
  }

  function body(): ProductDraft {
    return bodyOf(form.getFieldsValue(true), store.getState(), seesCost)
  }

  function turnTo(next: number, field?: string) {
    setStep(next)
    setVisited((before) => new Set([...before, next]))
    if (field)
      setTimeout(() => {
        form.scrollToField(field, { block: 'center' })
        form.getFieldInstance(field)?.focus?.()
        // A picture has no input of that name: the box around it is brought into sight.
        const panel = `section[aria-label="${steps[next]}"]`
        document.querySelector(`${panel} .ant-form-item-has-error`)?.scrollIntoView?.({ block: 'center' })
      }, 60)
  }

  /** Submits the form if it is valid; otherwise shows the first problem. */
  async function submit(alsoShelve: boolean) {
    shelve.current = alsoShelve
    const wrong = await form.validateFields().then(
      () => [],
      ({ errorFields }: { errorFields: { name: (string | number)[]; errors: string[] }[] }) =>
        errorFields.map(({ name: [first], errors }): FormFault => {
          const name = String(first)
          return { step: stepOf(name), text: errors[0] ?? `请检查${titleOf(name)}`, name }
        }),
    )
    const bare = alsoShelve && !body().image
    if (bare) form.setFields([{ name: 'image', errors: [NO_PICTURE] }])
    const found = [
      ...wrong,
      ...(bare ? [{ step: stepOf('image'), text: NO_PICTURE, name: 'image' }] : []),
      ...faultsOfSkus(store.check()),
    ].sort((one, other) => one.step - other.step)
    setFaults(found)
    const [first] = found
    if (first) {
      showError(first.text)
      goTo(first)
      return
    }
    if (alsoShelve && isWithoutStock(store.getState()) && !(await isSureWithoutStock())) {
      const [row] = store.rows()
      goTo({ step: stepOf('attrValue'), text: '', ...(row && { cell: { key: row.key, field: 'stock' } }) })
      return
    }
    if (info) update.mutate({ body: { ...body(), id: info.id, version } })
    else create.mutate({ body: { ...body(), ...(alsoShelve && { isShow: true }) } })
  }

  function goTo({ step: to, name, cell }: FormFault) {
    turnTo(to, name)
    if (cell) setTimeout(() => focusCell(cell.key, cell.field), 60)
  }

  function focusCell(key: string, field: string) {
    const index = store.rows().findIndex((row) => row.key === key)
    document.querySelector<HTMLInputElement>(`[data-row="${index}"][data-field="${field}"]`)?.focus()
  }

  /** What a shop wants of a new product; without it, saving is all there is to do. */
  const offersShelf = mayShelve && info?.isShow !== true
  return (
    <div className={styles.form}>
      <PageHeader title={info ? '编辑商品' : undefined} />
      <DraftOffer draft={draft} />
      {!info && <ProductCopy filled={dirty} onCopied={restore} />}
      <div className={styles.card}>
        <StepBar
          titles={steps}
          current={step}
          faulty={new Set(faults.map((fault) => fault.step))}
          onChange={(next) => turnTo(next)}
        />
      </div>
      <WriteForm<FormValues>
        form={form}
        name={useId()}
        layout="vertical"
        of={{ isPending: busy }}
        initialValues={info ? valuesOf(info) : blankForm}
        onValuesChange={() => setDirty(true)}
        onFieldsChange={() =>
          setFaults((known) =>
            known.length
              ? known.filter(({ name }) => !name || form.getFieldError(name as keyof FormValues).length > 0)
              : known,
          )
        }
        className={styles.form}
      >
        <section className={styles.panel} hidden={step !== 0} aria-label={steps[0]}>
          <ProductBasics info={info} />
        </section>
        <section className={styles.panel} hidden={step !== 1} aria-label={steps[1]}>
          <ProductSpecs
            store={store}
            seesCost={seesCost}
            readOnly={busy || readOnly}
            onStock={info && (mayAdjust || mayAdd) ? openStock : undefined}
          />
        </section>
        <section className={styles.panel} hidden={step !== 2} aria-label={steps[2]}>
          {visited.has(2) && <ProductContent />}
        </section>
        <section className={styles.panel} hidden={step !== 3} aria-label={steps[3]}>
          <ProductExtras info={info} />
        </section>
        <Warnings store={store} id={info?.id} seesCost={seesCost} isSent={busy} />
      </WriteForm>
      <footer className={styles.foot}>
        <MeanwhileLine of={meanwhile} />
        <Faults of={faults} onGo={goTo} />
        <span className={styles.note}>{draft.savedAt && `草稿已于 ${draft.savedAt} 暂存`}</span>
        {step > 0 && <Button onClick={() => turnTo(step - 1)}>上一步</Button>}
        {step < steps.length - 1 && <Button onClick={() => turnTo(step + 1)}>下一步</Button>}
        <WriteButton
          of={sending}
          type={offersShelf ? 'default' : 'primary'}
          loading={busy && !shelve.current}
          disabled={busy}
          onClick={() => submit(false)}
        >
          提交
        </WriteButton>
        {offersShelf && (
          <WriteButton
            of={sending}
            type="primary"
            loading={busy && shelve.current}
            disabled={busy}
            onClick={() => submit(true)}
          >
            提交并上架
          </WriteButton>
        )}
      </footer>
      {stocking && info && (
        <StockDrawer
          id={info.id}
          onClose={() => setStocking(false)}
          onChanged={(latest) => store.setStocks(new Map(latest.attrValue.map(({ id, stock }) => [id, stock])))}
        />
      )}
    </div>
  )
}

/** All that keeps the form from being sent, each with the way to it. */
function Faults({ of: faults, onGo }: { of: readonly FormFault[]; onGo: (fault: FormFault) => void }) {
  if (!faults.length) return null
  return (
    <nav className={styles.faults} aria-label="没填好的地方">
      <b>{faults.length} 处没填好：</b>
      {faults.map((fault) => (
        <Button key={`${fault.step} ${fault.text}`} type="link" size="small" onClick={() => onGo(fault)}>
          {fault.text}
        </Button>
      ))}
    </nav>
  )
}

/** A product without stock is on sale and sold out at once: what buyers would see is told before. */
const isSureWithoutStock = () =>
  confirm({
    title: '库存都是 0',
    content: '上架后买家看得到，但显示已售罄，买不了。',
    okText: '仍要上架',
    cancelText: '去填库存',
  })

type WarningsProps = { store: SkuStore; id?: number | undefined; seesCost: boolean; isSent: boolean }

/** Warnings beside the buttons; they do not block saving. */
function Warnings({ store, id, seesCost, isSent }: WarningsProps) {
  const skus = useStore(store)
  const storeName = Form.useWatch<string | undefined>('storeName')?.trim() ?? ''
  const tempId = Form.useWatch<number | undefined>('tempId')
  const templates = useQuery(read(freightTemplate.list, { query: { limit: 100 }, silent: true })).data?.list ?? []
  // Once it is stored it is its own namesake.
  const hasNamesake = useNamesake(storeName, id) && !isSent
  const words = useDict('ad_banned_words')?.ad_banned_words ?? []
  const warnings = warningsOf(storeName, skus, {
    byWeight: templates.some((template) => template.id === tempId && isByWeight(template)),
    bannedWords: words.filter(({ enabled }) => enabled).map(({ label }) => label),
    namesake: hasNamesake,
    seesCost,
  })
  if (!warnings.length) return null
  return (
    <Alert
      type="warning"
      showIcon
      title="请留意（不影响提交）"
      description={
        <ul className={styles.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      }
    />
  )
}

const SAME_NAME_AFTER_MS = 600

/** Whether another product has the same name, on sale or not. */
function useNamesake(storeName: string, id: number | undefined): boolean {
  const allowed = useCan(product.list)
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(storeName), SAME_NAME_AFTER_MS)
    return () => clearTimeout(timer)
  }, [storeName])
  const keywords = [...asked].slice(0, 50).join('')
  const find = (type: 1 | 2) => ({
    ...read(product.list, { query: { type, keywords, limit: 20 }, silent: true }),
    enabled: allowed && keywords !== '',
  })
  const found = [useQuery(find(1)).data, useQuery(find(2)).data].flatMap((page) => page?.list ?? [])
  return asked === storeName && found.some((row) => row.storeName === storeName && row.id !== id)
}

/** The server's copies of unfinished forms. */
const remoteDrafts: RemoteDrafts<UnfinishedForm> = {
  async find(asked) {
    const { body, time, key = asked } = await call(product.draft, { query: { key: asked }, silent: true })
    return isUnfinished(body) ? { body, time: time ?? '', key } : undefined
  },
  keep: (key, body) => call(product.keepDraft, { body: { key, body: { ...body } }, silent: true }),
  remove: (key) => call(product.removeDraft, { query: { key }, silent: true }),
}

function fieldErrorsIn(error: CallError): { field: string; message: string }[] {
  const { errors } = (error.body ?? {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.filter((one) => typeof one?.field === 'string') : []
}
