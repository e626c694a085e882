import type { BatchAction, BatchData, ProductInfo } from '@zhanggui/contract/product/product.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, yuanText } from '@zhanggui/domain/money.ts'
import { productState, type RecommendFlag, recommendFlags } from '@zhanggui/domain/product/product.ts'
import { priceFields, type Reprice, reprice } from '@zhanggui/domain/product/product-price.ts'
import {
  type AdjustReason,
  adjustReasonNames,
  MAX_STOCK,
  stockReasons,
} from '@zhanggui/domain/product/product-stock.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { editFields, lockForEdit, refileProduct, reprices } from '../product/product.service.ts'
import {
  deleteProduct,
  putOnShelf,
  recycleProduct,
  restoreProduct,
  takeOffShelf,
} from '../product/product-state.service.ts'
import { changeAllStock } from '../stock/product-stock.service.ts'

/** A change shown by a dry run. */
export type Preview = { suk?: string; field: string; before: string; after: string }
/** The names of what products refer to by id. */
export type RefNames = Partial<Record<'cateIds' | 'labelIds' | 'tempId' | 'couponIds', ReadonlyMap<number, string>>>

/** An action on many products, read from a request. */
export type ProductAction = {
  /** The title of the task: 批量上架. */
  title: string
  /** Required besides the permission of the call. */
  permissions: readonly string[]
  run(tx: Ctx, id: number): Promise<unknown>
  /** The references whose names its preview needs. */
  shows?: readonly (keyof RefNames)[]
  preview(product: ProductInfo, names: RefNames): Preview[]
}

const UPDATE = 'admin:product:update'
const stateNames = { warehouse: '仓库中', onShelf: '出售中', recycled: '回收站', deleted: '已彻底删除' }

/**
 * Reads an action with its data.
 * @throws {BadInput} for data that does not fit the action
 */
export function readAction(name: BatchAction, data: BatchData): ProductAction {
  return readers[name](data)
}

const readers: Record<BatchAction, (data: BatchData) => ProductAction> = {
  up: () => moveTo('批量上架', 'admin:product:up', 'onShelf', putOnShelf),
  down: ({ force }) =>
    moveTo('批量下架', 'admin:product:down', 'warehouse', (tx, id) => takeOffShelf(tx, id, force === true)),
  recycle: () => moveTo('批量加入回收站', 'admin:product:delete', 'recycled', recycleProduct),
  delete: () => moveTo('批量彻底删除', 'admin:product:delete', 'deleted', deleteProduct),
  restore: () => moveTo('批量恢复', 'admin:product:restore', 'warehouse', restoreProduct),
  category: readFiling,
  flags: (data) => {
    const names = (Object.keys(recommendFlags) as RecommendFlag[]).filter((name) => data[name] !== undefined)
    if (!names.length) throw new BadInput('请选择要修改的推荐', 'data')
    return editing('批量修改推荐', Object.fromEntries(names.map((name) => [name, data[name]])))
  },
  freight: ({ tempId }) => {
    if (tempId === undefined) throw new BadInput('请选择运费模板', 'data.tempId')
    return editing('批量修改运费模板', { tempId })
  },
  price: readPrice,
  stock: readStock,
  fields: ({ sort, ficti, giveIntegral, unitName, keyword, isSub, couponIds, labelIds }) => {
    const given = Object.entries({ sort, ficti, giveIntegral, unitName, keyword, isSub, couponIds, labelIds })
    const fields = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    if (!Object.keys(fields).length) throw new BadInput('请填写要修改的内容', 'data')
    return editing('批量修改商品', fields)
  },
}

function moveTo(
  title: string,
  permission: string,
  state: keyof typeof stateNames,
  run: (tx: Ctx, id: number) => Promise<unknown>,
): ProductAction {
  const preview = (product: ProductInfo) => [
    { field: '状态', before: stateNames[productState(product)], after: stateNames[state] },
  ]
  return { title, permissions: [permission], run, preview }
}

const labels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(recommendFlags).map(([name, { label }]) => [name, label])),
  tempId: '运费模板',
  sort: '排序',
  ficti: '虚拟销量',
  giveIntegral: '积分',
  unitName: '单位',
  keyword: '关键字',
  isSub: '单独设置佣金',
  couponIds: '优惠券',
  labelIds: '标签',
}

