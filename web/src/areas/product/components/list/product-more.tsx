import { useQuery } from '@tanstack/react-query'
import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { Descriptions, Skeleton, Table } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'

/** What a row of the product list shows when it is opened: more of its fields, and its SKUs. */
export function ProductMore({ row }: { row: ProductRow }) {
  const allowed = useCan(product.info)
  const { data, error, refetch } = useQuery({
    ...read(product.info, { params: { id: row.id }, silent: true }),
    enabled: allowed,
  })
  const items = [
    { label: '商品分类', children: row.cateNames.join('、') || '—' },
    { label: '市场价', children: row.otPrice.toFixed(2) },
    ...(row.cost === null ? [] : [{ label: '成本价', children: row.cost.toFixed(2) }]),
    { label: '收藏', children: row.collectCount },
    { label: '虚拟销量', children: row.ficti },
    { label: '运费模板', children: row.tempName },
    ...(row.brandName ? [{ label: '品牌', children: row.brandName }] : []),
  ].map((item) => ({ key: item.label, ...item }))
  return (
    <div style={{ maxWidth: 960 }}>
      <Descriptions size="small" column={{ xs: 1, sm: 2, lg: 3 }} items={items} />
      {!allowed ? null : data ? (
        <Table
          rowKey="id"
          size="small"
          style={{ marginTop: 8 }}
          scroll={{ x: 'max-content', y: 280 }}
          pagination={false}
          virtual={data.attrValue.length > 100}
          dataSource={data.attrValue}
          columns={[
            { title: '规格', dataIndex: 'suk', width: 220 },
            { title: '售价', width: 100, render: (_, { price }) => price.toFixed(2) },
            ...(row.cost === null
              ? []
              : [
                  {
                    title: '毛利率',
                    width: 90,
                    render: (_: unknown, { price, cost }: { price: number; cost: number | null }) =>
                      marginOf(price, cost),
                  },
                ]),
            { title: '库存', dataIndex: 'stock', width: 90 },
            { title: '销量', dataIndex: 'sales', width: 90 },
            { title: '商品编号', dataIndex: 'barCode', width: 150 },
            { title: '商家编码', dataIndex: 'skuNo', width: 150 },
            { title: '状态', width: 80, render: (_, { isShow }) => (isShow ? '启用' : '停用') },
          ]}
        />
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Skeleton active title={false} />
      )}
    </div>
  )
}

function marginOf(price: number, cost: number | null): string {
  // Nobody has said what it costs: an import leaves it at nothing.
  return !cost || price <= 0 ? '—' : `${(((price - cost) / price) * 100).toFixed(1)}%`
}
