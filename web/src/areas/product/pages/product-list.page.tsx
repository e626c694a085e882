import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { listedFields } from '@zhanggui/domain/product/product-fields.ts'
import { Button, Flex, Input, Tag, Typography } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, canCall } from '../../../kit/access/can.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { plainColumns } from '../../../kit/form/plain-fields.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, RowAction } from '../../../kit/list-page/row-actions.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { CategoryCascader } from '../../../kit/product/category-cascader.tsx'
import { ProductBatchDialog } from '../components/list/product-batch-dialog.tsx'
import { ProductCodeDialog } from '../components/list/product-code-dialog.tsx'
import { ProductExport } from '../components/list/product-export.tsx'
import { MoreFilters, moreFilters } from '../components/list/product-filters.tsx'
import { ProductMore } from '../components/list/product-more.tsx'
import { ProductTabs } from '../components/list/product-tabs.tsx'
import { ProductTimeline } from '../components/list/product-timeline.tsx'
import { ShelfSwitch } from '../components/list/shelf-switch.tsx'
import { SortCell } from '../components/list/sort-cell.tsx'
import { useProductList } from '../components/list/use-product-list.ts'
import { PriceHistory } from '../components/stock/price-history.tsx'
import { StockDrawer } from '../components/stock/stock-drawer.tsx'
import styles from './product-list.module.css'

const ProductLook = lazy(() => loadChunk(() => import('../components/list/product-look.tsx')))
const PAGE_SIZES = [20, 40, 60, 80]
const RECYCLED = 5

type Opened = { what: 'look' | 'stock' | 'prices' | 'timeline' | 'code'; row: ProductRow }

export default function ProductListPage() {
  const list = useProductList()
  const navigate = useNavigate()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [opened, setOpened] = useState<Opened>()
  const [batch, setBatch] = useState<readonly number[]>()
  const inBin = list.type === RECYCLED
  const mayStock = can(product.info) && (can(productStock.add) || can(productStock.adjust))
  const close = () => setOpened(undefined)

  const recycle = useWrite(product.remove, { message: '已加入回收站' })
  const remove = useWrite(product.remove, { message: '删除成功' })
  const restore = useWrite(product.restore, { message: '恢复成功' })
  const duplicate = useWrite(product.duplicate, {
    message: '复制成功，副本在仓库中',
    onSuccess: ({ id }) => can(product.update) && navigate(`/product/edit/${id}`),
  })
  const handleRestore = async (id: number) => {
    if (await confirm({ content: '恢复商品' })) restore.mutate({ params: { id } })
  }
  const handleRecycle = async (id: number) => {
    if (await confirmDelete('确定加入回收站吗？')) recycle.mutate({ params: { id }, query: { type: 'recycle' } })
  }
  const handleRemove = async (id: number) => {
    if (await confirmDelete('删除后不可恢复，确定彻底删除吗？'))
      remove.mutate({ params: { id }, query: { type: 'delete' } })
  }

  return (
    <>
      <ListPage
        list={list}
        filters={[
          { name: 'cateId', label: '商品分类', control: <CategoryFilter /> },
          {
            name: 'keywords',
            label: '商品搜索',
            control: <Input allowClear maxLength={50} placeholder="请输入商品名称，关键字，商品ID" />,
          },
          ...moreFilters.map((name) => ({ name, hidden: true })),
        ]}
        moreFilters={<MoreFilters list={list} />}
        header={<ProductTabs list={list} />}
        pageSizes={PAGE_SIZES}
        acrossPages
        empty={inBin ? '回收站里没有商品' : '暂无商品'}
        columns={[
          { name: 'id', title: 'ID', width: 64 },
          {
            name: 'image',
            title: '商品图',
            width: 64,
            render: ({ image, storeName }) => <Picture src={image} alt={`「${storeName}」的图片`} />,
          },
          { name: 'storeName', title: '商品名称', width: 196, render: (row) => <Name row={row} /> },
          { name: 'price', title: '商品售价', width: 120, sorts: true, render: priceOf },
          {
            name: 'margin',
            title: '毛利率',
            width: 90,
            hidden: true,
            render: ({ price, cost }) => (!cost || !price ? '—' : `${(((price - cost) / price) * 100).toFixed(1)}%`),
          },
          { name: 'sales', title: '销量', width: 76, sorts: true },
          {
            name: 'stock',
            title: '库存',
            width: 84,
            sorts: true,
            render: (row) => (
              <Stock row={row} onOpen={mayStock && !inBin ? () => setOpened({ what: 'stock', row }) : undefined} />
            ),
          },
          { name: 'sort', title: '排序', width: 84, render: (row) => <SortCell row={row} /> },
          { name: 'brandName', title: '品牌', width: 120, hidden: true },
          ...plainColumns(listedFields),
          {
            name: 'createTime',
            title: '添加时间',
            width: 112,
            sorts: true,
            render: ({ createTime }) => createTime.replace(' ', '\n'),
            className: styles.time,
          },
          {
            name: 'isShow',
            title: '状态',
            width: 90,
            render: (row) => <ShelfSwitch row={row} fixed={list.type > 2} />,
          },
        ]}
        add={product.save}
        addText="添加商品"
        open={() => navigate('/product/create')}
        tools={(chosen) => (
          <>
            <Can do={[productCopy.copy, productCopy.import]}>
              <Button onClick={() => navigate('/product/create?copy=1')}>商品采集</Button>
            </Can>
            <Can do={productImport.upload}>
              <Button onClick={() => navigate('/product/import')}>导入商品</Button>
            </Can>
            <ProductExport list={list} ids={chosen.map(({ id }) => id)} />
            <Can do={product.batch}>
              <Button disabled={!list.total} onClick={() => setBatch(chosen.map(({ id }) => id))}>
                批量操作
              </Button>
            </Can>
          </>
        )}
        expanded={can(product.info) ? ({ id }) => <ProductMore id={id} /> : undefined}
        actions={(row) => {
          const { id, storeName } = row
          const show = (what: Opened['what']) => () => setOpened({ what, row })
          return (
            <>
              {can(product.info) && (
                <RowAction onClick={can(product.update) ? () => navigate(`/product/edit/${id}?view=1`) : show('look')}>
                  详情
                </RowAction>
              )}
              {!inBin && can(product.update) && can(product.info) && (
                <RowAction onClick={() => navigate(`/product/edit/${id}`)}>编辑</RowAction>
              )}
              {!inBin && mayStock && <RowAction onClick={show('stock')}>编辑库存</RowAction>}
              {inBin && can(product.restore) && <RowAction onClick={() => handleRestore(id)}>恢复商品</RowAction>}
              {inBin && can(product.remove) && (
                <RowAction danger onClick={() => handleRemove(id)}>
                  删除
                </RowAction>
              )}
              <MoreActions
                name={storeName}
                of={[
                  !inBin &&
                    can(product.duplicate) && {
                      label: '复制',
                      onClick: () => duplicate.mutate({ params: { id } }),
                    },
                  can(productStock.ledger) && {
                    label: '库存流水',
                    onClick: () => navigate(`/product/stock?productId=${id}`),
                  },
                  can(productStock.prices) && { label: '价格记录', onClick: show('prices') },
                  { label: '操作记录', onClick: show('timeline') },
                  can(product.qrcode) && { label: '商品码', onClick: show('code') },
                  !inBin &&
                    can(product.remove) && {
                      label: '加入回收站',
                      danger: true,
                      onClick: () => handleRecycle(id),
                    },
                ]}
              />
            </>
          )
        }}
      />
      {batch && <ProductBatchDialog list={list} ids={batch} onClose={() => setBatch(undefined)} />}
      {opened?.what === 'look' && (
        <Suspense fallback={null}>
          <ProductLook id={opened.row.id} onClose={close} />
        </Suspense>
      )}
      {opened?.what === 'stock' && <StockDrawer id={opened.row.id} onClose={close} />}
      {opened?.what === 'prices' && <PriceHistory id={opened.row.id} name={opened.row.storeName} onClose={close} />}
      {opened?.what === 'timeline' && (
        <ProductTimeline id={opened.row.id} name={opened.row.storeName} onClose={close} />
      )}
      {opened?.what === 'code' && <ProductCodeDialog row={opened.row} onClose={close} />}
    </>
  )
}

