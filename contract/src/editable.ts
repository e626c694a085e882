import type { Permission } from './routes.ts'
import * as t from './schema.ts'

type Fields = Record<string, t.TSchema>

/** The field as it is answered: there in any case, and without the limits and labels of what is typed. */
type Answered<Field extends t.TSchema> = Field extends t.TString
  ? t.TString
  : Field extends t.TInteger
    ? t.TInteger
    : Field extends t.TBoolean
      ? t.TBoolean
      : Field
type AnsweredFields<Draft extends Fields> = { [Name in keyof Draft]: Answered<Draft[Name]> }

const bare: Record<string, () => t.TSchema> = { string: t.String, integer: t.Integer, boolean: t.Boolean }

/** What staff type of an object, as it is answered. Fields that are no plain text, number or yes are named anew. */
function answered<Draft extends Fields>(draft: Draft): AnsweredFields<Draft> {
  const fields = Object.entries(draft).map(([name, field]) => {
    const { type } = field as { type?: string }
    return [name, bare[type ?? '']?.() ?? field]
  })
  return Object.fromEntries(fields)
}

/**
 * A row as it is answered: id, version, the fields of its draft, and when it was made.
 * @param more fields that nobody types, and those answered in another form than they are typed
 */
export function rowOf<Draft extends Fields, More extends Fields>({ properties }: t.TObject<Draft>, more: More) {
  const kept = answered(properties) as Omit<AnsweredFields<Draft>, keyof More>
  return t.Object({ id: t.Id, version: t.Integer(), ...kept, ...more, createTime: t.DateTime })
}

/** What is typed to change a row: a draft, the row's id, and the version that was seen. */
export function changeOf<Draft extends Fields>({ properties }: t.TObject<Draft>) {
  return t.Object({ id: t.Id, version: t.Version, ...properties })
}

/** Where an object is kept, and who may. */
type Place<Path> = {
  /** What it is called, as in 新增品牌. */
  what: string
  path: Path
  /** `admin:product:brand`: the route's own word follows. */
  permission: Permission
}

type Kept<Draft extends Fields, Row, Listed, Query> = {
  /** Who else may read the list: forms that offer the rows. */
  offeredTo?: readonly Permission[]
  draft: t.TObject<Draft>
  row: Row
  /** A row as the list answers it, where it has more fields there. */
  listed?: Listed
  query: Query
}

/**
 * The routes of an object that staff simply keep: list, info, save, update, remove. Those that differ are written out beside
 * them: `routes('brand', { ...shopRoutes({…}), remove: {…} })`.
 */
export function shopRoutes<
  const Path extends `/admin/${string}`,
  Draft extends Fields,
  Row extends t.TSchema,
  Query extends Fields,
  Listed extends t.TSchema = Row,
>({
  what,
  path,
  permission,
  offeredTo = [],
  draft,
  row,
  listed,
  query,
}: Place<Path> & Kept<Draft, Row, Listed, Query>) {
  const params = t.Object({ id: t.Id })
  return {
    list: {
      method: 'GET',
      path: `${path}/list`,
      permission: [`${permission}:list`, ...offeredTo],
      summary: `${what}列表`,
      query: t.pageQuery(query),
      response: t.pageOf((listed ?? row) as Listed),
    },
    info: {
      method: 'GET',
      path: `${path}/info/:id`,
      permission: `${permission}:info`,
      summary: `${what}详情`,
      params,
      response: row,
    },
    save: {
      method: 'POST',
      path: `${path}/save`,
      permission: `${permission}:save`,
      summary: `新增${what}`,
      body: draft,
      response: t.SavedVersion,
    },
    update: {
      method: 'POST',
      path: `${path}/update`,
      permission: `${permission}:update`,
      summary: `编辑${what}`,
      body: changeOf(draft),
      response: t.SavedVersion,
    },
    remove: {
      method: 'POST',
      path: `${path}/delete/:id`,
      permission: `${permission}:delete`,
      summary: `删除${what}`,
      params,
      response: t.Done,
    },
  } as const
}

/** The same under /api, by methods of one path; its lists differ from object to object. */
export function apiRoutes<const Path extends `/api/${string}`, Draft extends Fields>({
  what,
  path,
  permission,
  draft,
}: Place<Path> & { draft: t.TObject<Draft> }) {
  return {
    save: {
      method: 'POST',
      path,
      permission: `${permission}:save`,
      summary: `新增${what}`,
      body: draft,
      response: t.SavedVersion,
    },
    update: {
      method: 'PUT',
      path,
      permission: `${permission}:update`,
      summary: `编辑${what}`,
      body: changeOf(draft),
      response: t.SavedVersion,
    },
    remove: {
      method: 'DELETE',
      path,
      permission: `${permission}:delete`,
      summary: `删除${what}`,
      body: t.Ids,
      response: t.Done,
    },
  } as const
}

// Fields and filters that most of these objects have.

/** Part of what a row is found by. */
export const keywords = (maxLength: number) => t.Optional(t.String({ title: '关键字', maxLength }))
/** The row's place among the others. */
export const sort = (maximum: number) => t.Optional(t.Integer({ title: '排序', maximum }))
/** Whether the row is shown. */
export const isShow = t.Optional(t.Boolean({ title: '显示' }))
/** Whether the row is in use. */
export const enabled = t.Optional(t.Boolean({ title: '状态' }))
