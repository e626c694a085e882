import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ProductPick, product } from '@zhanggui/contract/product/product.ts'
import { Button, Checkbox, Input, Pagination, Radio, Space, Table, Tag, Tooltip } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showWarning } from '../../../../kit/feedback/feedback.ts'
import { Picture } from '../../../../kit/media/picture.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { CategoryCascader } from '../category-cascader.tsx'
import styles from './picker.module.css'
import { PickerSkus } from './picker-skus.tsx'
import type { PickedProduct, PickedSku, ProductPickerOptions } from './product-picker.tsx'

const PAGE_SIZES = [10, 20, 30, 40]
const NO_CHOICE: readonly PickedProduct[] = []

export default function PickerDialog(props: ProductPickerOptions & { onClose: () => void }) {
  const { mode, skus = false, checked = NO_CHOICE, type = '1', max = Number.POSITIVE_INFINITY, onPick, onClose } = props
  const single = mode === 'single'
  const phone = useIsPhone()
  const name = useId()
  const [asked, setAsked] = useState<{ page: number; limit: number; cateId?: number[]; keywords?: string }>({
    page: 1,
    limit: 10,
  })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly PickedProduct[]>(checked)
  const [unfolded, setUnfolded] = useState<readonly number[]>([])
  const query = { ...asked, type: Number(type) as 1 }
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...read(product.pick, { query }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.list ?? []
  const stateOf = useChecked(checked)
  const isChosen = ({ id }: { id: number }) => chosen.some((item) => item.id === id)

  function search(change: { cateId?: number[] | undefined; keywords?: string | undefined }) {
    const next = { ...asked, ...change, page: 1 }
    if (JSON.stringify(next) === JSON.stringify(asked)) refetch()
    else setAsked(next)
  }

  function finish(items: readonly PickedProduct[]) {
    if (!items.length) return void showWarning('请先选择商品')
    onPick(items.map((item) => ({ ...stateOf(item.id)?.fields, ...item })))
    onClose()
  }

  function turn(items: readonly ProductPick[], on: boolean) {
    const ids = new Set(items.map(({ id }) => id))
    if (!on) return setChosen(chosen.filter(({ id }) => !ids.has(id)))
    const added = items.filter((item) => !isChosen(item))
    const next = [
      ...chosen,
      ...added.map((item) => (skus ? { ...toPicked(item), skus: item.attrValue } : toPicked(item))),
    ]
    if (next.length > max) return void showWarning(`最多选择${max}个商品`)
    setChosen(next)
  }

  /** Ticks a product. One with several SKUs unfolds instead: which of them is for staff to say. */
  function turnWhole(item: ProductPick, on: boolean) {
    if (!skus || !on || item.skuCount < 2) return turn([item], on)
    if (unfolded.includes(item.id)) showWarning(`请勾选「${item.storeName}」的规格`)
    else setUnfolded([...unfolded, item.id])
  }

  function chooseSkus(row: ProductPick, picked: PickedSku[]) {
    if (!picked.length) return turn([row], false)
    if (isChosen(row)) return setChosen(chosen.map((item) => (item.id === row.id ? { ...item, skus: picked } : item)))
    if (chosen.length >= max) return void showWarning(`最多选择${max}个商品`)
    setChosen([...chosen, { ...toPicked(row), skus: picked }])
  }

  /** The ticked SKUs of a product; of one that was ticked before the dialog opened all, unless given. */
  const skusOf = (row: ProductPick) => {
    const item = chosen.find(({ id }) => id === row.id)
    return item ? (item.skus ?? row.attrValue) : []
  }
  const isPart = (row: ProductPick) => {
    const picked = chosen.find(({ id }) => id === row.id)?.skus
    return skus && picked !== undefined && picked.length < row.skuCount
  }

  const choose = (row: ProductPick) => (single ? finish([toPicked(row)]) : turnWhole(row, !isChosen(row)))

  function handleRowKey(event: KeyboardEvent, row: ProductPick) {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    event.preventDefault()
    choose(row)
  }

  const failed = error && (!data || isPlaceholderData)
  const onPage = rows.filter(isChosen).length
  const isNarrowed = Boolean(asked.cateId?.length || asked.keywords)
  return (
    <Dialog
      title="商品列表"
      width={896}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="ok" type="primary" onClick={() => finish(chosen)}>
          确定
        </Button>,
      ]}
    >
      <div className={styles.filters}>
        <div className={styles.filter}>
          <label htmlFor={`${name}-keywords`}>商品搜索</label>
          <Input
            id={`${name}-keywords`}
            allowClear
            maxLength={50}
            value={typed}
            placeholder="商品名称、规格、编码，可用空格隔开"
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={() => search({ keywords: typed.trim() || undefined })}
          />
        </div>
        <div className={styles.filter}>
          <label htmlFor={`${name}-category`}>商品分类</label>
          <CategoryCascader
            id={`${name}-category`}
            placeholder="请选择商品分类"
            value={asked.cateId?.[0]}
            onChange={(id) => search({ cateId: id ? [id] : undefined })}
          />
        </div>
        <Space className={styles.buttons}>
          <Button type="primary" onClick={() => search({ keywords: typed.trim() || undefined })}>
            搜索
          </Button>
          <Button
            onClick={() => {
              setTyped('')
              search({ cateId: undefined, keywords: undefined })
            }}
          >
            重置
          </Button>
        </Space>
      </div>
      {failed ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Table<ProductPick>
          rowKey="id"
          size="small"
          className={styles.table}
          pagination={false}
          scroll={{ x: 'max-content', y: phone ? undefined : 'calc(100dvh - 470px)' }}
          loading={{ spinning: isPending || isFetching, delay: 200 }}
          dataSource={rows}
          locale={{
            emptyText: isPending ? <div className={styles.waiting} /> : <NoProducts isNarrowed={isNarrowed} />,
          }}
          rowClassName={(row) => (isChosen(row) ? 'ant-table-row-selected' : '')}
          onRow={(row) => ({ tabIndex: 0, onKeyDown: (event) => handleRowKey(event, row) })}
          expandable={
            skus
              ? {
                  rowExpandable: ({ specType }) => specType,
                  expandedRowKeys: unfolded,
                  onExpandedRowsChange: (keys) => setUnfolded(keys.map(Number)),
                  expandedRowRender: (row) => (
                    <PickerSkus row={row} chosen={skusOf(row)} onChoose={(picked) => chooseSkus(row, picked)} />
                  ),
                }
              : undefined
          }
          columns={[
            {
              key: 'choice',
              width: 44,
              // A whole page of SKUs is nobody's choice.
              title: !single && !skus && (
                <Checkbox
                  aria-label="选择本页"
                  checked={rows.length > 0 && onPage === rows.length}
                  indeterminate={onPage > 0 && onPage < rows.length}
                  disabled={!rows.length}
                  onChange={({ target }) => turn(rows, target.checked)}
                />
              ),
              render: (_, row) =>
                single ? (
                  <Radio aria-label={`选择 ${row.storeName}`} checked={isChosen(row)} onClick={() => choose(row)} />
                ) : (
                  <Checkbox
                    aria-label={`选择 ${row.storeName}`}
                    checked={isChosen(row) && !isPart(row)}
                    indeterminate={isPart(row)}
                    onChange={() => choose(row)}
                  />
                ),
            },
            { title: '商品图', width: 76, render: (_, row) => <Picture src={row.image} /> },
            {
              title: '商品名称',
              width: 330,
              className: styles.name,
              render: (_, { id, storeName, skuCount }) => (
                <>
                  {storeName}
                  <div className={styles.count}>
                    编号 {id}
                    {skuCount > 1 && ` · ${skuCount} 个规格`}
                  </div>
                </>
              ),
            },
            {
              title: '售价',
              width: 110,
              align: 'right',
              render: (_, { price, skuCount }) => (
                <span className={styles.figure}>
                  {moneyText(price)}
                  {skuCount > 1 && ' 起'}
                </span>
              ),
            },
            {
              title: '库存',
              width: 80,
              align: 'right',
              render: (_, { stock }) => (
                <span className={stock > 0 ? styles.figure : styles.off}>
                  {stock > 0 ? stock.toLocaleString('en-US') : '已售罄'}
                </span>
              ),
            },
            {
              title: '商品分类',
              width: 130,
              render: (_, { storeCategory, cateNames }) => (
                <Tooltip title={cateNames.join('、')}>{storeCategory.cateName}</Tooltip>
              ),
            },
          ]}
        />
      )}
      {!failed && data !== undefined && data.total > 0 && (
        <Pagination
          size="small"
          className={styles.pages}
          align="end"
          current={asked.page}
          pageSize={asked.limit}
          total={data.total}
          pageSizeOptions={PAGE_SIZES}
          showSizeChanger
          showQuickJumper={!phone}
          showLessItems={phone}
          showTotal={(total) => `共 ${total}${data.totalIsLowerBound ? '+' : ''} 条`}
          onChange={(page, limit) => setAsked({ ...asked, limit, page: limit === asked.limit ? page : 1 })}
        />
      )}
      {!single && (
        <section className={styles.chosen} aria-label="已选商品">
          <span className={styles.count}>
            已选 {chosen.length}
            {Number.isFinite(max) && ` / ${max}`}
          </span>
          {chosen.map((item) => (
            <Tag
              key={item.id}
              closable
              className={styles.tag}
              onClose={(event) => {
                event.preventDefault()
                setChosen(chosen.filter(({ id }) => id !== item.id))
              }}
            >
              <Picture src={item.src} size={20} preview={false} />
              <span className={styles.tagName}>{item.storeName ?? stateOf(item.id)?.fields.storeName ?? item.id}</span>
              {skus && item.skus && <span className={styles.count}>{item.skus.length} 个规格</span>}
              {stateOf(item.id)?.offSale && <span className={styles.off}>已下架</span>}
            </Tag>
          ))}
        </section>
      )}
    </Dialog>
  )
}