function editing(title: string, fields: Parameters<typeof editFields>[3]): ProductAction {
  return {
    title,
    permissions: [UPDATE],
    run: (tx, id) => editFields(tx, id, undefined, fields),
    shows: (['tempId', 'couponIds', 'labelIds'] as const).filter((name) => name in fields),
    preview: (product, names) =>
      Object.entries(fields).map(([name, after]) => {
        const before = product[name as keyof ProductInfo]
        const known = names[name as keyof RefNames]
        return { field: labels[name] ?? name, before: show(before, known), after: show(after, known) }
      }),
  }
}

function show(value: unknown, names?: ReadonlyMap<number, string>): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  const named = [value ?? ''].flat().map((each) => names?.get(each as number) ?? String(each))
  return named.join('、')
}

function readFiling({ mode, cateIds }: BatchData): ProductAction {
  if (mode !== 'set' && mode !== 'add' && mode !== 'remove') throw new BadInput('请选择方式', 'data.mode')
  if (!cateIds?.length) throw new BadInput('请选择商品分类', 'data.cateIds')
  const filed = (had: readonly number[]) => {
    const wanted =
      mode === 'set'
        ? cateIds
        : mode === 'add'
          ? [...new Set([...had, ...cateIds])]
          : had.filter((id) => !cateIds.includes(id))
    if (!wanted.length) throw new Refusal('商品至少保留一个分类')
    if (wanted.length > 10) throw new Refusal('商品最多属于10个分类')
    return wanted
  }
  return {
    title: '批量修改分类',
    permissions: [UPDATE],
    run: async (tx, id) => refileProduct(tx, id, filed((await lockForEdit(tx, id, undefined)).cateIds)),
    shows: ['cateIds'],
    preview: ({ cateIds: had }, { cateIds: names }) => [
      { field: '分类', before: show(had, names), after: show(filed(had), names) },
    ],
  }
}

function readPrice({ target, mode, value, round = 'none' }: BatchData): ProductAction {
  if (!target) throw new BadInput('请选择价格', 'data.target')
  if (!mode || mode === 'remove') throw new BadInput('请选择方式', 'data.mode')
  if (value === undefined) throw new BadInput('请输入数值', 'data.value')
  if (mode === 'percent' && value < -100) throw new BadInput('降价不能超过100%', 'data.value')
  // Both amounts and percentages have two decimals: hundredths of either are whole.
  const change: Reprice = { mode, value: toFen(value), round }
  return {
    title: '批量改价',
    permissions: [UPDATE, ...(target === 'cost' ? ['admin:product:cost:view'] : [])],
    run: (tx, id) => reprices(tx, id, target, (fen) => reprice(fen, change)),
    preview: ({ attrValue }) =>
      attrValue.map((sku) => {
        const before = sku[target] ?? 0
        return {
          suk: sku.suk,
          field: priceFields[target],
          before: yuanText(toFen(before)),
          after: yuanText(reprice(toFen(before), change)),
        }
      }),
  }
}

function readStock({ mode, value, reason = '', remark = '' }: BatchData): ProductAction {
  if (mode !== 'set' && mode !== 'add') throw new BadInput('请选择方式', 'data.mode')
  if (value === undefined || !Number.isInteger(value)) throw new BadInput('请输入整数', 'data.value')
  if (Math.abs(value) > MAX_STOCK || (mode === 'set' && value < 0)) throw new BadInput('库存超出范围', 'data.value')
  const why = adjustReasonNames.includes(reason as AdjustReason) ? stockReasons[reason as AdjustReason] : reason
  const note = {
    reason: 'batch',
    remark: cutText([why, remark].filter(Boolean).join('：'), 255),
  } as const
  return {
    title: '批量改库存',
    permissions: ['admin:product:stock:adjust'],
    run: (tx, id) => changeAllStock(tx, id, mode, value, note),
    preview: ({ attrValue }) =>
      attrValue.map(({ suk, stock }) => {
        const after = mode === 'set' ? value : stock + value
        return { suk, field: '库存', before: String(stock), after: after < 0 ? '库存不足，不会修改' : String(after) }
      }),
  }
}
