import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Route, RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { downloadName } from '@zhanggui/domain/file/file-name.ts'
import { and, eq, sql } from 'drizzle-orm'
import { formatFor, type SheetColumn, sheetTypes, writeSheet } from '../content/sheets.ts'
import { audit } from '../data/audit.ts'
import { defineHook } from '../hooks.ts'
import { Accepted } from '../http/accepted.ts'
import { type Ctx, inTransaction, type Platform } from '../http/context.ts'
import { forbidden, notFound, tooMany } from '../http/errors.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import { may } from '../http/gate.ts'
import type { Batch, Page } from '../http/paging.ts'
import { exportTickets } from './export-ticket.tables.ts'
import { startTask, type TaskResult, type TaskWork } from './tasks.ts'

/** Exports with more rows become tasks. */
const MAX_AT_ONCE = 5000
const MAX_ROWS = 500_000
const BATCH = 2000
const TICKET_MS = 10 * 60_000
/** Per session. */
const LIMIT = { max: 10, seconds: 60 }
export const EXPORT_TASK = 'export'

/** The definition of an export. */
export type Export<Query, Row> = {
  /** The route that exports; its permission is checked again when the file is fetched. */
  route: Route
  /** The name of file and task: 用户导出. */
  name: string
  /** Counts the rows. */
  count(ctx: Ctx, query: Query): Promise<number>
  /** Reads the rows, at max `max`. */
  rows(ctx: Ctx, query: Query, max: number): AsyncIterable<Row>
  /** The columns, which may depend on the query and on what the caller may see. */
  columns(ctx: Ctx, query: Query): readonly SheetColumn<Row>[]
}

/** The definition of a list's export. */
export type ListExport<Query, Row> = {
  name: string
  /** Reads a page of the list and counts its rows. */
  list(ctx: Ctx, query: Query, page: Page): Promise<{ rows: Row[]; total: number }>
  /** Placed after `list`, from which the compiler infers the row. */
  columns: readonly SheetColumn<Row>[]
}

/** The definition of a long list's export. */
export type LongExport<Query, Row> = {
  name: string
  count(ctx: Ctx, query: Query): Promise<number>
  /** Reads the next rows of the list. */
  next(ctx: Ctx, query: Query, batch: Batch): Promise<Row[]>
  idOf(row: Row): number
  columns: readonly SheetColumn<Row>[]
}

type AnyExport = Export<Record<string, unknown>, unknown>
/** `seen` is what of it the user saw who started the task. */
type ExportParams = { route: string; query: Asked; seen?: Sight }
/** What somebody sees of a list: its columns, those whose values are not masked, and the stores whose rows are seen, unless all are. */
type Sight = { titles: string[]; whole: string[]; storeIds?: number[] }
/** A query, and the columns of the list as its caller sees them. */
type Asked = Record<string, unknown> & { shown?: string[] }

/** All exports of the shop, where tasks look up theirs. Each is an {@link Export}, whatever its query and rows. */
export const exports = defineHook<Pick<AnyExport, 'route'>>('exports')

/** Declares the export of a list, once per route; the area lists it in its `area.ts`. */
export function defineExport<const Spec extends Route, Row>(
  route: Spec,
  { name, list, columns }: ListExport<RouteInput<Spec>['query'], Row>,
): Export<RouteInput<Spec>['query'], Row> {
  return defineRowExport(route, {
    name,
    count: async (ctx, query) => (await list(ctx, query, { page: 1, limit: 1, offset: 0 })).total,
    rows: (ctx, query, max) => eachRow((page) => list(ctx, query, page), max),
    columns: () => columns,
  })
}

/** Like {@link defineExport}, for long lists: counts once, and finds each batch by the row before it. */
export function defineLongExport<const Spec extends Route, Row>(
  route: Spec,
  { name, count, next, idOf, columns }: LongExport<RouteInput<Spec>['query'], Row>,
): Export<RouteInput<Spec>['query'], Row> {
  return defineRowExport(route, {
    name,
    count,
    rows: (ctx, query, max) => eachNext((batch) => next(ctx, query, batch), idOf, max),
    columns: () => columns,
  })
}

