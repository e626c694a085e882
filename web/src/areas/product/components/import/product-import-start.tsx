import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { type ImportOptions, productImport } from '@zhanggui/contract/product/product-import.ts'
import { MAX_SHEET_BYTES } from '@zhanggui/domain/file/file-type.ts'
import { Button, Collapse, Form, Switch } from 'antd'
import type { ReactElement } from 'react'
import { call } from '../../../../api/call.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { saveFile } from '../../../../kit/download.ts'
import { ColumnHints } from '../../../../kit/form/field-hint.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import shared from '../../../../kit/import/import.module.css'
import { ImportModes } from '../../../../kit/import/import-modes.tsx'
import { ImportUpload, useSheetCheck } from '../../../../kit/import/import-upload.tsx'
import { importHelp } from '../../field-help.ts'
import { CategoryCascader } from '../../shared/category-cascader.tsx'
import styles from './product-import.module.css'

/** The chosen file and its options, kept while staff review the preview. */
export type ImportChoice = { file?: File; options: ImportOptions }

/** The usual options. */
export const usualOptions: ImportOptions = {
  mode: 'upsert',
  createCategories: true,
  createBrands: true,
  createLabels: true,
  updateStock: true,
  publish: false,
  fetchPictures: true,
  untrackedStock: 0,
}

const modeHints = {
  upsert: '店里没有的新增，已有的按表格更新',
  create: '店里已有的商品列为错误，不会改动',
  update: '只改店里已有的商品，找不到的列为错误',
}
const FORM = 'product-import'
const LIMITS = new Map(['xlsx', 'csv'].map((extension) => [extension, MAX_SHEET_BYTES]))

type Props = {
  choice: ImportChoice
  onChoice: (choice: ImportChoice) => void
  /** Called with the id of the import created from the file. */
  onChecked: (id: number) => void
}

/** Step 1: the file and its options. A dropped file is checked at once. */
export function ImportStart({ choice, onChoice, onChecked }: Props) {
  const [form] = Form.useForm<ImportOptions>()
  const template = useMutation({
    mutationFn: () => call(productImport.template),
    onSuccess: (content) => saveFile(content, '商品导入模板.xlsx'),
    onError: (error) => reactToError(error),
  })

  const checking = useSheetCheck(LIMITS, async (file, sending) => {
    const options = form.getFieldsValue()
    const fields = Object.entries(options).filter(([, value]) => value !== undefined && value !== null)
    onChoice({ file, options })
    const info = await uploadTo(productImport.upload, file, {
      ...sending,
      fields: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
    })
    onChecked(info.id)
  })
  const busy = checking.share !== undefined
  return (
    <div className={shared.start}>
      <ImportUpload
        of={checking}
        what="商品"
        limits={LIMITS}
        file={choice.file}
        hint="支持本店模板和 Shopify 导出的 CSV，自动识别；xlsx 或 csv，不超过 20 MB、20,000 行。先检查，确认后才会写入。"
      />
      <div className={shared.template}>
        <div>
          <strong>第一次导入？</strong>
          <p className={shared.hint}>下载模板按说明填写，分类、运费模板和单位可以直接下拉选择。</p>
        </div>
        <Button icon={<DownloadOutlined aria-hidden />} loading={template.isPending} onClick={() => template.mutate()}>
          下载模板
        </Button>
      </div>
      <ColumnHints of={importHelp} />
      <Form<ImportOptions> form={form} name={FORM} layout="vertical" initialValues={choice.options} disabled={busy}>
        <ImportModes hints={modeHints} />
        <Collapse
          ghost
          className={styles.more}
          items={[{ key: 'options', label: '更多选项', forceRender: true, children: <Options /> }]}
        />
      </Form>
    </div>
  )
}

function Options() {
  const mayPublish = useCan(product.putOnShelf)
  return (
    <div className={styles.options}>
      <Option name="createCategories" label="自动创建分类" hint="表格里的分类店里没有时新建；关闭后列为错误" />
      <Option name="createBrands" label="自动创建品牌" hint="表格里的品牌（Shopify 的 Vendor）店里没有时新建" />
      <Option name="createLabels" label="自动创建标签" hint="表格里的标签店里没有时新建" />
      <Option name="updateStock" label="更新已有商品的库存" hint="关闭后只改其他内容，库存以店里为准" />
      <Option name="fetchPictures" label="图片转存" hint="在后台把图片存入本店的素材库；无法获取的会列出来" />
      {mayPublish && (
        <Option
          name="publish"
          label="按原状态上架"
          hint="「上架」列为是、或 Shopify 中已发布的商品导入后直接上架；关闭时新商品都放入仓库中"
        />
      )}
      <Option name="untrackedStock" label="未跟踪库存的规格的库存" hint="Shopify 中不限库存的规格按这个数量导入">
        <NumberInput min={0} max={99_999_999} precision={0} style={{ width: 120 }} />
      </Option>
      <Option name="tempId" label="默认运费模板" hint="表格没有写运费模板的商品使用；不选则用第一个模板" wide>
        <RemoteSelect of={freightTemplate.list} placeholder="请选择运费模板" />
      </Option>
      <Option name="cateId" label="缺少分类时放入" hint="表格没有写分类的商品放到这个分类" wide>
        <CategoryCascader />
      </Option>
    </div>
  )
}

/** An option with a plain explanation; a switch unless it has a control of its own. */
function Option(props: {
  name: keyof ImportOptions
  label: string
  hint: string
  wide?: boolean
  children?: ReactElement
}) {
  const { name, label, hint, wide, children } = props
  return (
    <div className={wide ? styles.optionWide : styles.option}>
      <label htmlFor={`${FORM}_${name}`}>
        {label}
        <span className={shared.hint}>{hint}</span>
      </label>
      <Form.Item name={name} noStyle valuePropName={children ? 'value' : 'checked'}>
        {children ?? <Switch />}
      </Form.Item>
    </div>
  )
}
