import type { FileKind } from '@zhanggui/domain/file/file-type.ts'
import type { Static, TObject, TSchema } from './schema.ts'

/** A permission: `admin:<area>:<object>[:<action>]`. */
export type Permission = `admin:${string}`

/**
 * Who may call a route of the console: anyone (`public`), anyone signed in (`auth`), only the super administrator (`super`),
 * or the holders of a permission, or of one of several.
 */
export type StaffAccess = 'public' | 'auth' | 'super' | Permission | readonly Permission[]

/**
 * Who else may call: a signed-in buyer (`buyer`), anyone in the buyer channel, recognised by the token if one is sent
 * (`visitor`), or a payment or channel provider, which is trusted by the signature of its message alone (`provider`).
 */
export const outsideAccess = ['buyer', 'visitor', 'provider'] as const
export type OutsideAccess = (typeof outsideAccess)[number]

export type Access = StaffAccess | OutsideAccess

/** The HTTP description of one call. */
export type RouteSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for each parameter. */
  path: `/${string}`
  permission: Access
  /** What the call does, in Chinese: the title in the documentation and the text of the operation log. */
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** Takes files, in parts named `file` of multipart/form-data; `body` describes the other parts. */
  files?: {
    kinds: readonly FileKind[]
    max: number
    /** Name of the parts, if not `file`. */
    part?: string
    /** May also be called with JSON and no file; the body then gives the file's address. */
    orAddress?: true
  }
  /** `t.File` where the answer is the content of a file instead of JSON. */
  response: TSchema
  /** Answered instead, with status 202, when the work continues in the background. */
  accepted?: TSchema
  /** A GET that changes data: refused when prefetched, and logged. */
  changes?: true
  /** A read often repeated unchanged: answered with an ETag of its content, or with 304 if the caller has it. */
  etag?: true
  /** Requires a password given within the last ten minutes (docs/access.md). */
  reauth?: true
  /** Not stored for repeats with the same idempotency key: the answer holds a secret, or the call itself answers a repeat. */
  unkept?: true
  /** The console calls it by itself, so the operation log only has its faults. */
  quiet?: true
  /** Fields that the operation log and refusals never show. */
  secret?: readonly string[]
  /** Maximum number of calls a minute from one address. */
  perMinute?: number
  /** Refusals besides those that follow from the rest of the description; see `server/src/platform/http/openapi/openapi.ts`. */
  errors?: readonly (400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 423 | 428 | 502)[]
  /** Also works before set-up (public calls), under maintenance, and while the password must be changed first. */
  early?: true
  /**
   * Not a GET, but changes nothing: a list or a calculation asked for by POST. It works while the console is looked at as
   * somebody else, and such a list has saved views. Also for the way back.
   */
  whileSeeing?: true
  /** Limit for JSON bodies in bytes, instead of 1 MB. */
  bodyLimit?: number
  /**
   * A step of what people rush for: for that its calls wait at a gate of their own, before sign-in and limits, the last step first
   * (`server/src/platform/http/rush.ts`).
   */
  rush?: 'pre' | 'load' | 'price' | 'create' | 'receive'
  /** The handler gets the body as bytes of any content type, and the headers: signatures are over bytes. */
  raw?: true
}

/** A route with its name, `object.action`: the OpenAPI id, the query key and the log field. */
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

/** Whether a route belongs to the console and its programs, not to buyers or providers. */
export function isForStaff({ permission }: Pick<RouteSpec, 'permission'>): boolean {
  return !outsideAccess.some((access) => access === permission)
}

type Part<Spec extends RouteSpec, Name extends 'params' | 'query' | 'body'> = Spec[Name] extends TSchema
  ? Static<Spec[Name]>
  : undefined

/** The input of a route's handler. */
export type RouteInput<Spec extends RouteSpec> = {
  params: Part<Spec, 'params'>
  query: Part<Spec, 'query'>
  body: Spec['raw'] extends true ? Uint8Array : Part<Spec, 'body'>
}

/** The answer of a route. */
export type RouteAnswer<Spec extends RouteSpec> =
  | Static<Spec['response']>
  | (Spec['accepted'] extends TSchema ? Static<Spec['accepted']> : never)

type GivenPart<
  Spec extends RouteSpec,
  Name extends 'params' | 'query' | 'body',
> = RouteInput<Spec>[Name] extends undefined
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends RouteInput<Spec>[Name]
    ? { [Key in Name]?: RouteInput<Spec>[Name] }
    : { [Key in Name]: RouteInput<Spec>[Name] }

/** The input of a route as a client gives it: its parts, those without required fields optional. */
export type CallParts<Spec extends RouteSpec> = GivenPart<Spec, 'params'> &
  GivenPart<Spec, 'query'> &
  GivenPart<Spec, 'body'>
