import type { FileKind } from '@zhanggui/domain/file/file-type.ts'
import type { Static, TObject, TSchema } from './schema.ts'

/** A permission: `admin:<area>:<object>[:<action>]`. */
export type Permission = `admin:${string}`

/**
 * Who may call a route: anybody (`public`), anybody signed in (`auth`), the super administrator alone (`super`),
 * the holders of a permission, or of one of several.
 */
export type Access = 'public' | 'auth' | 'super' | Permission | readonly Permission[]

/** What is said over HTTP about one call. */
export type RouteSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for each parameter. */
  path: `/${string}`
  permission: Access
  /** What the call does, in Chinese: title in the documentation and text of the operation log. */
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** Takes files, in parts named `file` of multipart/form-data; `body` describes the other parts. */
  files?: {
    kinds: readonly FileKind[]
    most: number
    /** Name of the parts, where it is not `file`. */
    part?: string
    /** Also called with JSON and no file: its body then says where the file is. */
    orAddress?: true
  }
  /** `t.File` where the answer is no JSON but the content of a file. */
  response: TSchema
  /** What is answered instead, with status 202, where the work goes on in the background. */
  accepted?: TSchema
  /** A GET that changes data: refused when prefetched, and logged. */
  changes?: true
  /** A read that is often repeated unchanged: answered with an ETag of its content, and 304 to who has it (ER-11). */
  etag?: true
  /** Needs a password given within the last ten minutes (system chapter, 2.8). */
  reauth?: true
  /** Its answer holds a secret: it is not kept for a repeat with the same idempotency key. */
  unkept?: true
  /** Fields that operation log and answers of refusals never show. */
  secret?: readonly string[]
  /** At most so many calls a minute from one address. */
  perMinute?: number
  /** Works while the shop is not set up (public calls), under maintenance, or while the password must be changed first. */
  early?: true
  /** JSON bodies up to this many bytes instead of 1 MB. */
  bodyLimit?: number
}

/** A route with its name, `object.action`: the OpenAPI id, the query key and the field of the log. */
export type Route<Spec extends RouteSpec = RouteSpec> = Spec & { readonly name: string; readonly object: string }

/** Names each route `object.action`. */
export function routes<const Specs extends Record<string, RouteSpec>>(
  object: string,
  specs: Specs,
): { readonly [Action in keyof Specs]: Route<Specs[Action]> } {
  const named = Object.entries(specs).map(([action, spec]) => [
    action,
    { ...spec, object, name: `${object}.${action}` },
  ])
  return Object.fromEntries(named)
}

type Part<Spec extends RouteSpec, Name extends 'params' | 'query' | 'body'> = Spec[Name] extends TSchema
  ? Static<Spec[Name]>
  : undefined

/** What a handler of the route gets. */
export type RouteInput<Spec extends RouteSpec> = {
  params: Part<Spec, 'params'>
  query: Part<Spec, 'query'>
  body: Part<Spec, 'body'>
}

/** What the route answers. */
export type RouteAnswer<Spec extends RouteSpec> =
  | Static<Spec['response']>
  | (Spec['accepted'] extends TSchema ? Static<Spec['accepted']> : never)
