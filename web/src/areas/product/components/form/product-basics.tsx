import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { ProductDraft, type ProductInfo } from '@zhanggui/contract/product/product.ts'
import { type LabelRow, productLabel } from '@zhanggui/contract/product/product-label.ts'
import { fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { MAX_PARAMS } from '@zhanggui/domain/product/param-template.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import { AutoComplete, Button, Form, Input, Select, Space } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { AddWords } from '../../../../kit/dialog/add-words.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { PlainFields } from '../../../../kit/form/plain-fields.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import { MaterialDialog, MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { useDict } from '../../../setting/shared/dictionary.ts'
import { CategoriesSelect } from '../../shared/category-cascader.tsx'
import { CategoryDialog } from '../category/category-dialog.tsx'
import { FreightTemplateDrawer } from '../freight/freight-template-drawer.tsx'
import styles from './product-form.module.css'

/** Size of a picture tile, px. */
const TILE = 104

/** Step 1 of the product form, 商品信息. */
export function ProductBasics({ info }: { info?: ProductInfo }) {
  const phone = useIsPhone()
  const dicts = useDict('product_unit', 'product_ensure')
  const units = dicts?.product_unit.filter(({ enabled }) => enabled) ?? []
  const ensures = dicts?.product_ensure ?? []
  useOnlyTemplate(info === undefined)
  const brandOf = info && { id: info.brandId, name: info.brandName }
  return (
    <div className={styles.grid}>
      <h2 className={styles.heading}>基本信息</h2>
      <Field of={ProductDraft} name="storeName" className={styles.wide}>
        <Input autoFocus={!info && !phone} maxLength={128} showCount allowClear placeholder="请输入商品名称" />
      </Field>
      <Form.Item label="商品分类" required>
        <Space.Compact block>
          <Field of={ProductDraft} name="cateIds" noStyle>
            <CategoriesSelect aria-label="商品分类" placeholder="请选择商品分类，第一个为主分类" />
          </Field>
          <NewCategory />
        </Space.Compact>
      </Form.Item>
      <Field of={ProductDraft} name="unitName">
        <AutoComplete
          maxLength={32}
          placeholder="请输入单位"
          showSearch={{ filterOption: false }}
          options={units.map(({ label }) => ({ value: label }))}
        />
      </Field>
      <Field of={ProductDraft} name="keyword">
        <Input maxLength={255} allowClear placeholder="多个关键字用逗号或空格隔开" />
      </Field>
      <Form.Item label="运费模板" required>
        <Space.Compact block>
          <Field of={ProductDraft} name="tempId" noStyle>
            <RemoteSelect
              of={freightTemplate.list}
              aria-label="运费模板"
              allowClear={false}
              placeholder="请选择运费模板"
              known={info && [{ id: info.tempId, name: info.tempName }]}
            />
          </Field>
          <NewFreightTemplate />
        </Space.Compact>
      </Form.Item>
      <Field of={ProductDraft} name="storeInfo" className={styles.wide}>
        <Input.TextArea maxLength={256} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
      <PlainFields of={ProductDraft} list={productFields} step={1} />
      <h2 className={styles.heading}>图片与视频</h2>
      <Field of={ProductDraft} name="image" extra="上架前必填，留空用第一张轮播图；建议 800×800，小于 500 KB">
        <MaterialPicker size={TILE} />
      </Field>
      <Field of={ProductDraft} name="flatPattern" extra="大图列表中展示">
        <MaterialPicker size={TILE} />
      </Field>
      <Field of={ProductDraft} name="sliderImage" className={styles.wide} extra="最多 10 张，可拖动排序">
        <MaterialPicker num={10} size={TILE} />
      </Field>
      <Field of={ProductDraft} name="videoLink" className={styles.wide}>
        <VideoInput />
      </Field>
      <h2 className={styles.heading}>更多信息</h2>
      <Field of={ProductDraft} name="brandId">
        <RemoteSelect of={brand.list} placeholder="请选择品牌" known={brandOf && [brandOf]} />
      </Field>
      <Field of={ProductDraft} name="labelIds">
        <RemoteSelect<LabelRow>
          of={productLabel.list}
          mode="multiple"
          maxCount={10}
          placeholder="请选择标签"
          // Labels with a rule are assigned by the rule only.
          offers={({ rule }) => !rule}
        />
      </Field>
      <Field of={ProductDraft} name="ensureIds" className={styles.wide}>
        <Select
          mode="multiple"
          allowClear
          placeholder="请选择服务保障"
          loading={!dicts}
          options={ensures.map(({ id, label, enabled }) => ({ value: id, label, disabled: !enabled }))}
        />
      </Field>
      <Params />
    </div>
  )
}

/** 新建: creates a category beside the form and selects it. */
function NewCategory() {
  const form = Form.useFormInstance()
  const [open, setOpen] = useState(false)
  const handleAdded = (id: number) =>
    form.setFieldValue('cateIds', [...((form.getFieldValue('cateIds') as number[] | undefined) ?? []), id])
  return (
    <Can do={category.save}>
      <Button icon={<PlusOutlined aria-hidden />} aria-label="新建商品分类" onClick={() => setOpen(true)}>
        新建
      </Button>
      {open && (
        <AddWords value="新建商品分类">
          <CategoryDialog type={1} onAdded={handleAdded} onClose={() => setOpen(false)} />
        </AddWords>
      )}
    </Can>
  )
}

/** Fills in the freight template of a new product, where there is only one to choose. */
function useOnlyTemplate(isNew: boolean) {
  const form = Form.useFormInstance()
  const { data } = useQuery({
    ...read(freightTemplate.list, { query: { limit: 100 }, silent: true }),
    enabled: isNew,
  })
  const only = data?.list.length === 1 ? data.list[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined && form.getFieldValue('tempId') === undefined) form.setFieldValue('tempId', only)
  }, [form, only])
}