/** Declares an export whose rows do not come from a list. */
export function defineRowExport<const Spec extends Route, Row>(
  route: Spec,
  rest: Omit<Export<RouteInput<Spec>['query'], Row>, 'route'>,
): Export<RouteInput<Spec>['query'], Row> {
  return { route, ...rest }
}

/**
 * Exports the rows of a query: up to 5,000 can be fetched at an address for ten minutes, more become a task.
 * @throws 422 for no rows or more than 500,000; 429 above ten a minute
 */
export async function exportRows<Query, Row>(ctx: Ctx, definition: Export<Query, Row>, query: Query) {
  const { route, name, count } = definition
  if (!findExport(ctx, route.name)) throw new Error(`the export ${route.name} stands in no area.ts`)
  const { allowed, resetSeconds } = await ctx.platform.limits.take(`exports ${ctx.actor.sessionId}`, LIMIT)
  if (!allowed) throw tooMany(resetSeconds)
  const asked = query as Asked
  const total = await count(ctx, filtersOf(asked) as Query)
  if (!total) throw new Refusal('没有可导出的数据')
  if (total > MAX_ROWS) throw new Refusal(`一次最多导出 ${MAX_ROWS / 10_000} 万条数据，请缩小查询范围`)
  const params: ExportParams = { route: route.name, query: asked }
  return inTransaction(ctx, async (tx) => {
    await audit(tx, { action: 'export', objectType: route.object, objectId: '', objectName: `${name} ${total} 条` })
    if (total > MAX_AT_ONCE) {
      const seen = sightOf(tx, definition as AnyExport, asked)
      return new Accepted(await startTask(tx, { type: EXPORT_TASK, title: name, params: { ...params, seen } }))
    }
    const token = randomBytes(24).toString('base64url')
    const fileName = downloadName(name, formatFor(total), ctx.now())
    await tx.db.insert(exportTickets).values({
      ...params,
      tokenHash: hash(token),
      userId: ctx.actor.userId,
      fileName,
      expiresAt: new Date(ctx.now().getTime() + TICKET_MS),
    })
    return { fileName, url: `/api/exports/${token}` }
  })
}

/**
 * Returns the file behind an export's address, once, to the user who requested it.
 * @throws 403 when they may not export it any more, 404 for any other address
 */
export async function fetchExport(ctx: Ctx, token: string): Promise<FileAnswer> {
  const ticket = await takeTicket(ctx, hash(token))
  const definition = ticket && findExport(ctx, ticket.route)
  if (!ticket || !definition || ticket.expiresAt <= ctx.now()) throw notFound('导出文件')
  requireExport(ctx, definition)
  const rows = definition.rows(ctx, filtersOf(ticket.query), MAX_AT_ONCE)
  const columns = columnsOf(ctx, definition, ticket.query)
  const content = await buffer(writeSheet(definition.name, columns, rows, 'xlsx'))
  return {
    mime: sheetTypes.xlsx,
    bytes: content.length,
    open: async () => Readable.from([content]),
    saveAs: ticket.fileName,
  }
}

/** Registers the task that writes large exports. */
export function registerExports({ tasks }: Platform): void {
  tasks.handle<ExportParams>(EXPORT_TASK, { needs: undefined, restartable: true }, writeExport)
}

/** Checks again that the caller may export what a task exported, with all that is in it. @throws 403 */
export function requireExportOf(ctx: Ctx, params: Record<string, unknown>): void {
  const { route, query, seen } = params as ExportParams
  const definition = findExport(ctx, route)
  if (!definition) return
  requireExport(ctx, definition)
  if (seen && !isWithin(seen, sightOf(ctx, definition, query))) throw forbidden()
}

