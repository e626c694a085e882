import { useQuery } from '@tanstack/react-query'
import { ComponentDraftSave, componentProduct, type Submitted } from '@zhanggui/contract/product/component-product.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import { MAX_PICTURES, qualificationLabels } from '@zhanggui/domain/product/component-product.ts'
import { Alert, Button, Flex, Form, Input, Typography } from 'antd'
import { useContext, useEffect, useId, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { write } from '../../../../api/write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { showError, showInfo, showSuccess, showWarning } from '../../../../kit/feedback/feedback.ts'
import { DraftOffer } from '../../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../../kit/form/draft/use-draft.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import { StepBar } from '../../../../kit/form/step-bar.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { EmptyBlock } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { ViewContext } from '../../../../kit/page/view.ts'
import { RichTextEditor } from '../../../../kit/rich-text/rich-text-editor.tsx'
import {
  bodyOf,
  type ComponentForm,
  type ComponentValues,
  findLeaf,
  formOfProduct,
  MAX_TITLE,
  picturesOf,
  problemOf,
  steps,
} from '../../model/component-form.ts'
import { createShopPictures } from '../../model/shop-pictures.ts'
import { openProductPicker } from '../../shared/picker/product-picker.tsx'
import styles from '../form/product-form.module.css'
import { ComponentSkus } from './component-skus.tsx'
import { ShopCategorySelect, shopCategories } from './shop-category-select.tsx'
import { ShopPictureStates } from './shop-picture-states.tsx'

const DRAFTS = '/product/component/draft'
const MAX_DETAIL_PICTURES = 10
const TILE = 104

/** The part of the main product that the form shows. */
export type MainProduct = { id: number; storeName: string; image: string }

type Props = {
  /** The product being edited; undefined for a new one. */
  initial?: ComponentForm & { main: MainProduct; productId: number; version?: number }
}

/** Uploads one of the shop's pictures to WeChat. */
const send = async (imgUrl: string) => {
  const { tempUrl } = await write(componentProduct.uploadPicture, { body: { imgUrl, respType: 1 } })
  return tempUrl
}

/** The form of a product of the WeChat shop in three steps (docs/catalogue.md, Copies in the WeChat shop). */
export function ComponentProductForm({ initial }: Props) {
  const [form] = Form.useForm<ComponentValues>()
  const { leave } = useContext(ViewContext)
  const [step, setStep] = useState(initial ? 1 : 0)
  const [main, setMain] = useState(initial?.main)
  const [rows, setRows] = useState(initial?.rows ?? [])
  const [version, setVersion] = useState(initial?.version)
  const [dirty, setDirty] = useState(false)
  const [left, setLeft] = useState(false)
  const [choosing, setChoosing] = useState(false)
  // WeChat already has the pictures that were submitted.
  const [pictures] = useState(() => createShopPictures(initial ? picturesOf(initial) : [], send))
  const values = Form.useWatch((all: ComponentValues) => all, form) ?? initial?.values ?? {}
  const wanted = main ? picturesOf({ values, rows }) : []
  useDirtyGuard(dirty && !left)
  const draft = useDraft<ComponentForm & { main: MainProduct | undefined; version: number | undefined }>({
    of: 'component-product',
    id: initial?.productId,
    dirty: dirty && !left,
    body: () => ({ values: form.getFieldsValue(true), rows, main, version }),
    onRestore: (kept) => {
      form.setFieldsValue(kept.values)
      setRows(kept.rows)
      setMain(kept.main)
      setVersion(kept.version)
      setDirty(true)
      setStep(kept.main ? 1 : 0)
    },
  })

  // Pictures are uploaded to WeChat as they are chosen.
  const wantedText = JSON.stringify(wanted)
  useEffect(() => pictures.getState().want(JSON.parse(wantedText) as string[]), [pictures, wantedText])

  useEffect(() => {
    if (left) leave(DRAFTS)
  }, [left, leave])

  function finish({ editStatus, syncState }: Submitted) {
    if (syncState === 'queued') showInfo('提交次数已达上限，已排队，稍后自动提交')
    else if (editStatus === 1) showWarning('微信没有及时应答，系统会自动核对提交结果')
    else showSuccess('提交成功，等待微信审核')
    setLeft(true)
  }
  const options = { form, onSuccess: finish, onError: () => setStep(1) }
  const add = useWrite(componentProduct.add, { ...options, once: true })
  const update = useWrite(componentProduct.update, options)
  const busy = add.isPending || update.isPending || left

  async function take(id: number) {
    setChoosing(true)
    try {
      const info: ProductInfo = await call(product.info, { params: { id } })
      const filled = formOfProduct(info)
      form.setFieldsValue({ ...filled.values, qualificationPics: [], descImgs: [] })
      setRows(filled.rows)
      setMain({ id, storeName: info.storeName, image: info.image })
      setDirty(true)
      setStep(1)
    } catch (error) {
      if (error instanceof CallError) reactToError(error)
      else throw error
    } finally {
      setChoosing(false)
    }
  }

  const choose = () =>
    openProductPicker({
      mode: 'single',
      onPick: ([picked]) => {
        if (picked) take(picked.id)
      },
    })

  async function submit() {
    if (!main) return showError('请先选择商品')
    const wrong = await form.validateFields().then(
      () => undefined,
      ({ errorFields }: { errorFields: { name: (string | number)[]; errors: string[] }[] }) => errorFields[0],
    )
    if (wrong) {
      setStep(wrong.name[0] === 'descInfo' || wrong.name[0] === 'descImgs' ? 2 : 1)
      return showError(wrong.errors[0] ?? '请检查填写的内容')
    }
    const filled = { values: form.getFieldsValue(true) as ComponentValues, rows }
    const { states } = pictures.getState()
    const problem = problemOf(filled, states)
    if (problem) {
      setStep(problem.step)
      return showError(problem.message)
    }
    const body = bodyOf(filled, states)
    if (initial) update.mutate({ body: { ...body, productId: initial.productId, version } })
    else add.mutate({ body: { ...body, primaryProductId: main.id } })
  }

  return (
    <div className={styles.form}>
      <DraftOffer draft={draft} />
      <div className={styles.card}>
        <StepBar
          titles={steps}
          current={step}
          onChange={(next) => (main ? setStep(next) : showError('请先选择商品'))}
        />
      </div>
      <WriteForm<ComponentValues>
        form={form}
        name={useId()}
        layout="vertical"
        of={{ isPending: busy }}
        initialValues={initial?.values}
        onValuesChange={() => setDirty(true)}
        className={styles.form}
      >
        <section className={styles.panel} hidden={step !== 0} aria-label={steps[0]}>
          {main ? (
            <Flex gap={16} align="center" wrap style={{ paddingBottom: 12 }}>
              <Picture src={main.image} alt={main.storeName} />
              <Typography.Text strong>{main.storeName}</Typography.Text>
              <Typography.Text type="secondary">ID {main.id}</Typography.Text>
              {!initial && (
                <Button loading={choosing} onClick={choose}>
                  更换商品
                </Button>
              )}
            </Flex>
          ) : (
            <EmptyBlock
              text="选择一个商品"
              more="把它发布到微信小店，在视频号和直播间里卖"
              act={
                <Button type="primary" loading={choosing} onClick={choose}>
                  选择商品
                </Button>
              }
            />
          )}
        </section>
        <section className={styles.panel} hidden={step !== 1} aria-label={steps[1]}>
          <div className={styles.grid}>
            <Field
              of={ComponentDraftSave}
              name="headImg"
              className={styles.wide}
              extra={<ShopPictureStates of={pictures} addresses={values.headImg} />}
            >
              <MaterialPicker num={MAX_PICTURES} size={TILE} />
            </Field>
            <Field of={ComponentDraftSave} name="title" className={styles.wide}>
              <Input maxLength={MAX_TITLE} showCount allowClear placeholder="3 到 60 个字" />
            </Field>
            <Field of={ComponentDraftSave} name="unitName">
              <Input maxLength={32} placeholder="件" />
            </Field>
            <Field of={ComponentDraftSave} name="tempId">
              <RemoteSelect of={freightTemplate.list} allowClear={false} placeholder="请选择运费模板" />
            </Field>
            <Field of={ComponentDraftSave} name="thirdCatId">
              <ShopCategorySelect />
            </Field>
            <Field of={ComponentDraftSave} name="brandId" extra="微信品牌编号，留空为无品牌">
              <NumberInput min={0} precision={0} controls={false} placeholder="无品牌" style={{ width: '100%' }} />
            </Field>
            <Field of={ComponentDraftSave} name="giveIntegral" />
            <Field of={ComponentDraftSave} name="ficti" />
            <Qualification thirdCatId={values.thirdCatId} pictures={pictures} chosen={values.qualificationPics} />
            <h3 className={styles.heading}>商品规格</h3>
            <div className={styles.wide} style={{ minWidth: 0, marginBottom: 16 }}>
              <ComponentSkus
                rows={rows}
                pictures={pictures}
                readOnly={busy}
                onChange={(next) => {
                  setRows(next)
                  setDirty(true)
                }}
              />
            </div>
          </div>
        </section>
        <section className={styles.panel} hidden={step !== 2} aria-label={steps[2]}>
          <Field of={ComponentDraftSave} name="descInfo">
            <RichTextEditor minHeight={360} placeholder="请输入商品详情" />
          </Field>
          <Field
            of={ComponentDraftSave}
            name="descImgs"
            extra={<ShopPictureStates of={pictures} addresses={values.descImgs} />}
          >
            <MaterialPicker num={MAX_DETAIL_PICTURES} size={TILE} />
          </Field>
        </section>
      </WriteForm>
      <footer className={styles.foot}>
        <span className={styles.note}>提交后由微信审核，通过后在小店上架；库存与主商品共用</span>
        {step > 0 && <Button onClick={() => setStep(step - 1)}>上一步</Button>}
        {step < steps.length - 1 && (
          <Button disabled={!main} onClick={() => setStep(step + 1)}>
            下一步
          </Button>
        )}
        <WriteButton type="primary" of={{ isPending: busy }} disabled={busy || !main} onClick={submit}>
          提交审核
        </WriteButton>
      </footer>
    </div>
  )
}

/** 商品资质图 with the category's requirements, shown only for categories that ask for it. */
function Qualification({
  thirdCatId,
  pictures,
  chosen,
}: {
  thirdCatId: number | undefined
  pictures: ReturnType<typeof createShopPictures>
  chosen: readonly string[] | undefined
}) {
  const leaf = findLeaf(useQuery(shopCategories).data ?? [], thirdCatId)?.leaf
  if (!leaf || (!leaf.productQualificationType && !leaf.qualificationType)) return null
  const asks = leaf.productQualificationType > 0
  return (
    <>
      <Alert
        className={styles.wide}
        style={{ marginBottom: 16 }}
        type="info"
        showIcon
        title="资质类型说明"
        description={
          <>
            {leaf.qualificationType > 0 && (
              <div>
                类目资质（{qualificationLabels[leaf.qualificationType]}）：{leaf.qualification}
              </div>
            )}
            {asks && (
              <div>
                商品资质（{qualificationLabels[leaf.productQualificationType]}）：{leaf.productQualification}
              </div>
            )}
          </>
        }
      />
      {asks && (
        <Field
          of={ComponentDraftSave}
          name="qualificationPics"
          className={styles.wide}
          extra={<ShopPictureStates of={pictures} addresses={chosen} />}
          required={leaf.productQualificationType === 1}
          rules={
            leaf.productQualificationType === 1
              ? [{ required: true, type: 'array', min: 1, message: '该类目必须上传商品资质图片，请上传！' }]
              : []
          }
        >
          <MaterialPicker num={MAX_PICTURES} size={TILE} />
        </Field>
      )}
    </>
  )
}
