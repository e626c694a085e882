import { useQuery } from '@tanstack/react-query'
import { type LedgerRow, productStock } from '@zhanggui/contract/product/product-stock.ts'
import { stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { Alert, Flex, Select, Typography } from 'antd'
import { read } from '../../../api/read.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'

const reasons = Object.entries(stockReasons).map(([value, label]) => ({ value, label }))

export default function StockLogListPage() {
  const list = useList(productStock.ledger)
  return (
    <>
      <Mismatches />
      <ListPage
        list={list}
        news={{ of: '笔新变动' }}
        filters={[
          { name: 'productId', label: '商品ID', control: <IdInput label="商品ID" /> },
          { name: 'reason', control: <Select allowClear showSearch placeholder="全部" options={reasons} /> },
          { name: 'dateLimit', label: '时间' },
          { name: 'skuId', label: '规格ID', control: <IdInput label="规格ID" /> },
          { name: 'operatorId', label: '操作人ID', control: <IdInput label="操作人ID" /> },
          { name: 'refId', label: '单据' },
        ]}
        columns={[
          { name: 'createTime', title: '时间', width: 170 },
          { name: 'storeName', title: '商品', width: 220, card: 'title', render: (row) => <Product row={row} /> },
          { name: 'suk', title: '规格', width: 120 },
          { name: 'change', title: '变动', width: 76, align: 'right', render: (row) => <Change row={row} /> },
          { name: 'before', title: '变动前', width: 76, align: 'right' },
          { name: 'after', title: '变动后', width: 76, align: 'right' },
          { name: 'reason', title: '原因', width: 90, render: ({ reason }) => stockReasons[reason] },
          { name: 'refId', title: '单据', width: 100, render: ({ refId }) => refId || '—' },
          { name: 'operatorName', title: '操作人', width: 124, render: ({ operatorName }) => operatorName || '系统' },
          { name: 'remark', title: '备注', minWidth: 120 },
        ]}
        exports={productStock.download}
        sums={list.rows.length > 0 && <PageSums of={list.rows} />}
        empty="还没有库存变动"
        purpose="每一次入库、卖出、盘点都记在这里"
      />
    </>
  )
}

function IdInput({ label, ...props }: { label: string }) {
  return <NumberInput min={1} precision={0} placeholder={`请输入${label}`} style={{ width: '100%' }} {...props} />
}

function Product({ row: { productId, storeName, image } }: { row: LedgerRow }) {
  return (
    <Flex gap={8} align="center" style={{ maxWidth: 240 }}>
      <Picture src={image} size={30} />
      <Flex vertical style={{ minWidth: 0 }}>
        <Typography.Text ellipsis={{ tooltip: storeName }}>{storeName}</Typography.Text>
        <Typography.Text type="secondary">ID {productId}</Typography.Text>
      </Flex>
    </Flex>
  )
}

/** What came in and went out in the rows of the page. */
function PageSums({ of: rows }: { of: readonly LedgerRow[] }) {
  const sumOf = (sign: number) =>
    rows.reduce((sum, { change }) => sum + (change * sign > 0 ? Math.abs(change) : 0), 0).toLocaleString('en-US')
  return (
    <span>
      本页入 <b>{sumOf(1)}</b>，出 <b>{sumOf(-1)}</b>
    </span>
  )
}

function Change({ row: { change } }: { row: LedgerRow }) {
  return (
    <Typography.Text type={change > 0 ? 'success' : 'danger'}>{change > 0 ? `+${change}` : change}</Typography.Text>
  )
}

/** The notice above the list: SKUs whose stock differs from their ledger, found at night. */
function Mismatches() {
  const { data = [] } = useQuery(read(productStock.mismatches, { silent: true }))
  if (!data.length) return null
  return (
    <Alert
      type="error"
      showIcon
      style={{ marginBottom: 12 }}
      title={`${data.length} 个规格的库存与流水不符，请盘点后用「盘点」调整`}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 16 }}>
          {data.slice(0, 20).map(({ skuId, storeName, suk, stock, ledger }) => (
            <li key={skuId}>
              {storeName}「{suk}」：库存 {stock}，流水合计 {ledger}
            </li>
          ))}
        </ul>
      }
    />
  )
}
