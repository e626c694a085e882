import { readFile } from 'node:fs/promises'
import type { decorPage } from '@zhanggui/contract/decor/page.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { MAX_PAGE_NAME, pageKinds, pageTerminals } from '@zhanggui/domain/decor/page.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { cutText, freeOfUnseen } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { cleanComponent, partFields, parts, valuesOf } from '@zhanggui/page-kit/component.ts'
import { nameOf as nameOfComponent } from '@zhanggui/page-kit/diff.ts'
import { fromFile, type PageFile, toFile } from '@zhanggui/page-kit/document.ts'
import type { RefKind } from '@zhanggui/page-kit/fields.ts'
import { formatLink, parseLink, refOf } from '@zhanggui/page-kit/links/links.ts'
import { type Component, componentsOf, dealt, keysOf, type Page } from '@zhanggui/page-kit/page.ts'
import { admitted, placed } from '@zhanggui/page-kit/placement.ts'
import { refsOf } from '@zhanggui/page-kit/refs.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { isObject, type Path, walk, withValue } from '@zhanggui/page-kit/values.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, HttpError } from '../../../platform/http/errors.ts'
import { parseJson } from '../../../platform/http/input/json-body.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { documentOf, pageOf, readDocument, toWire } from '../page-facts/page-document.service.ts'
import { readBlocks, readByNames, readKnown } from '../page-facts/page-facts.service.ts'
import { addPage } from './page.service.ts'
import { findFreeName, findPage, keepDraft, lockPage, OBJECT, requireVersion, storeDraft } from './page-core.service.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_NAMED = 500
const MAY_UPDATE = 'admin:pagediy:update'

/** A new draft like that of a page. @returns also what the target has no place for. @throws 404; 409 */
export async function copyPage(ctx: Ctx, { params, body }: RouteInput<typeof decorPage.copy>) {
  return inTransaction(ctx, async (tx) => {
    const row = await findPage(tx, params.id)
    const target = { terminal: body.terminal ?? row.terminal, type: row.type }
    const { page, skipped } = fitting({ ...pageOf(row, row), ...target })
    const head = { name: body.name, ...target, templateKey: row.templateKey, coverImage: row.coverImage }
    return { ...(await addPage(tx, head, page)), dropped: skipped }
  })
}

/** The page without components that it does not take, in the order of their places. */
function fitting(page: Page): { page: Page; skipped: string[] } {
  const { taken, refused } = admitted(page, componentsOf(page))
  return {
    page: { ...page, value: dealt(keysOf(page.value), placed(taken)) },
    skipped: refused.map(({ component, reason }) => `${nameOfComponent(component)}：${reason}`),
  }
}

/** The draft of a page as a file for other shops, with the names of what it names. @throws 404 */
export async function exportPage(ctx: Ctx, id: number): Promise<Record<string, unknown>> {
  const row = await findPage(ctx, id)
  const page = await toWire(ctx, pageOf(row, row))
  const refs = refsOf(page)
  const { nameOf } = await readKnown(ctx, refs)
  const file = toFile(page, { name: row.name, exportTime: toWireTime(ctx.now()) }, (kind, of) =>
    nameOf(kind as RefKind, of),
  )
  const blocks = await readBlocks(
    ctx,
    refs.filter(({ kind }) => kind === 'block').map((ref) => ref.id),
  )
  const held = await toWire(ctx, [...blocks])
  const block = file.references.block?.map((each) => ({ ...each, component: new Map(held).get(each.id) }))
  return { ...file, references: { ...file.references, ...(block && { block }) } }
}

/**
 * Makes a page of a file, or puts it in place of a draft, which is kept. What the file names is found here by its name; what is not is
 * left out, and said.
 * @throws 400 for what is no page; 403 to replace a draft without the right to change it; 404; 409; 413; 422 for a file of a later version
 */
export async function importPage(ctx: Ctx, received: readonly ReceivedFile[], { mode, id, version }: Importing) {
  const [file] = received
  if (!file) throw badFields([{ field: 'file', message: '请选择要上传的文件' }])
  if (file.bytes > MAX_BYTES) throw new HttpError(413, 'TOO_LARGE', '页面内容过大（上限1MB）')
  if (mode === 'replace' && !id) throw badFields([{ field: 'id', message: '请选择要替换的页面' }])
  if (mode === 'replace' && !holds(ctx.actor, MAY_UPDATE)) throw forbidden(MAY_UPDATE)
  const text = await readText(file.path)
  return inTransaction(ctx, async (tx) => {
    const row = mode === 'replace' && id ? await lockPage(tx, id) : undefined
    if (row) await requireVersion(tx, row, version)
    const target = row ?? targetOf(text)
    const { name, page: given, references } = fromFile(text, target)
    const mapped = await mapRefs(tx, given, references)
    const { page: fit, skipped } = fitting(mapped.page)
    const page = await readDocument(tx, documentOf(fit), target)
    const report = {
      imported: componentsOf(page).length,
      skipped: [...mapped.skipped, ...skipped],
      unresolved: mapped.unresolved.slice(0, MAX_NAMED),
    }
    if (!row) {
      const head = { name: await freeName(tx, target.terminal, name), terminal: target.terminal, type: target.type }
      return { ...(await addPage(tx, head, page)), report }
    }
    await keepDraft(tx, row, 'overwrite')
    const saved = await storeDraft(tx, row, page)
    await audit(tx, { action: 'import', objectType: OBJECT, objectId: row.id, objectName: row.name, after: report })
    return { ...saved, report }
  })
}
type Importing = RouteInput<typeof decorPage.import>['body']

