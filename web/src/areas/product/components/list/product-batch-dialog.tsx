import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import {
  type BatchAction,
  type BatchAnswer,
  PREVIEW_PRODUCTS,
  type ProductBatch,
  product,
} from '@zhanggui/contract/product/product.ts'
import { type LabelRow, productLabel } from '@zhanggui/contract/product/product-label.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import { adjustReasonNames, stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { Alert, Button, Form, Input, Pagination, Radio, Select, Switch, Table, Typography } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../../../api/server-time.ts'
import { useSession } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { canCall } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { downloadFile } from '../../../../kit/download.ts'
import { showInfo, showSuccess, undo } from '../../../../kit/feedback/feedback.ts'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { openUndo } from '../../../../kit/product/product-undo-dialog.tsx'
import { openTasks } from '../../../../kit/tasks.ts'
import { CategoriesSelect } from '../../shared/category-cascader.tsx'
import type { ProductList } from './use-product-list.ts'

/** The actions, and the permission each needs besides that of the batch. */
const actions: Record<BatchAction, { text: string; right: Route; bin?: boolean; alive?: boolean }> = {
  up: { text: '上架', right: product.putOnShelf, alive: true },
  down: { text: '下架', right: product.takeOffShelf, alive: true },
  category: { text: '修改分类', right: product.update, alive: true },
  flags: { text: '修改推荐', right: product.update, alive: true },
  freight: { text: '修改运费模板', right: product.update, alive: true },
  price: { text: '修改价格', right: product.update, alive: true },
  stock: { text: '修改库存', right: productStock.adjust, alive: true },
  fields: { text: '修改其他信息', right: product.update, alive: true },
  recycle: { text: '加入回收站', right: product.remove, alive: true },
  restore: { text: '恢复商品', right: product.restore, bin: true },
  delete: { text: '彻底删除', right: product.remove, bin: true },
}

/** How long a batch offers to be taken back. */
const UNDO_MS = 10 * 60_000

type Typed = { action: BatchAction; scope: 'chosen' | 'found'; data?: NonNullable<ProductBatch['data']> }
type Props = { list: ProductList; ids: readonly number[]; onClose: () => void }

/** 批量操作: one action on many products, previewed first. Render it only while it is open. */
export function ProductBatchDialog({ list, ids, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const session = useSession()
  const [preview, setPreview] = useState<BatchAnswer>()
  const [page, setPage] = useState(1)
  const [result, setResult] = useState<BatchAnswer>()
  const offered = (Object.keys(actions) as BatchAction[]).filter((action) => {
    const { right, bin, alive } = actions[action]
    return canCall(session, right) && (list.type === 5 ? bin : alive)
  })
  const action = Form.useWatch<BatchAction | undefined>('action', form)
  const { type } = list
  const found = `${list.total}${list.totalIsLowerBound ? '+' : ''}`

  const look = useWrite(product.batch, { form, onSuccess: (answer) => 'total' in answer && setPreview(answer) })
  const run = useWrite(product.batch, {
    form,
    once: true,
    onSuccess: (answer) => {
      if ('taskId' in answer) {
        openTasks()
        showInfo('数据量较大，已转入任务中心')
        onClose()
        return
      }
      const { undoId, success } = answer
      if (undoId && canCall(session, productUndo.start))
        undo(`已处理 ${success} 个商品`, () => openUndo(undoId, '撤销批量操作'), {
          until: new Date(serverNow().getTime() + UNDO_MS),
        })
      else if (!answer.failed) showSuccess(`已处理 ${success} 个商品`)
      if (answer.failed) setResult(answer)
      else onClose()
    },
  })

  async function send(shown?: number) {
    const typed = await form.validateFields().catch(() => undefined)
    if (!typed) return
    const dryRun = shown !== undefined
    if (dryRun) setPage(shown)
    const whom = typed.scope === 'found' ? { filter: { ...list.filters, type } } : { ids: [...ids] }
    const data = withoutBlanks(typed.data ?? {})
    const body: ProductBatch = { ...whom, action: typed.action, data, ...(dryRun && { dryRun, page: shown }) }
    if (dryRun) look.mutate({ body })
    else run.mutate({ body })
  }

  if (result) return <ResultDialog result={result} onClose={onClose} />
  return (
    <Dialog
      title="批量操作"
      width={720}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        preview ? (
          <WriteButton key="ok" type="primary" of={run} disabled={!preview.total} onClick={() => send()}>
            {actText(form.getFieldsValue(true), preview.total)}
          </WriteButton>
        ) : (
          <WriteButton key="look" type="primary" of={look} onClick={() => send(1)}>
            预览
          </WriteButton>
        ),
      ]}
    >
      <WriteForm<Typed>
        form={form}
        of={run}
        layout="vertical"
        name="product-batch"
        initialValues={{ scope: ids.length ? 'chosen' : undefined, data: {} }}
        onValuesChange={() => setPreview(undefined)}
      >
        <Form.Item name="scope" label="商品" rules={[{ required: true, message: '请选择要处理哪些商品' }]}>
          <Radio.Group
            options={[
              { value: 'chosen', label: `选中的 ${ids.length} 个`, disabled: !ids.length },
              { value: 'found', label: `当前筛选的全部 ${found} 个`, disabled: !list.total },
            ]}
          />
        </Form.Item>
        <Form.Item name="action" label="操作" rules={[{ required: true, message: '请选择操作' }]}>
          <Select
            placeholder="请选择操作"
            options={offered.map((value) => ({ value, label: actions[value].text }))}
            onChange={() => form.setFieldValue('data', {})}
          />
        </Form.Item>
        {action && <Data key={action} action={action} />}
      </WriteForm>
      {preview && <Preview preview={preview} page={page} loading={look.isPending} onPage={send} />}
    </Dialog>
  )
}