function sightOf(ctx: Ctx, definition: AnyExport, asked: Asked): Sight {
  const columns = columnsOf(ctx, definition, asked)
  const { storeIds } = ctx.actor.scope
  return {
    titles: columns.map(({ title }) => title),
    whole: columns.filter(({ whole }) => whole).map(({ title }) => title),
    ...(storeIds && { storeIds: [...storeIds] }),
  }
}

/** Whether somebody who sees the one sees all of the other. */
function isWithin(inner: Sight, outer: Sight): boolean {
  const { storeIds } = outer
  return (
    inner.titles.every((title) => outer.titles.includes(title)) &&
    inner.whole.every((title) => outer.whole.includes(title)) &&
    (!storeIds || inner.storeIds?.every((id) => storeIds.includes(id)) === true)
  )
}

function findExport({ platform }: Ctx, route: string): AnyExport | undefined {
  return platform.hooks.of(exports).find((each) => each.route.name === route) as AnyExport | undefined
}

/** Takes the caller's ticket: of two concurrent calls only one gets it, and other users cannot use it up. */
async function takeTicket({ db, actor }: Ctx, tokenHash: string) {
  const own = and(eq(exportTickets.tokenHash, tokenHash), eq(exportTickets.userId, actor.userId))
  const [ticket] = await db.delete(exportTickets).where(own).returning()
  return ticket
}

async function writeExport(ctx: Ctx, { route, query: asked, seen }: ExportParams, work: TaskWork): Promise<TaskResult> {
  const definition = findExport(ctx, route)
  if (!definition) throw new Refusal('此导出已不再支持')
  requireExport(ctx, definition)
  // Or the file would hold more than whoever fetches it is asked for.
  if (seen && !isWithin(sightOf(ctx, definition, asked), seen)) throw new Refusal('您的权限已变化，请重新导出')
  const { name } = definition
  const query = filtersOf(asked)
  // A consistent snapshot, however long it takes to write.
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`set transaction isolation level repeatable read, read only`)
    const total = await definition.count(tx, query)
    if (!total) throw new Refusal('没有可导出的数据')
    const format = formatFor(total)
    const file = await work.newFile(format)
    let processed = 0
    const counted = async function* () {
      for await (const row of definition.rows(tx, query, MAX_ROWS)) {
        yield row
        processed++
        if (processed % 500 === 0) await work.progress({ processed, total })
      }
    }
    const sheet = writeSheet(name, columnsOf(tx, definition, asked), counted(), format)
    await pipeline(sheet, createWriteStream(file.path, { mode: 0o600 }), { signal: work.signal })
    await work.progress({ processed, total })
    return { file, fileName: downloadName(name, format, ctx.now()), rows: processed }
  })
}

const filtersOf = ({ shown: _, ...query }: Asked): Record<string, unknown> => query

/** The columns of a sheet: what the list's columns tell as they are shown, or all. */
function columnsOf(ctx: Ctx, { columns }: AnyExport, asked: Asked) {
  const all = columns(ctx, filtersOf(asked))
  const shown = [...new Set(asked.shown)].flatMap((name) => all.filter(({ of }) => of === name))
  return shown.length ? shown : all
}

async function* eachRow<Row>(list: (page: Page) => Promise<{ rows: Row[] }>, max: number): AsyncGenerator<Row> {
  for (let page = 1, offset = 0; offset < max; page++, offset += BATCH) {
    const { rows } = await list({ page, limit: Math.min(BATCH, max - offset), offset })
    yield* rows
    if (rows.length < BATCH) return
  }
}

async function* eachNext<Row>(
  next: (batch: Batch) => Promise<Row[]>,
  idOf: (row: Row) => number,
  max: number,
): AsyncGenerator<Row> {
  for (let after: number | undefined, left = max; left > 0; left -= BATCH) {
    const limit = Math.min(BATCH, left)
    const rows = await next({ after, limit })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = idOf(last)
  }
}

function requireExport(ctx: Ctx, { route }: Pick<AnyExport, 'route'>): void {
  if (!may(ctx.actor, route.permission)) throw forbidden([route.permission].flat()[0])
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
