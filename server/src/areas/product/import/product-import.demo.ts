import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportMode, productImport } from '@zhanggui/contract/product/product-import.ts'
import { joinPath, joinPieces, productSheetColumns } from '@zhanggui/domain/product/product-sheet.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import { checkImport } from './product-import.service.ts'
import { runImport } from './product-import-run.service.ts'

const MINUTE_MS = 60_000
const RESTOCKED = 8
const REPRICED = 6

type Column = keyof typeof productSheetColumns
/** A row of a sheet, by its columns. */
type Line = Partial<Record<Column, string | number>>

/** A supplier's goods; they use the pictures of catalogue products, found by the end of their name. */
const offered: readonly (Line & { like: string })[] = [
  { like: '新疆长绒棉圆领T恤', storeName: '拾布 高支棉立领T恤', price: 89, cost: 38, stock: 120 },
  { like: '羽绒填充抱枕', storeName: '半夏 慢回弹腰靠抱枕', price: 69, cost: 29, stock: 80 },
  { like: '悬浮背负登山背包', storeName: '野径 可扩容旅行背包', price: 259, cost: 128, stock: 45 },
  { like: '四面弹修身长裤', storeName: '拾布 微弹直筒休闲长裤', price: 139, cost: 62, stock: 100 },
  { like: '加厚酒店款毛巾', storeName: '半夏 速干运动毛巾', price: 39, cost: 15.5, stock: 260 },
  { like: '纯棉强吸水毛巾', storeName: '半夏 纱布婴童毛巾', price: '面议', stock: 60 },
  { like: '城市通勤双肩背包', storeName: '野径 轻量折叠背包', price: 99, stock: 70, freight: '供应商包邮' },
]

/** Adds three imports to a demo shop that has just been filled: two carried out, one only checked. */
export async function fillImportDemo(ctx: Ctx): Promise<void> {
  const known = await findPlain(ctx)
  const restocked = known
    .slice(0, RESTOCKED)
    .map(({ skuNo, storeName, stock }) => ({ skuNo, storeName, stock: stock + 60 }))
  await bring(ctx, 300, '到货补货单.csv', 'update', [
    ...restocked,
    { skuNo: 'FS9999-01', storeName: '样衣（未建档）', stock: 6 },
  ])
  const added = await Promise.all(offered.map((line) => fillIn(ctx, line)))
  await bring(ctx, 120, '新品-供应商报价.csv', 'create', added)
  const repriced = known
    .slice(RESTOCKED)
    .map(({ skuNo, storeName, price }) => ({ skuNo, storeName, price: Math.round(price * 0.9) }))
  const wrong = repriced.map((line, place) => (place === 2 ? { ...line, price: '八五折' } : line))
  await bring(ctx, 40, '促销调价-待确认.csv', 'update', wrong, false)
}

/** Checks a sheet as of some minutes ago, and carries it out by default. */
async function bring(ctx: Ctx, minutes: number, name: string, mode: ImportMode, lines: readonly Line[], run = true) {
  const then = withContext(ctx, {
    now: () => new Date(ctx.now().getTime() - minutes * MINUTE_MS),
    // A request each, as in a shop at work: by it the trail finds what can be taken back.
    origin: { ...ctx.origin, requestId: `demo-import-${minutes}`, route: productImport.upload },
  })
  const columns = Object.keys(productSheetColumns).filter((column) => lines.some((line) => column in line)) as Column[]
  const rows = [
    columns.map((column) => productSheetColumns[column]),
    ...lines.map((line) => columns.map((column) => line[column] ?? '')),
  ]
  const content = Buffer.from(`\uFEFF${rows.map((row) => row.join(',')).join('\r\n')}\r\n`)
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, '0')
    await writeFile(path, content)
    const hash = createHash('sha256').update(content).digest('hex')
    const received = { name, extension: 'csv', path, bytes: content.length, hash }
    const { id } = await checkImport(then, [received], { mode })
    if (run) await runImport(then, { importId: id }, { progress: async () => {} })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Products without specifications that are on sale with enough stock. */
async function findPlain({ db }: Ctx) {
  const { rows } = await db.execute<{ sku_no: string; store_name: string; stock: number; price_fen: string }>(sql`
    select sku.sku_no, p.store_name, p.stock, p.price_fen from product p join product_sku sku on sku.product_id = p.id
    where not p.spec_type and p.is_show and not p.is_recycle and not p.alert and p.stock between 100 and 350
    order by p.id desc limit ${RESTOCKED + REPRICED}`)
  return rows.map(({ sku_no, store_name, stock, price_fen }) => {
    return { skuNo: sku_no, storeName: store_name, stock, price: Number(price_fen) / 100 }
  })
}

/** The other cells of the supplier's sheet: category, pictures, unit and template of the similar product. */
async function fillIn({ db }: Ctx, { like, ...line }: (typeof offered)[number]): Promise<Line> {
  const { rows } = await db.execute<{
    path: string[]
    unit: string
    image: string
    pictures: string[]
    freight: string
  }>(sql`
    select array[above.name, kind.name] as path, p.unit_name as unit, p.image, p.slider_image as pictures, t.name as freight
    from product p join category kind on kind.id = p.cate_ids[1] join category above on above.id = kind.pid
      join freight_template t on t.id = p.temp_id
    where p.store_name like ${`% ${like}`} order by p.id limit 1`)
  const [found] = rows
  if (!found) return line
  const { path, unit, image, pictures, freight } = found
  const rest = { categories: joinPath(path), unitName: unit, image, sliderImage: joinPieces(pictures), freight }
  return { ...rest, ...line }
}