const way = ['data', 'mode']
const priceTargets = { price: '售价', otPrice: '原价', cost: '成本价' }

/** The fields of the chosen action. */
function Data({ action }: { action: BatchAction }) {
  switch (action) {
    case 'down':
      return (
        <Form.Item name={['data', 'force']} label="强制下架" extra="有进行中的活动也立即下架，并关闭这些活动">
          <Switch />
        </Form.Item>
      )
    case 'category':
      return (
        <>
          <Form.Item name={way} label="方式" initialValue="set">
            <Radio.Group options={options({ set: '改为', add: '增加', remove: '移除' })} />
          </Form.Item>
          <Form.Item
            name={['data', 'cateIds']}
            label="商品分类"
            rules={[{ required: true, message: '请选择商品分类' }]}
          >
            <CategoriesSelect />
          </Form.Item>
        </>
      )
    case 'flags':
      return Object.entries(recommendFlags).map(([name, { label }]) => (
        <Form.Item key={name} name={['data', name]} label={label} layout="horizontal">
          <Radio.Group
            options={[
              { value: undefined as unknown as boolean, label: '不变' },
              { value: true, label: '是' },
              { value: false, label: '否' },
            ]}
          />
        </Form.Item>
      ))
    case 'freight':
      return (
        <Form.Item name={['data', 'tempId']} label="运费模板" rules={[{ required: true, message: '请选择运费模板' }]}>
          <RemoteSelect of={freightTemplate.list} />
        </Form.Item>
      )
    case 'price':
      return <PriceData />
    case 'stock':
      return (
        <>
          <Form.Item name={way} label="方式" initialValue="add">
            <Radio.Group options={options({ add: '增加（负数为减少）', set: '改为' })} />
          </Form.Item>
          <Form.Item name={['data', 'value']} label="数量" rules={[{ required: true, message: '请输入数量' }]}>
            <NumberInput precision={0} style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item name={['data', 'reason']} label="原因" extra="不选为批量修改">
            <Select allowClear options={adjustReasonNames.map((value) => ({ value, label: stockReasons[value] }))} />
          </Form.Item>
          <Form.Item name={['data', 'remark']} label="备注">
            <Input maxLength={255} />
          </Form.Item>
        </>
      )
    case 'fields':
      return <FieldsData />
    default:
      return null
  }
}

function PriceData() {
  const mode = Form.useWatch<string | undefined>(way)
  return (
    <>
      <Form.Item name={['data', 'target']} label="价格" initialValue="price">
        <Radio.Group options={options(priceTargets)} />
      </Form.Item>
      <Form.Item name={way} label="方式" initialValue="percent">
        <Radio.Group options={options({ percent: '按比例', add: '加减金额', set: '改为' })} />
      </Form.Item>
      <Form.Item
        name={['data', 'value']}
        label={mode === 'percent' ? '比例' : '金额'}
        extra={mode === 'set' ? undefined : '负数为降价'}
        rules={[{ required: true, message: '请输入数值' }]}
      >
        <NumberInput precision={2} suffix={mode === 'percent' ? '%' : '元'} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name={['data', 'round']} label="取整" initialValue="none">
        <Select
          options={options({
            none: '不取整',
            yuan: '取整到元',
            jiao: '取整到角',
            'x.9': '以 .90 结尾',
            'x.99': '以 .99 结尾',
          })}
        />
      </Form.Item>
    </>
  )
}

