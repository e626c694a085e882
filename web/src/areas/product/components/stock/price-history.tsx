import { useQuery } from '@tanstack/react-query'
import { type PriceRow, productStock } from '@zhanggui/contract/product/product-stock.ts'
import { priceFields, priceSources } from '@zhanggui/domain/product/product-price.ts'
import { Button, Flex, Select, Table, type TableColumnType, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { Chart } from '../../../../kit/chart/chart.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { RowAction } from '../../../../kit/list-page/row-actions.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { priceSteps } from '../../model/price-steps.ts'
import styles from './price-history.module.css'

/** 价格记录 of a product: the prices of each SKU over time, as a table and as a step chart. */
export function PriceHistory({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const phone = useIsPhone()
  const [page, setPage] = useState({ page: 1, limit: 20 })
  const [sku, setSku] = useState<{ id: number; suk: string }>()
  const [field, setField] = useState<PriceRow['field']>('price')
  const query = { productId: id, ...page, ...(sku && { skuId: sku.id, field }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...read(productStock.prices, { query, silent: true }),
    placeholderData: (before) => before,
  })
  const rows = data?.list ?? []
  return (
    <SidePanel title={`价格记录：${name}`} width={860} onClose={onClose}>
      {sku && (
        <section className={styles.chart}>
          <Flex justify="space-between" wrap gap={8}>
            <Typography.Text strong>{sku.suk}</Typography.Text>
            <Flex gap={8}>
              <Select<PriceRow['field']>
                size="small"
                aria-label="价格"
                style={{ width: 120 }}
                value={field}
                onChange={setField}
                options={Object.entries(priceFields).map(([value, label]) => ({ value, label }))}
              />
              <Button size="small" onClick={() => setSku(undefined)}>
                全部规格
              </Button>
            </Flex>
          </Flex>
          <StepChart id={id} skuId={sku.id} field={field} />
        </section>
      )}
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Table<PriceRow>
          rowKey="id"
          size="small"
          scroll={phone ? {} : { x: 'max-content' }}
          loading={{ spinning: isFetching, delay: 200 }}
          dataSource={rows}
          locale={{ emptyText: <EmptyBlock text="还没有改过价格" /> }}
          pagination={{
            current: page.page,
            pageSize: page.limit,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            onChange: (next, limit) => setPage({ page: next, limit }),
          }}
          columns={
            phone
              ? phoneColumns(setSku)
              : [
                  { title: '时间', width: 110, render: (_, row) => <When at={row.createTime} /> },
                  {
                    title: '规格',
                    width: 180,
                    render: (_, row) => (
                      <RowAction reads onClick={() => setSku({ id: row.skuId, suk: row.suk })}>
                        {row.suk}
                      </RowAction>
                    ),
                  },
                  { title: '价格', width: 90, render: (_, row) => priceFields[row.field] },
                  { title: '原来', width: 100, align: 'right', render: (_, row) => yuan(row.old) },
                  { title: '改为', width: 100, align: 'right', render: (_, row) => yuan(row.new) },
                  { title: '来源', width: 90, render: (_, row) => priceSources[row.source] },
                  { title: '操作人', dataIndex: 'operatorName', width: 100 },
                ]
          }
        />
      )}
    </SidePanel>
  )
}

/** What the columns of the wide table say, two facts a cell. */
function phoneColumns(onChart: (sku: { id: number; suk: string }) => void): TableColumnType<PriceRow>[] {
  return [
    {
      title: '时间',
      width: 108,
      render: (_, row) => <TwoLine top={<When at={row.createTime} />} below={priceSources[row.source]} />,
    },
    {
      title: '规格',
      render: (_, row) => (
        <TwoLine
          top={
            <RowAction reads onClick={() => onChart({ id: row.skuId, suk: row.suk })}>
              {row.suk}
            </RowAction>
          }
          below={row.operatorName}
        />
      ),
    },
    {
      title: '价格',
      width: 110,
      align: 'right',
      render: (_, row) => (
        <TwoLine end top={<b>{yuan(row.new)}</b>} below={`${priceFields[row.field]} 原 ${yuan(row.old)}`} />
      ),
    },
  ]
}

function StepChart({ id, skuId, field }: { id: number; skuId: number; field: PriceRow['field'] }) {
  const { data } = useQuery(
    read(productStock.prices, { query: { productId: id, skuId, field, limit: 100 }, silent: true }),
  )
  const [now] = useState(() => serverNow().getTime())
  const steps = useMemo(() => priceSteps(data?.list ?? [], now), [data, now])
  if (!steps.length) return <p className={styles.none}>没有{priceFields[field]}的变更记录</p>
  const prices = steps.map(({ price }) => price)
  const text = `${priceFields[field]}：最低 ${moneyText(Math.min(...prices))}，最高 ${moneyText(Math.max(...prices))}`
  return (
    <>
      <p className={styles.none}>
        {text}，{data?.list.at(-1)?.createTime.slice(0, 10)} 至今
      </p>
      <Chart
        kind="step"
        label={text}
        points={steps.map(({ at }) => new Date(at))}
        series={[{ name: priceFields[field], values: prices }]}
        format={moneyText}
      />
    </>
  )
}

function yuan(amount: number | null): string {
  return amount === null ? '—' : amount.toFixed(2)
}