/** @throws {BadInput} for what a request may not hold either: other than JSON, nested too deep, with keys of prototypes */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path)
  try {
    return JSON.stringify(parseJson(bytes))
  } catch {
    throw new BadInput('文件不是有效的页面数据', 'file')
  }
}

/** For which terminal and as what a file was made; a micro page for all, where it does not say. */
function targetOf(text: string): Pick<Page, 'terminal' | 'type'> {
  const parsed: unknown = JSON.parse(text)
  const given = isObject(parsed) ? parsed : {}
  const has = (words: object, key: unknown) => typeof key === 'number' && Object.hasOwn(words, key)
  return {
    terminal: has(pageTerminals, given.terminal) ? (given.terminal as 3) : 3,
    type: has(pageKinds, given.type) ? (given.type as 2) : 2,
  }
}

async function freeName(tx: Ctx, terminal: number, given: string): Promise<string> {
  const name = cutText(freeOfUnseen(given).trim(), MAX_PAGE_NAME) || '导入的页面'
  return findFreeName(tx, { terminal, name }, '-导入')
}

type Named = { id: number; name: string; component?: unknown }
type Mapping = (kind: RefKind, id: number) => number | undefined

/** Replaces what a page names by what has the same name here. */
async function mapRefs(tx: Ctx, page: Page, references: PageFile['references']) {
  const given = namesIn(references)
  const refs = refsOf(page)
  const { nameOf } = await readKnown(tx, refs)
  const nameGiven = (kind: RefKind, id: number) => given.get(`${kind} ${id}`)?.name
  const wanted = refs.flatMap(({ kind, id }) => {
    const name = nameGiven(kind, id)
    return name ? [{ kind, name }] : []
  })
  const idOf = await readByNames(tx, wanted)
  const mapping: Mapping = (kind, id) => {
    const name = nameGiven(kind, id)
    if (!name) return undefined
    return nameOf(kind, id) === name ? id : idOf(kind, name)
  }
  const unresolved = new Set<string>()
  const noting: Mapping = (kind, id) => {
    const found = mapping(kind, id)
    if (found === undefined) unresolved.add(nameGiven(kind, id) ?? `${kind} ${id}`)
    return found
  }
  const skipped: string[] = []
  const components = componentsOf(page).flatMap((component) => {
    const [blockId] = component.type === 'sharedBlock' ? blockIdsOf(component) : []
    if (component.type !== 'sharedBlock' || !blockId || mapping('block', blockId) !== undefined)
      return [withRefs(component, noting)]
    const held = given.get(`block ${blockId}`)?.component
    const detached = detachedOf(component, held)
    if (!detached) skipped.push(`${nameOfComponent(component)}：找不到公共模块`)
    return detached ? [withRefs(detached, noting)] : []
  })
  const back = page.settings.returnAddress ?? ''
  const settings = refOf(back) ? { ...page.settings, returnAddress: mappedLink(back, noting) } : page.settings
  return {
    page: { ...page, settings, value: dealt(keysOf(page.value), components) },
    skipped,
    unresolved: [...unresolved],
  }
}

function namesIn(references: PageFile['references']): Map<string, Named> {
  const found = new Map<string, Named>()
  for (const [kind, list] of Object.entries(references))
    for (const each of Array.isArray(list) ? (list as unknown[]) : [])
      if (isObject(each) && typeof each.id === 'number' && typeof each.name === 'string')
        found.set(`${kind} ${each.id}`, each as Named)
  return found
}

const blockIdsOf = (component: Component) => (valuesOf(component).props.blockIds ?? []) as number[]

/** What a block held, in its place. */
function detachedOf(component: Component, held: unknown): Component | undefined {
  if (!isObject(held) || typeof held.type !== 'string' || !definitionOf(held.type)) return undefined
  if (held.type === 'sharedBlock' || !isObject(held.props) || held.v !== definitionOf(held.type)?.v) return undefined
  const { type, v, props, box } = held
  return cleanComponent({ ...component, type, v: v as number, props, box: isObject(box) ? box : {} })
}

function withRefs(component: Component, mapping: Mapping): Component {
  const definition = definitionOf(component.type)
  let next = component
  const values = valuesOf(component)
  for (const part of definition ? parts : [])
    if (definition)
      walk(
        partFields(definition, part),
        values[part],
        (path, { control, of }, value) => {
          const changed =
            control === 'ids' && of
              ? (value as number[]).flatMap((id) => mapping(of, id) ?? [])
              : control === 'link' && refOf(value as string)
                ? mappedLink(value as string, mapping)
                : value
          next = withFilled(next, path, changed, value)
        },
        [part],
      )
  return next
}

/** Values in lists may be left out: the list is written with all its values first. */
function withFilled(component: Component, path: Path, value: unknown, before: unknown): Component {
  if (value === before) return component
  const [part, key] = path as [keyof Component, string]
  const filled = withValue(component, [part, key], (valuesOf(component)[part as 'props'] as object)[key as never])
  return withValue(filled, path, value)
}

function mappedLink(text: string, mapping: Mapping): string {
  const link = parseLink(text)
  const ref = refOf(text)
  const id = ref && mapping(ref.kind, ref.id)
  if (!link || !ref || id === undefined || !('id' in link) || link.kind === 'bargainSession') return ''
  return formatLink({ ...link, id: String(id) })
}
