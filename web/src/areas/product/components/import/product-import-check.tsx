import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { type ImportInfo, type ImportSample, productImport } from '@zhanggui/contract/product/product-import.ts'
import { Alert, Button, Radio, Table, Tabs, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import shared from '../../../../kit/import/import.module.css'
import { modeNames } from '../../../../kit/import/import-modes.tsx'
import { ImportRemarks } from '../../../../kit/import/import-remarks.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { ProductLink } from '../../../../kit/product/product-link.tsx'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import styles from './product-import.module.css'
import { useImportFiles } from './product-import-files.ts'

export const formatNames: Record<ImportInfo['format'], string> = { sheet: '商品模板', shopify: 'Shopify 导出' }
const actionNames: Record<ImportSample['action'], { text: string; color?: string }> = {
  create: { text: '新增', color: 'success' },
  update: { text: '更新', color: 'processing' },
  skip: { text: '有错误', color: 'error' },
}
/** Names shown before the rest are only counted. */
const SHOWN_NAMES = 30

/** Step 2: a preview of what the file would do. Nothing has been written yet. */
export function ImportCheck({ info, onBack }: { info: ImportInfo; onBack: () => void }) {
  const { id, valid, invalid, creates, updates } = info
  const [policy, setPolicy] = useState<'skip' | 'all'>('skip')
  const { saveErrors, busy } = useImportFiles(info)
  const confirm = useWrite(productImport.confirm, { once: true })
  const nothing = valid === 0
  const shut = nothing || (policy === 'all' && invalid > 0)
  return (
    <div className={shared.check}>
      <Head info={info} />
      {info.importedBefore && (
        <Alert
          type="warning"
          showIcon
          title={`该文件已于 ${info.importedBefore} 导入过`}
          description="再次导入会更新同一批商品，不会重复新增。"
        />
      )}
      <Totals info={info} />
      <Names title="将新建的分类" names={info.newCategories} />
      <Names title="将新建的品牌" names={info.newBrands} />
      <Names title="将新建的标签" names={info.newLabels} />
      <Unread columns={info.unread} />
      <Findings info={info} />
      <div className={shared.foot}>
        {invalid > 0 && !nothing && (
          <Radio.Group
            aria-label="有错误时"
            value={policy}
            onChange={({ target }) => setPolicy(target.value)}
            options={[
              { value: 'skip', label: `跳过有错误的 ${invalid} 个，导入其余商品` },
              { value: 'all', label: '全部正确才导入' },
            ]}
          />
        )}
        {nothing && <span className={shared.fault}>没有可以导入的商品，请按提示修改文件后重新上传</span>}
        <div className={shared.footActions}>
          <Button onClick={onBack}>{invalid ? '修改后重新上传' : '返回修改选项'}</Button>
          {invalid > 0 && (
            <Button loading={busy} onClick={saveErrors}>
              下载错误行
            </Button>
          )}
          <WriteButton
            type="primary"
            disabled={shut}
            of={confirm}
            onClick={() => confirm.mutate({ body: { importId: id, policy } })}
          >
            {`导入 ${valid} 个商品`}
          </WriteButton>
        </div>
        {!shut && (
          <p className={shared.hint}>
            {`将新增 ${creates} 个、更新 ${updates} 个商品。新商品放入仓库中，检查无误后再上架。`}
          </p>
        )}
      </div>
    </div>
  )
}

/** The file's name, format and import mode. */
export function Head({ info: { fileName, format, mode } }: { info: ImportInfo }) {
  return (
    <div className={shared.head}>
      <h2>{fileName}</h2>
      <Tag color="processing">{formatNames[format]}</Tag>
      <Tag>{modeNames[mode]}</Tag>
    </div>
  )
}

function Totals({ info }: { info: ImportInfo }) {
  const { total, valid, invalid, skus, warningCount } = info
  return (
    <Counts>
      <Count title="文件中的商品" value={total} />
      <Count title="可以导入" value={valid} tone={valid ? 'good' : undefined} />
      <Count title="规格" value={skus} />
      <Count title="有错误" value={invalid} tone={invalid ? 'bad' : undefined} />
      <Count title="提醒" value={warningCount} />
    </Counts>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (!names.length) return null
  return (
    <div className={shared.names}>
      <span className={shared.hint}>{`${title}（${names.length}）`}</span>
      {names.slice(0, SHOWN_NAMES).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {names.length > SHOWN_NAMES && <span className={shared.hint}>等</span>}
    </div>
  )
}

/** The columns of the file that are not read, with those that may be misspelt. */
function Unread({ columns }: { columns: ImportInfo['unread'] }) {
  if (!columns.length) return null
  const misspelt = columns.filter(({ meant }) => meant)
  return (
    <Alert
      type={misspelt.length ? 'warning' : 'info'}
      showIcon
      title={`有 ${columns.length} 列没有读取：${columns.map(({ column }) => column).join('、')}`}
      description={misspelt.map(({ column, meant }) => (
        <div key={column}>{`「${column}」如果就是「${meant}」，请改名后重新上传`}</div>
      ))}
    />
  )
}

/** Errors, warnings and the first products; errors come first if there are any. */
export function Findings({ info }: { info: ImportInfo }) {
  const { errors, errorCount, warnings, warningCount, preview, total } = info
  return (
    <Tabs
      defaultActiveKey={errorCount ? 'errors' : 'preview'}
      items={[
        ...(errorCount
          ? [{ key: 'errors', label: `错误 ${errorCount}`, children: <ImportRemarks of={errors} total={errorCount} /> }]
          : []),
        ...(warningCount
          ? [
              {
                key: 'warnings',
                label: `提醒 ${warningCount}`,
                children: <ImportRemarks of={warnings} total={warningCount} />,
              },
            ]
          : []),
        {
          key: 'preview',
          label: total > preview.length ? `前 ${preview.length} 个商品` : '商品',
          children: <Preview of={preview} />,
        },
      ]}
    />
  )
}

function Preview({ of }: { of: readonly ImportSample[] }) {
  return (
    <Table<ImportSample>
      rowKey="row"
      size="small"
      dataSource={of}
      pagination={false}
      scroll={{ x: 'max-content', y: 420 }}
      columns={[
        { title: '行号', dataIndex: 'row', width: 70 },
        { title: '图片', dataIndex: 'image', width: 64, render: (image: string) => <Thumb image={image} /> },
        { title: '商品名称', dataIndex: 'storeName', className: shared.reason, render: (_, row) => nameOf(row) },
        {
          title: '处理',
          dataIndex: 'action',
          width: 80,
          render: (_, { action }) => <Tag color={actionNames[action].color}>{actionNames[action].text}</Tag>,
        },
        { title: '分类', dataIndex: 'category', className: styles.category },
        { title: '售价', width: 130, render: (_, { price }) => formatPrice(price) },
        { title: '库存', dataIndex: 'stock', width: 90 },
        { title: '规格数', dataIndex: 'skuCount', width: 80 },
      ]}
    />
  )
}

/** `39.9`, or `1299 ~ 1399` for several SKUs, as in the product list. */
function formatPrice(price: string): string {
  return (
    price &&
    `¥${price
      .split(' ~ ')
      .map((yuan) => Number(yuan).toFixed(2))
      .join(' – ')}`
  )
}

function nameOf({ productId, storeName }: ImportSample): ReactNode {
  return productId ? <ProductLink id={productId} name={storeName} /> : storeName
}

/** A picture from the file, wherever it is stored; a placeholder if there is none. */
function Thumb({ image }: { image: string }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState(false)
  if (!image || broken)
    return <PictureOutlined className={styles.noThumb} aria-label={image ? '图片无法显示' : '没有图片'} />
  return (
    <img
      className={styles.thumb}
      src={mediaUrl(image, mediaDomain)}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
