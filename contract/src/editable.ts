import type { Permission } from './routes.ts'
import * as t from './schema.ts'

type Fields = Record<string, t.TSchema>

/** A field in an answer: always present, and without the limits of input. */
type Answered<Field extends t.TSchema> = Field extends t.TString
  ? t.TString
  : Field extends t.TInteger
    ? t.TInteger
    : Field extends t.TBoolean
      ? t.TBoolean
      : Field
type AnsweredFields<Draft extends Fields> = { [Name in keyof Draft]: Answered<Draft[Name]> }

const bare: Record<string, (options: t.FieldOptions) => t.TSchema> = {
  string: t.String,
  integer: t.Integer,
  boolean: t.Boolean,
}

/** The fields of a draft as they are answered. Fields other than plain text, number or boolean are named explicitly. */
function answered<Draft extends Fields>(draft: Draft): AnsweredFields<Draft> {
  const fields = Object.entries(draft).map(([name, field]) => {
    const { type, title } = field as { type?: string; title?: string }
    return [name, bare[type ?? '']?.({ ...(title && { title }) }) ?? field]
  })
  return Object.fromEntries(fields)
}

/**
 * An answered row: id, version, the fields of its draft, and its creation time.
 * @param more fields that are not typed, and fields whose answered form differs from the typed one
 */
export function rowOf<Draft extends Fields, More extends Fields>({ properties }: t.TObject<Draft>, more: More) {
  const kept = answered(properties) as Omit<AnsweredFields<Draft>, keyof More>
  return t.Object({ id: t.Id, version: t.Integer(), ...kept, ...more, createTime: t.DateTime })
}

/** The body of a change: a draft, the row's id, and the version that was seen. */
export function changeOf<Draft extends Fields>({ properties }: t.TObject<Draft>) {
  return t.Object({ id: t.Id, version: t.Version, ...properties })
}

/** Where an object is kept, and who has access. */
type Place<Path> = {
  /** The object's name, as in 新增品牌. */
  what: string
  path: Path
  /** `admin:product:brand`; the route's own word is appended. */
  permission: Permission
}

type Kept<Draft extends Fields, Row, Listed, Query> = {
  /** Further permissions that may read the list: those of forms that offer the rows. */
  offeredTo?: readonly Permission[]
  draft: t.TObject<Draft>
  row: Row
  /** A row as the list answers it, where it has additional fields. */
  listed?: Listed
  query: Query
}

/**
 * The routes of an object that staff simply keep: list, info, save, update, remove. Routes that differ are written out
 * beside them: `routes('brand', { ...shopRoutes({…}), remove: {…} })`.
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

/** The same under /api, as methods of one path; the lists differ from object to object. */
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

// Fields and filters common to most of these objects.

/** The keyword of a search. */
export const keywords = (maxLength: number) => t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength }))
/** The row's position among the others. */
export const sort = (maximum: number) => t.Optional(t.Integer({ title: '排序', maximum }))
/** Whether the row is shown. */
export const isShow = t.Optional(t.Boolean({ title: '显示' }))
/** Whether the row is in use. */
export const enabled = t.Optional(t.Boolean({ title: '状态' }))