function FieldsData() {
  return (
    <>
      <Typography.Paragraph type="secondary">只修改填写了的内容</Typography.Paragraph>
      <Form.Item name={['data', 'sort']} label="排序">
        <NumberInput min={0} max={99_999} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name={['data', 'ficti']} label="虚拟销量">
        <NumberInput min={0} max={9_999_999} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name={['data', 'giveIntegral']} label="积分">
        <NumberInput min={0} max={99_999_999} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name={['data', 'unitName']} label="单位">
        <Input maxLength={32} allowClear />
      </Form.Item>
      <Form.Item name={['data', 'keyword']} label="商品关键字">
        <Input maxLength={255} allowClear />
      </Form.Item>
      <Form.Item name={['data', 'isSub']} label="佣金设置">
        <Select
          allowClear
          options={[
            { value: true, label: '单独设置' },
            { value: false, label: '默认设置' },
          ]}
        />
      </Form.Item>
      <Form.Item name={['data', 'labelIds']} label="标签">
        <RemoteSelect<LabelRow> of={productLabel.list} mode="multiple" maxCount={10} offers={({ rule }) => !rule} />
      </Form.Item>
    </>
  )
}

type PreviewProps = { preview: BatchAnswer; page: number; loading: boolean; onPage: (page: number) => void }

/** Every change of the products of a page, and the way to the other pages. */
function Preview({ preview: { total, samples = [] }, page, loading, onPage }: PreviewProps) {
  const rows = samples.map((sample, index) => ({ ...sample, key: index }))
  return (
    <>
      <Alert type="info" showIcon style={{ marginBottom: 8 }} title={`将处理 ${total} 个商品`} />
      <Table
        size="small"
        rowKey="key"
        loading={loading}
        pagination={false}
        // Ten products may have 6,000 SKUs.
        virtual={rows.length > 200}
        scroll={{ x: 630, y: 240 }}
        dataSource={rows}
        locale={{ emptyText: '这些商品已经是这样，不会有变化' }}
        columns={[
          { title: '商品', dataIndex: 'name', width: 200 },
          { title: '规格', dataIndex: 'suk', width: 120 },
          { title: '字段', dataIndex: 'field', width: 90 },
          { title: '修改前', dataIndex: 'before', width: 110 },
          { title: '修改后', dataIndex: 'after', width: 110 },
        ]}
      />
      {total > PREVIEW_PRODUCTS && (
        <Pagination
          size="small"
          align="end"
          style={{ marginTop: 8 }}
          current={page}
          total={total}
          pageSize={PREVIEW_PRODUCTS}
          showSizeChanger={false}
          onChange={onPage}
        />
      )}
    </>
  )
}

/** What the button does, to how many: 售价改为 ¥59.00（12 个商品）. */
function actText({ action, data = {} }: Typed, total: number): string {
  const { target = 'price', mode, value = 0 } = data
  if (action !== 'price') return `${actions[action].text}（${total} 个商品）`
  const size = mode === 'percent' ? `${Math.abs(value)}%` : `¥${Math.abs(value).toFixed(2)}`
  const way = mode === 'set' ? '改为 ' : value < 0 ? '减 ' : '加 '
  return `${priceTargets[target]}${way}${size}（${total} 个商品）`
}

function ResultDialog({ result, onClose }: { result: BatchAnswer; onClose: () => void }) {
  const { total, success, failed, errors } = result

  function download() {
    const lines = [
      ['商品ID', '商品名称', '原因'],
      ...errors.map(({ id, name, message }) => [String(id), name, message]),
    ]
    const text = lines.map((line) => line.map(toCell).join(',')).join('\r\n')
    // The byte order mark makes Excel read the file as UTF-8.
    downloadFile(new Blob([`\uFEFF${text}`], { type: 'text/csv' }), '批量操作失败明细', 'csv')
  }

  return (
    <Dialog
      title="批量操作结果"
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="download" onClick={download}>
          下载失败明细
        </Button>,
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 12 }}
        title={`共 ${total} 个商品，成功 ${success} 个，失败 ${failed} 个`}
      />
      <Table
        size="small"
        rowKey="id"
        pagination={errors.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: 'max-content', y: 320 }}
        dataSource={errors}
        columns={[
          { title: 'ID', dataIndex: 'id', width: 80 },
          { title: '商品名称', dataIndex: 'name', width: 220 },
          { title: '失败原因', dataIndex: 'message', width: 260 },
        ]}
      />
    </Dialog>
  )
}

/** A cell of a sheet, quoted and never evaluated as a formula. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function options(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }))
}

function withoutBlanks(data: object): object {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
}
