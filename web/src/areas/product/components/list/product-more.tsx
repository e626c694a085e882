import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Descriptions, Skeleton, Table } from 'antd'
import { read } from '../../../../api/read.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { marginOf } from '../../model/product-look.ts'

/** The expanded row of the product list: more of the product's fields and its SKUs, read from its detail. */
export function ProductMore({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(read(product.info, { params: { id }, silent: true }))
  if (!data) return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active title={false} />
  const items = [
    { label: '商品分类', children: data.cateNames.join('、') || '—' },
    { label: '市场价', children: data.otPrice.toFixed(2) },
    ...(data.cost === null ? [] : [{ label: '成本价', children: data.cost.toFixed(2) }]),
    { label: '收藏', children: data.collectCount },
    { label: '虚拟销量', children: data.ficti },
    { label: '运费模板', children: data.tempName },
    ...(data.brandName ? [{ label: '品牌', children: data.brandName }] : []),
  ].map((item) => ({ key: item.label, ...item }))
  return (
    <div style={{ maxWidth: 960 }}>
      <Descriptions size="small" column={{ xs: 1, sm: 2, lg: 3 }} items={items} />
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
          ...(data.cost === null
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
    </div>
  )
}