function toPicked(row: ProductPick): PickedProduct {
  return { ...row, src: row.image }
}

type Known = { offSale: boolean; fields: Partial<ProductPick> }

function NoProducts({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyBlock text="没有符合条件的商品" more="换个词或分类再找" />
  ) : (
    <EmptyBlock text="暂无商品" more="先到「商品管理」添加商品，再回来选" />
  )
}

/** The server's data of products ticked on opening. @returns undefined for others, and until loaded */
function useChecked(checked: readonly { id: number }[]): (id: number) => Known | undefined {
  const allowed = useCan(product.listByIds)
  const ids = checked.map(({ id }) => id).slice(0, 200)
  const { data } = useQuery({
    ...read(product.listByIds, { params: { ids }, silent: true }),
    enabled: allowed && ids.length > 0,
  })
  const known = new Map<number, Known>()
  for (const id of data?.missing ?? []) known.set(id, { offSale: true, fields: {} })
  for (const row of data?.list ?? []) {
    const { storeName, storeCategory, cateNames, price, otPrice, stock, sales, isShow, specType, skuCount } = row
    const fields = { storeName, storeCategory, cateNames, price, otPrice, stock, sales, isShow, specType, skuCount }
    known.set(row.id, { offSale: !isShow || row.isRecycle || row.isDel, fields })
  }
  return (id) => known.get(id)
}
