import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productGrid } from '@zhanggui/contract/product/product-grid.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { listedFields } from '@zhanggui/domain/product/product-fields.ts'
import { marginText, productLabels } from '@zhanggui/domain/product/product-look.ts'
import { Button, Dropdown, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, canCall, useReadOnly } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { plainColumns } from '../../../kit/form/plain-fields.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { type Act, ActButton, MoreActions, NextAct, useActItems } from '../../../kit/list-page/row-actions.tsx'
import { useLeftRows } from '../../../kit/list-page/use-left-rows.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { ProductCodeDialog } from '../components/code/product-code-dialog.tsx'
import { gridAddress } from '../components/grid/grid-address.ts'
import { ProductBatchDialog } from '../components/list/product-batch-dialog.tsx'
import { ProductExport } from '../components/list/product-export.tsx'
import { MoreFilterFields, moreFilters } from '../components/list/product-filters.tsx'
import { ProductMore } from '../components/list/product-more.tsx'
import { ProductTabs } from '../components/list/product-tabs.tsx'
import { SortCell } from '../components/list/sort-cell.tsx'
import { useProductList } from '../components/list/use-product-list.ts'
import { useTakingBack } from '../components/list/use-taking-back.ts'
import { ShelfSwitch } from '../components/shelf-switch.tsx'
import { PriceHistory } from '../components/stock/price-history.tsx'
import { StockDrawer } from '../components/stock/stock-drawer.tsx'
import { stateOf } from '../model/product-look.ts'
import { CategoryCascader } from '../shared/category-cascader.tsx'
import styles from './product-list.module.css'

const ProductLook = lazy(() => loadChunk(() => import('../components/list/product-look.tsx')))
const PAGE_SIZES = [20, 40, 60, 80]
const RECYCLED = 5

type Opened = { what: 'look' | 'stock' | 'prices' | 'code'; row: ProductRow }