/** 新建: creates a freight template beside the form and selects it. */
function NewFreightTemplate() {
  const form = Form.useFormInstance()
  const [open, setOpen] = useState(false)
  return (
    <Can do={freightTemplate.save}>
      <Button icon={<PlusOutlined aria-hidden />} aria-label="新建运费模板" onClick={() => setOpen(true)}>
        新建
      </Button>
      {open && (
        <AddWords value="新建运费模板">
          <FreightTemplateDrawer onClose={() => setOpen(false)} onAdded={(id) => form.setFieldValue('tempId', id)} />
        </AddWords>
      )}
    </Can>
  )
}

/** The address of a video, typed or chosen from the library, with a preview. */
function VideoInput(props: { id?: string; value?: string; onChange?: (value: string) => void }) {
  const { id, value = '', onChange } = props
  const [choosing, setChoosing] = useState(false)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  return (
    <>
      <Space.Compact block style={{ maxWidth: 720 }}>
        <Input
          id={id}
          allowClear
          maxLength={512}
          value={value}
          placeholder="视频链接（mp4、webm、mov），或从素材库选择"
          onChange={({ target }) => onChange?.(target.value)}
        />
        <Button onClick={() => setChoosing(true)}>选择视频</Button>
      </Space.Compact>
      {/^(https?:\/\/|\/file\/|public\/)\S+$/.test(value) && (
        <video
          className={styles.video}
          src={mediaUrl(value, mediaDomain)}
          controls
          preload="metadata"
          aria-label="主图视频预览"
        >
          <track kind="captions" />
        </video>
      )}
      {choosing && (
        <MaterialDialog
          type={fileTypes.video}
          max={1}
          onPick={([file]) => file && onChange?.(file.url)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** 商品参数: names and values that do not form SKUs, typed or taken from a template. */
function Params() {
  const form = Form.useFormInstance()
  const { data } = useQuery(read(paramTemplate.list, { query: { limit: 100 }, silent: true }))
  const templates = data?.list ?? []
  return (
    <Form.Item label="商品参数" className={styles.wide}>
      <Form.List name="params">
        {(fields, { add, remove }) => (
          <div className={styles.params}>
            {fields.map(({ key, name }, index) => (
              <div key={key} className={styles.param}>
                <Form.Item
                  name={[name, 'name']}
                  rules={[{ required: true, whitespace: true, message: '请输入参数名称' }]}
                >
                  <Input maxLength={32} placeholder="参数名称，如产地" aria-label={`参数名称 ${index + 1}`} />
                </Form.Item>
                <Form.Item name={[name, 'value']}>
                  <Input maxLength={128} placeholder="参数值，如新疆" aria-label={`参数值 ${index + 1}`} />
                </Form.Item>
                <Button type="link" danger aria-label={`删除参数 ${index + 1}`} onClick={() => remove(name)}>
                  删除
                </Button>
              </div>
            ))}
            <Space wrap>
              <Button
                type="dashed"
                icon={<PlusOutlined aria-hidden />}
                disabled={fields.length >= MAX_PARAMS}
                onClick={() => add({ name: '', value: '' })}
              >
                添加参数
              </Button>
              {templates.length > 0 && (
                <Select
                  style={{ width: 200 }}
                  placeholder="从参数模板填入"
                  aria-label="参数模板"
                  value={null}
                  options={templates.map(({ id, name }) => ({ value: id, label: name }))}
                  onSelect={(id) => {
                    const template = templates.find((one) => one.id === Number(id))
                    form.setFieldValue('params', template?.params.map((param) => ({ ...param })) ?? [])
                  }}
                />
              )}
            </Space>
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}