/** The filter by category; the query accepts several. */
function CategoryFilter(props: { id?: string; value?: number[]; onChange?: (ids: number[] | undefined) => void }) {
  const { id, value, onChange } = props
  return (
    <CategoryCascader
      id={id}
      withHidden
      placeholder="全部分类"
      value={value?.[0]}
      onChange={(chosen) => onChange?.(chosen === undefined ? undefined : [chosen])}
    />
  )
}

function Name({ row }: { row: ProductRow }) {
  const { storeName, specType, skuCount, isSeckill, isBargain, isCombination } = row
  const recommended = row.isBest || row.isHot || row.isNew || row.isBenefit || row.isGood
  return (
    <Flex vertical gap={2} className={styles.name}>
      <Typography.Text ellipsis={{ tooltip: storeName }}>{storeName}</Typography.Text>
      <Flex gap={4} wrap>
        {specType && <Tag>多规格 {skuCount}</Tag>}
        {(isSeckill || isBargain || isCombination) && <Tag color="volcano">活动</Tag>}
        {recommended && <Tag color="gold">推荐</Tag>}
      </Flex>
    </Flex>
  )
}

function priceOf({ price, priceMax }: ProductRow): string {
  return priceMax > price ? `¥${price.toFixed(2)} – ${priceMax.toFixed(2)}` : `¥${price.toFixed(2)}`
}

function Stock({ row: { stock, alert, storeName }, onOpen }: { row: ProductRow; onOpen: (() => void) | undefined }) {
  if (!onOpen) return <Typography.Text type={alert ? 'danger' : undefined}>{stock}</Typography.Text>
  return (
    <Button type="link" size="small" danger={alert} aria-label={`编辑「${storeName}」的库存 ${stock}`} onClick={onOpen}>
      {stock}
    </Button>
  )
}