export default function ProductListPage() {
  const { list, leave } = useLeftRows(useProductList())
  const navigate = useNavigate()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [opened, setOpened] = useState<Opened>()
  const [batch, setBatch] = useState<readonly number[]>()
  const phone = useIsPhone()
  const inBin = list.type === RECYCLED
  const mayStock = can(product.info) && (can(productStock.add) || can(productStock.adjust))
  const close = () => setOpened(undefined)

  const recycle = useWrite(product.remove)
  const remove = useWrite(product.remove, { message: '删除成功' })
  const restore = useWrite(product.restore)
  const duplicate = useWrite(product.duplicate, {
    message: '复制成功，副本在仓库中',
    onSuccess: ({ id }) => can(product.update) && navigate(`/product/edit/${id}`),
  })
  /** The page of a product; a panel beside the list for staff to whom its address is closed. */
  const openLook = (row: ProductRow) =>
    can(product.update) ? navigate(`/product/edit/${row.id}?view=1`) : setOpened({ what: 'look', row })
  /** The switch, or what was done to a row that is no longer of this tab. */
  const shelf = (row: ProductRow) => {
    const left = list.left?.(row)
    if (left) return <span className={styles.done}>{left.text}</span>
    return <ShelfSwitch row={row} fixed={list.type > 2} onTurned={handleTurned(row)} />
  }
  const nameOf = (row: ProductRow) =>
    can(product.info) ? (
      <button type="button" className={styles.name} title={row.storeName} onClick={() => openLook(row)}>
        {row.storeName}
      </button>
    ) : (
      row.storeName
    )
  const back = useTakingBack()
  const handleTurned = (row: ProductRow) => (on: boolean, forced: boolean) =>
    leave(row, on ? '已上架' : '已下架', forced ? undefined : back.turned(row, on))
  const handleRestore = async (row: ProductRow) => {
    const params = { id: row.id }
    if (await confirm({ content: `恢复商品「${row.storeName}」？它回到仓库中。`, okText: '恢复' }))
      restore.mutate({ params }, { onSuccess: () => leave(row, '已恢复', back.restored(row)) })
  }
  const handleRecycle = async (row: ProductRow) => {
    const input = { params: { id: row.id }, query: { type: 'recycle' } } as const
    if (await confirmDelete(`把「${row.storeName}」放进回收站？在那里可以恢复。`, '放进回收站'))
      recycle.mutate(input, { onSuccess: () => leave(row, '已加入回收站', back.recycled(row)) })
  }
  const handleRemove = async ({ id, storeName }: ProductRow) => {
    if (await confirmDelete(`彻底删除「${storeName}」？不能再恢复。`, '彻底删除'))
      remove.mutate({ params: { id }, query: { type: 'delete' } })
  }

  const others: Act[] = [
    { may: can(productCopy.copy) || can(productCopy.import), label: '商品采集', to: '/product/create?copy=1' },
    { may: can(productImport.upload), label: '导入商品', to: '/product/import' },
  ].flatMap(({ may, label, to }) => (may ? [{ label, reads: true, onClick: () => navigate(to) }] : []))
  if (can(product.batch)) others.push({ label: '批量操作', onClick: () => setBatch([]) })

  return (
    <>
      <ListPage
        list={list}
        filters={[
          { name: 'cateId', label: '商品分类', control: <CategoryFilter />, text: () => '' },
          {
            name: 'keywords',
            label: '商品搜索',
            control: <Input allowClear maxLength={50} placeholder="请输入商品名称，关键字，商品ID" />,
          },
          ...moreFilters,
        ]}
        moreFilters={<MoreFilterFields />}
        header={<ProductTabs list={list} />}
        pageSizes={PAGE_SIZES}
        acrossPages
        nameOf={({ storeName }) => storeName}
        look={can(product.info) && !can(product.update) ? openLook : undefined}
        address={can(product.info) && can(product.update) ? ({ id }) => `/product/edit/${id}?view=1` : undefined}
        empty={inBin ? '回收站里没有商品' : '还没有商品'}
        purpose={inBin ? '放进回收站的商品可以恢复' : '添加商品、导入表格，或者从别的店铺采集'}
        columns={[
          { name: 'id', title: 'ID', width: 72, hidden: true },
          {
            name: 'image',
            title: '商品图',
            width: 64,
            render: ({ image, storeName }) => <Picture src={image} alt={`「${storeName}」的图片`} thumb />,
          },
          {
            name: 'storeName',
            title: '商品名称',
            minWidth: 220,
            render: (row) => <TwoLine top={nameOf(row)} below={belowName(row)} />,
          },
          {
            name: 'price',
            says: ({ price }) => moneyText(price),
            title: '商品售价',
            width: 132,
            align: 'right',
            sorts: true,
            render: ({ price, priceMax }) => (
              <TwoLine
                end
                top={<b className={styles.figure}>{moneyText(price)}</b>}
                below={priceMax > price && `最高 ${moneyText(priceMax, false)}`}
              />
            ),
          },
          {
            name: 'margin',
            title: '毛利率',
            width: 84,
            align: 'right',
            hidden: true,
            render: ({ price, cost }) => marginText(price, cost),
          },
          { name: 'sales', title: '销量', width: 80, align: 'right', sorts: true, render: ({ sales }) => count(sales) },
          {
            name: 'stock',
            says: ({ stock }) => count(stock),
            title: '库存',
            width: 92,
            align: 'right',
            sorts: true,
            render: (row) => (
              <Stock row={row} onOpen={mayStock && !inBin ? () => setOpened({ what: 'stock', row }) : undefined} />
            ),
          },
          {
            name: 'sort',
            title: '排序',
            width: 84,
            low: true,
            render: (row) => <SortCell row={row} />,
            says: ({ sort }) => String(sort),
          },
          { name: 'brandName', title: '品牌', width: 120, hidden: true },
          ...plainColumns(listedFields),
          { name: 'createTime', title: '添加时间', width: 118, sorts: true, low: true },
          {
            name: 'isShow',
            title: '状态',
            width: 72,
            render: (row) => shelf(row),
            says: ({ isShow }) => (isShow ? '上架' : '下架'),
          },
        ]}
        card={(row) => ({
          picture: <Picture src={row.image} alt={`「${row.storeName}」的图片`} size={76} />,
          title: nameOf(row),
          below: (
            <>
              <StateTag of="product" value={stateOf(row)} />
              <Labels of={productLabels(row)} />
            </>
          ),
          amount: (
            <>
              <b>{moneyText(row.price)}</b>
              {row.priceMax > row.price && ` 起 · 最高 ${moneyText(row.priceMax, false)}`}
            </>
          ),
          facts: (
            <>
              <span>
                库存 <b data-tone={stockTone(row)}>{count(row.stock)}</b>
              </span>
              <span>
                销量 <b>{count(row.sales)}</b>
              </span>
            </>
          ),
          act: (
            <>
              {mayStock && !inBin && !list.left?.(row) && (
                <WriteButton
                  type={row.alert ? 'primary' : 'default'}
                  of={productStock.adjust}
                  onClick={() => setOpened({ what: 'stock', row })}
                >
                  {row.alert ? '补货' : '改库存'}
                </WriteButton>
              )}
              {(!inBin || list.left?.(row)) && shelf(row)}
            </>
          ),
        })}
        add={product.save}
        addText="添加商品"
        open={() => navigate('/product/create')}
        tools={
          <>
            <Others of={others} />
            <ProductExport list={list} ids={[]} />
            {!inBin && (
              <Can do={productGrid.save}>
                <Button disabled={!list.total || undefined} onClick={() => navigate(gridAddress([], list))}>
                  快速编辑
                </Button>
              </Can>
            )}
          </>
        }
        chosenSums={(chosen) => (
          <>
            库存 <b>{count(chosen.reduce((sum, { stock }) => sum + stock, 0))}</b>
          </>
        )}
        batch={(_chosen, ids) => (
          <>
            <Can do={product.batch}>
              <Button type="primary" onClick={() => setBatch(ids)}>
                批量操作 {ids.length} 个
              </Button>
            </Can>
            {!inBin && (
              <Can do={productGrid.save}>
                <Button onClick={() => navigate(gridAddress(ids, list))}>快速编辑 {ids.length} 个</Button>
              </Can>
            )}
            <ProductExport list={list} ids={ids} />
          </>
        )}
        expanded={can(product.info) ? ({ id }) => <ProductMore id={id} /> : undefined}
        actions={(row) => {
          const { id, storeName } = row
          const show = (what: Opened['what']) => () => setOpened({ what, row })
          const look = can(product.info) && { label: '详情', reads: true, onClick: () => openLook(row) }
          const edit = !inBin &&
            can(product.update) &&
            can(product.info) && { label: '编辑', reads: true, onClick: () => navigate(`/product/edit/${id}`) }
          const bringBack = inBin &&
            can(product.restore) && {
              label: '恢复商品',
              onClick: () => handleRestore(row),
            }
          const next = bringBack || edit || look
          return (
            <>
              {!phone && <NextAct of={[next]} />}
              <MoreActions
                name={storeName}
                of={[
                  ...[bringBack, edit, look].filter((act) => phone || act !== next),
                  !inBin && mayStock && { label: '编辑库存', onClick: show('stock') },
                  !inBin &&
                    can(product.duplicate) && {
                      label: '复制',
                      onClick: () => duplicate.mutate({ params: { id } }),
                    },
                  can(productStock.ledger) && {
                    label: '库存流水',
                    reads: true,
                    onClick: () => navigate(`/product/stock?productId=${id}`),
                  },
                  can(productStock.prices) && { label: '价格记录', reads: true, onClick: show('prices') },
                  can(product.qrcode) && { label: '商品码', reads: true, onClick: show('code') },
                  !inBin &&
                    can(product.remove) && {
                      label: '加入回收站',
                      danger: true,
                      onClick: () => handleRecycle(row),
                    },
                  inBin &&
                    can(product.remove) && {
                      label: '删除',
                      danger: true,
                      onClick: () => handleRemove(row),
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
      {opened?.what === 'code' && <ProductCodeDialog row={opened.row} onClose={close} />}
    </>
  )
}

/** What is done rarely: behind 更多, but on phones, where all acts of a list are. */
function Others({ of: acts }: { of: readonly Act[] }) {
  const phone = useIsPhone()
  const itemOf = useActItems()
  if (phone) return acts.map((act) => <ActButton key={act.label} of={act} />)
  if (!acts.length) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: acts.map(({ onClick, ...act }) => ({ key: act.label, ...itemOf(act), onClick })) }}
    >
      <Button>
        更多 <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
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

const count = (value: number) => value.toLocaleString('en-US')

function belowName(row: ProductRow) {
  const labels = productLabels(row)
  return labels.length > 0 && <Labels of={labels} />
}

const stockTone = ({ stock, alert }: ProductRow) => (stock <= 0 ? 'alert' : alert ? 'todo' : undefined)

function Stock({ row, onOpen }: { row: ProductRow; onOpen: (() => void) | undefined }) {
  const { stock, storeName } = row
  const tone = stockTone(row)
  // A figure to be read, not a button: greyed it would not be.
  const readOnly = useReadOnly(productStock.adjust) !== undefined
  if (!onOpen || readOnly)
    return (
      <span className={styles.stock} data-tone={tone}>
        {count(stock)}
      </span>
    )
  return (
    <Button
      type="link"
      size="small"
      className={styles.stock}
      data-tone={tone}
      aria-label={`编辑「${storeName}」的库存 ${stock}`}
      onClick={onOpen}
    >
      {count(stock)}
    </Button>
  )
}
