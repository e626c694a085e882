import {
  type FreightTemplate,
  FreightTemplateDraft,
  freightTemplate,
} from '@zhanggui/contract/product/freight-template.ts'
import {
  type FreightType,
  freightAppointNames,
  freightAppoints,
  freightTypeNames,
  freightUnits,
} from '@zhanggui/domain/product/freight.ts'
import { Button, Form, Input, Radio, Skeleton, Space } from 'antd'
import { use, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { AddWords } from '../../../../kit/dialog/add-words.ts'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { askAboutConflict } from '../../../../kit/dialog/version-conflict.tsx'
import { alertOnce, confirm } from '../../../../kit/feedback/feedback.ts'
import { DraftOffer } from '../../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../../kit/form/draft/use-draft.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { mergeFields } from '../../../../kit/form/meanwhile/meanwhile.ts'
import { MeanwhileLine } from '../../../../kit/form/meanwhile/meanwhile-line.tsx'
import { useMeanwhile } from '../../../../kit/form/meanwhile/use-meanwhile.ts'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { freightHelp } from '../../field-help.ts'
import { FreightFrees, FreightRegions, NoDelivery } from './freight-rules.tsx'

const WIDTH = 1000
/** The form's limit on names; imported names may be longer. */
const MAX_NAME_LENGTH = 30

type Props = {
  /** The template to edit, or with `copy` the one to start a new template from. */
  id?: number
  copy?: boolean
  onClose: () => void
  /** Called with the id of a new template. */
  onAdded?: (id: number) => void
}

/** The drawer that edits a freight template. Render it only while it is open. */
export function FreightTemplateDrawer({ id, copy, ...props }: Props) {
  const { data, error, reload } = useReadOnce(read(freightTemplate.info, { query: { id: id ?? 0 }, silent: true }), {
    enabled: id !== undefined,
  })
  if (id !== undefined && !data)
    return (
      <SidePanel title="运费模板" width={WIDTH} onClose={props.onClose}>
        {error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active />}
      </SidePanel>
    )
  if (!data) return <FreightForm {...props} />
  if (!copy) return <FreightForm {...props} row={data} />
  return <FreightForm {...props} from={{ ...data, name: `${data.name} 副本`.slice(0, MAX_NAME_LENGTH) }} />
}

type Typed = Omit<FreightTemplate, 'id' | 'version'>

const empty: Typed = {
  name: '',
  appoint: 2,
  type: 1,
  sort: 0,
  undelivery: false,
  regionList: [{ isDefault: true, areas: [], first: 1, firstPrice: 0, renewal: 1, renewalPrice: 0 }],
  freeList: [],
  noDeliveryList: [],
}

function FreightForm(props: {
  row?: FreightTemplate
  from?: Typed
  onClose: () => void
  onAdded?: (id: number) => void
}) {
  const { from = empty, onAdded } = props
  const [row, setRow] = useState(props.row)
  const addWords = use(AddWords) ?? '添加运费模板'
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const [form] = Form.useForm<Typed>()
  const appoint = Form.useWatch('appoint', form)
  const type = Form.useWatch('type', form) ?? 1
  const undelivery = Form.useWatch('undelivery', form)
  const draft = useDraft<{ version?: number; typed: Typed }>({
    of: 'freight-template',
    id: row?.id,
    dirty,
    body: () => ({ version: row?.version, typed: form.getFieldsValue(true) }),
    onRestore: ({ version = 0, typed }) => {
      if (row) setRow({ ...row, version })
      form.setFieldsValue(typed)
      setDirty(true)
    },
  })
  function onClose() {
    draft.forget()
    props.onClose()
  }

  const add = useWrite(freightTemplate.save, {
    form,
    once: true,
    message: '新增成功',
    onSuccess: (answer) => {
      onClose()
      onAdded?.(answer.id)
    },
  })
  const edit = useWrite(freightTemplate.update, {
    form,
    message: '编辑成功',
    onSuccess: onClose,
    onConflict: async (current, message) => {
      const latest = current as FreightTemplate
      const mine = form.getFieldsValue(true)
      if (!(await askAboutConflict({ message, fields: FreightTemplateDraft, mine, current: latest, describe }))) return
      setRow(latest)
      form.setFieldsValue(gather(latest))
      setDirty(false)
    },
  })
  const saving = add.isPending || edit.isPending
  const meanwhile = useMeanwhile({
    object: freightTemplate.update.object,
    id: row?.id,
    version: row?.version,
    dirty,
    busy: saving,
    onTake: ({ version, fields }) => {
      if (!row) return []
      const latest = { ...row, ...Object.fromEntries(fields.map(({ name, after }) => [name, after])), version }
      const shaped = fields.map((field) => (field.name === AREAS ? { ...field, ...gatheredBoth(field) } : field))
      const { values, kept } = mergeFields(shaped, { ...gather(row) }, form.getFieldsValue(true))
      setRow(latest)
      form.setFieldsValue(values)
      return kept
    },
  })

  function handleFinish(typed: Typed) {
    const { appoint: how, regionList = [], freeList = [], noDeliveryList = [] } = typed
    const body = {
      ...typed,
      regionList: how === 0 ? [] : regionList,
      freeList: how === 2 ? freeList : [],
      noDeliveryList: noDeliveryList.filter(({ areas }) => areas?.length),
    }
    if (row) edit.mutate({ body: { id: row.id, version: row.version, ...body } })
    else add.mutate({ body })
  }

  async function handleClose() {
    if (saving) return
    if (!dirty || (await confirm({ content: '有未保存的修改，离开吗？', okText: '离开' }))) onClose()
  }

  function handleChange(changed: Partial<Typed>) {
    setDirty(true)
    if (changed.appoint !== undefined) adapt(changed.appoint)
    if (changed.type !== undefined && row) warnOfLacking(row.id, changed.type)
  }

  /** 自定义 has one rule for all other areas, the first; 部分包邮 has none. */
  function adapt(to: Typed['appoint']) {
    const rules = (form.getFieldValue('regionList') ?? []) as Typed['regionList']
    const others = rules.filter(({ isDefault }) => !isDefault)
    if (to === 1) form.setFieldValue('regionList', others)
    if (to === 2 && others.length === rules.length) form.setFieldValue('regionList', [...empty.regionList, ...others])
    if (to !== 0 && form.getFieldValue('type') === 0) form.setFieldValue('type', 1)
  }

  return (
    <SidePanel
      title={row ? '编辑运费模板' : addWords}
      width={WIDTH}
      onClose={handleClose}
      footer={
        <>
          <MeanwhileLine of={meanwhile} />
          <Space style={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button onClick={handleClose} disabled={saving}>
              取消
            </Button>
            <WriteButton type="primary" of={{ isPending: saving }} onClick={form.submit}>
              确认
            </WriteButton>
          </Space>
        </>
      }
    >
      <DraftOffer draft={draft} />
      <WriteForm
        form={form}
        layout="vertical"
        of={{ isPending: saving }}
        initialValues={gather(row ?? from)}
        onFinish={handleFinish}
        onValuesChange={handleChange}
        scrollToFirstError
      >
        <Field of={FreightTemplateDraft} name="name">
          <Input maxLength={Math.max(MAX_NAME_LENGTH, row?.name.length ?? 0)} showCount allowClear />
        </Field>
        <Field of={FreightTemplateDraft} name="appoint" hint={freightHelp.appoint}>
          <Radio.Group
            options={freightAppoints.map((value) => ({ value, label: freightAppointNames[value] }))}
            optionType="button"
          />
        </Field>
        <Field of={FreightTemplateDraft} name="type" hidden={appoint === 0}>
          <Radio.Group
            options={([1, 2, 3] as const).map((value) => ({ value, label: freightTypeNames[value] }))}
            optionType="button"
          />
        </Field>
        {appoint !== 0 && <FreightRegions form={form} type={type} partly={appoint === 1} />}
        {appoint === 2 && <FreightFrees form={form} type={type} />}
        <NoDelivery on={undelivery === true} />
        <Field of={FreightTemplateDraft} name="sort" extra="越大越靠前" />
      </WriteForm>
    </SidePanel>
  )
}

/** One field holds all areas without delivery, however many lists they were stored in. */
function gather<Template extends Typed>(template: Template): Template {
  return { ...template, noDeliveryList: [{ areas: template.noDeliveryList.flatMap(({ areas }) => areas) }] }
}

const AREAS = 'noDeliveryList'
type Lists = Typed['noDeliveryList']
const gatheredBoth = ({ before, after }: { before: unknown; after: unknown }) => ({
  before: gather({ ...empty, noDeliveryList: before as Lists }).noDeliveryList,
  after: gather({ ...empty, noDeliveryList: after as Lists }).noDeliveryList,
})

const count = (rules: unknown) => `${(rules as unknown[]).length} 条`
const describe = {
  appoint: (value: unknown) => freightAppointNames[value as 0],
  type: (value: unknown) => freightTypeNames[value as 0],
  regionList: count,
  freeList: count,
  noDeliveryList: count,
}

async function warnOfLacking(id: number, type: FreightType) {
  if (type !== 2 && type !== 3) return
  const { skus } = await call(freightTemplate.lacking, { query: { id, type }, silent: true }).catch(() => ({ skus: 0 }))
  if (!skus) return
  const what = type === 2 ? '重量' : '体积'
  const content = `使用此模板的商品中有 ${skus} 个规格的${what}为 0，会按 0 ${freightUnits[type]} 计算运费，请先补全。`
  await alertOnce({ title: '提示', content, okText: '知道了' })
}
