import { createHash } from 'node:crypto'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { checkDraft, type Issue, readPage } from '@zhanggui/page-kit/check.ts'
import { migratePage } from '@zhanggui/page-kit/migrate.ts'
import type { Page, Settings, Share } from '@zhanggui/page-kit/page.ts'
import { firstPicture } from '@zhanggui/page-kit/share.ts'
import { isObject } from '@zhanggui/page-kit/values.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { cleanJson } from '../../../platform/data/logged-text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { readPictures } from './page-facts.service.ts'

/** What a page looks like, as rows hold it. */
export type Document = {
  settings: Record<string, unknown>
  value: Record<string, unknown>
  share: Record<string, unknown>
}
export type Target = Pick<Page, 'terminal' | 'type'>

/** The parts of a document that somebody sent. */
export type GivenDocument = { [Part in keyof Document]?: Document[Part] | undefined }

/** Rich text without what is not allowed, on saving and again on serving. */
export const cleaning = { html: (text: string) => cleanRichHtml(text, 'value') }

/**
 * Reads what somebody sent: cleaned, in the format of today, our own files by their keys. Parts that are left out are those of `before`.
 * @throws 400 for what is no page, 413 for one that is too large, 422 for components that may not stand together
 */
export async function readDocument(ctx: Ctx, given: GivenDocument, target: Target, before?: Page): Promise<Page> {
  const stored = await readUnplaced(ctx, given, target, before)
  requireSound(stored)
  return stored
}

/** The same without checking places and numbers of components: for documents that are only viewed. @throws 400 */
export async function readUnplaced(ctx: Ctx, given: GivenDocument, target: Target, before?: Page): Promise<Page> {
  const read = readPage(cleanJson({ settings: {}, share: {}, value: {}, ...withoutUndefined(given) }), target, cleaning)
  const page = {
    ...read,
    ...(before && !given.settings && { settings: before.settings }),
    ...(before && !given.share && { share: before.share }),
    ...(before && !given.value && { value: before.value }),
  }
  return measured(ctx, await toStored(ctx, page))
}

/** Our own pictures with their sizes, so that nothing shifts while they load. */
async function measured(ctx: Ctx, page: Page): Promise<Page> {
  const known = await readPictures(ctx, page)
  return known.size ? withSizes(page, known) : page
}

type Sizes = Awaited<ReturnType<typeof readPictures>>

function withSizes<Value>(value: Value, sizes: Sizes): Value {
  if (!isObject(value)) return value
  const { width, height } = (typeof value.url === 'string' && 'alt' in value && sizes.get(value.url)) || {}
  if (width && height) return value.w === width && value.h === height ? value : { ...value, w: width, h: height }
  const next = Object.entries(value).map(([key, each]) => [key, withSizes(each, sizes)] as const)
  if (next.every(([key, each]) => each === (value as Record<string, unknown>)[key])) return value
  return (Array.isArray(value) ? next.map(([, each]) => each) : Object.fromEntries(next)) as Value
}

const withoutUndefined = (given: GivenDocument) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** Why a draft may not be stored: its size, and how its components stand. @throws 413, 422 */
function requireSound(page: Page): void {
  const [issue] = checkDraft(page).filter(({ code }) => code !== 'VALUE')
  if (!issue) return
  if (issue.code === 'TOO_LARGE') throw new HttpError(413, 'TOO_LARGE', issue.message)
  throw new Refusal(issue.message)
}

/** The page in a row. */
export const pageOf = ({ settings, value, share }: Document, { terminal, type }: Target): Page =>
  migratePage({
    terminal,
    type,
    settings: settings as Partial<Settings>,
    share: share as Partial<Share>,
    value: value as Page['value'],
  })

export const documentOf = ({ settings, value, share }: Page): Document => ({
  settings: settings as Record<string, unknown>,
  value: value as Record<string, unknown>,
  share: share as Record<string, unknown>,
})

/** The document with our own files by their addresses. */
export async function toWire<Part>(ctx: Ctx, part: Part): Promise<Part> {
  const media = await readMedia(ctx)
  return withTexts(part, (text) => (text.includes('<') ? media.toWireHtml(text) : media.toWire(text)))
}

async function toStored(ctx: Ctx, page: Page): Promise<Page> {
  const media = await readMedia(ctx)
  return withTexts(page, (text) => storedText(text, media))
}

const storedText = (text: string, media: Media) =>
  text.includes('<') ? media.toStoredHtml(text) : media.toStored(text)

/** A value with each of its texts changed; the very same where none changes. */
function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (Array.isArray(value)) {
    const next = value.map((each) => withTexts(each, change))
    return next.some((each, index) => each !== value[index]) ? (next as Value) : value
  }
  if (!isObject(value)) return value
  const next = Object.entries(value).map(([key, each]) => [key, withTexts(each, change)] as const)
  return next.some(([key, each]) => each !== value[key]) ? (Object.fromEntries(next) as Value) : value
}

/** Tells two documents apart without reading them. */
export const hashOf = (page: Page): string =>
  createHash('sha256')
    .update(JSON.stringify(documentOf(page)))
    .digest('hex')

/** The first picture of a page, as it is stored. */
export const firstImageOf = (page: Page): string => firstPicture(page).slice(0, 512)

/** The text of all files that a page uses, for their guard. */
export const filesText = (page: Page, ...more: string[]): string =>
  `${JSON.stringify([page.settings, page.share, page.value])} ${more.join(' ')}`

/** What keeps a page from being published. */
export const errorsOf = (issues: readonly Issue[]): Issue[] => issues.filter(({ level }) => level === 'error')
