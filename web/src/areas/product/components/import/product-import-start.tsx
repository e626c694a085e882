import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import FileExcelOutlined from '@ant-design/icons/es/icons/FileExcelOutlined'
import { useMutation } from '@tanstack/react-query'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { type ImportMode, type ImportOptions, productImport } from '@zhanggui/contract/product/product-import.ts'
import { formatBytes, MAX_SHEET_BYTES } from '@zhanggui/domain/file/file-type.ts'
import { Button, Collapse, Form, InputNumber, Progress, Radio, Spin, Switch } from 'antd'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { refreshShown } from '../../../../api/write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { saveFile } from '../../../../kit/download.ts'
import { showError } from '../../../../kit/feedback/feedback.ts'
import { ColumnHints } from '../../../../kit/form/field-hint.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import { ChooseButton, DropZone } from '../../../../kit/upload/upload.tsx'
import { faultOfFile } from '../../../../kit/upload/upload-limits.ts'
import { useSheetWait } from '../../../../kit/upload/use-sheet-wait.ts'
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

export const modeNames: Record<ImportMode, string> = {
  upsert: '新增并更新',
  create: '只新增',
  update: '只更新',
}
const modes: { value: ImportMode; hint: string }[] = [
  { value: 'upsert', hint: '店里没有的新增，已有的按表格更新' },
  { value: 'create', hint: '店里已有的商品列为错误，不会改动' },
  { value: 'update', hint: '只改店里已有的商品，找不到的列为错误' },
]
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
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const template = useMutation({
    mutationFn: () => call(productImport.template),
    onSuccess: (content) => saveFile(content, '商品导入模板.xlsx'),
    onError: (error) => reactToError(error),
  })

  async function check(file: File | undefined) {
    if (!file || share !== undefined) return
    const wrong = faultOfFile(file, LIMITS)
    if (wrong) {
      showError(wrong)
      return
    }
    const options = form.getFieldsValue()
    const fields = Object.entries(options).filter(([, value]) => value !== undefined && value !== null)
    onChoice({ file, options })
    setFault('')
    setShare(0)
    const controller = new AbortController()
    sending.current = controller
    try {
      const info = await uploadTo(productImport.upload, file, {
        fields: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
        onProgress: setShare,
        signal: controller.signal,
      })
      refreshShown()
      onChecked(info.id)
    } catch (error) {
      if (error instanceof CallError && error.kind === 'http' && error.status === 400) setFault(error.message)
      else if (!(error instanceof CallError && error.kind === 'aborted')) reactToError(error)
    } finally {
      setShare(undefined)
    }
  }

  const busy = share !== undefined
  const ahead = useSheetWait(busy)
  return (
    <div className={styles.start}>
      <DropZone label="可将商品文件拖到此处" onFiles={([file]) => check(file)}>
        <div className={styles.drop} aria-busy={busy}>
          {busy ? (
            <Sending
              name={choice.file?.name ?? ''}
              share={share}
              ahead={ahead}
              onCancel={() => sending.current?.abort()}
            />
          ) : (
            <>
              <CloudUploadOutlined aria-hidden className={styles.dropIcon} />
              <p className={styles.dropTitle}>把商品文件拖到这里，或点击选择</p>
              <ChooseButton primary limits={LIMITS} onFiles={([file]) => check(file)}>
                选择文件
              </ChooseButton>
              <p className={styles.hint}>
                支持本店模板和 Shopify 导出的 CSV，自动识别；xlsx 或 csv，不超过 20 MB、20,000
                行。先检查，确认后才会写入。
              </p>
            </>
          )}
        </div>
      </DropZone>
      {fault && (
        <p className={styles.fault} role="alert">
          <strong>{choice.file?.name}</strong>：{fault}
        </p>
      )}
      {choice.file && !busy && (
        <div className={styles.kept}>
          <FileExcelOutlined aria-hidden />
          <span className={styles.keptName}>{choice.file.name}</span>
          <span className={styles.hint}>{formatBytes(choice.file.size)}</span>
          <Button type="primary" onClick={() => check(choice.file)}>
            重新检查
          </Button>
        </div>
      )}
      <div className={styles.template}>
        <div>
          <strong>第一次导入？</strong>
          <p className={styles.hint}>下载模板按说明填写，分类、运费模板和单位可以直接下拉选择。</p>
        </div>
        <Button icon={<DownloadOutlined aria-hidden />} loading={template.isPending} onClick={() => template.mutate()}>
          下载模板
        </Button>
      </div>
      <ColumnHints of={importHelp} />
      <Form<ImportOptions> form={form} name={FORM} layout="vertical" initialValues={choice.options} disabled={busy}>
        <Form.Item name="mode" label="导入方式" className={styles.modes}>
          <Radio.Group>
            {modes.map(({ value, hint }) => (
              <Radio key={value} value={value} className={styles.mode}>
                {modeNames[value]}
                <span className={styles.hint}>{hint}</span>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <Collapse
          ghost
          className={styles.more}
          items={[{ key: 'options', label: '更多选项', forceRender: true, children: <Options /> }]}
        />
      </Form>
    </div>
  )
}

function Sending(props: { name: string; share: number; ahead: number; onCancel: () => void }) {
  const { name, share, ahead, onCancel } = props
  const checking = ahead ? `排队中，前面还有 ${ahead} 个文件` : `正在检查 ${name}`
  return (
    <>
      <Spin />
      <p className={styles.dropTitle}>{share < 1 ? `正在上传 ${name}` : checking}</p>
      <Progress percent={Math.round(share * 100)} className={styles.sending} aria-label="上传进度" />
      <Button disabled={false} onClick={onCancel}>
        取消
      </Button>
    </>
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
        <InputNumber min={0} max={99_999_999} precision={0} style={{ width: 120 }} />
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
        <span className={styles.hint}>{hint}</span>
      </label>
      <Form.Item name={name} noStyle valuePropName={children ? 'value' : 'checked'}>
        {children ?? <Switch />}
      </Form.Item>
    </div>
  )
}
