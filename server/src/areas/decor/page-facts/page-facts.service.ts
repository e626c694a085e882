import type { Facts, RefState } from '@zhanggui/page-kit/check.ts'
import { valuesOf } from '@zhanggui/page-kit/component.ts'
import { mediaOf } from '@zhanggui/page-kit/document.ts'
import type { RefKind } from '@zhanggui/page-kit/fields.ts'
import { migrateComponent } from '@zhanggui/page-kit/migrate.ts'
import type { Component, Page } from '@zhanggui/page-kit/page.ts'
import { type Ref, refsOf } from '@zhanggui/page-kit/refs.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { fileKeysIn } from '../../file/file/file-ref.service.ts'
import * as facts from './page-facts.repository.ts'

type Named = Pick<Ref, 'kind' | 'id'>
/** Names and states of objects that pages name. */
export type Known = {
  nameOf: (kind: RefKind, id: number) => string | undefined
  stateOf: (kind: RefKind, id: number) => RefState
}

/** What the shop knows of objects, with a statement for each kind. */
export async function readKnown(ctx: Ctx, refs: readonly Named[]): Promise<Known> {
  const found = new Map<string, facts.FoundRef>()
  for (const [kind, same] of Map.groupBy(refs, (ref) => ref.kind))
    for (const row of await facts.findRefs(ctx, kind, [...new Set(same.map(({ id }) => id))]))
      found.set(`${kind} ${row.id}`, row)
  return {
    nameOf: (kind, id) => found.get(`${kind} ${id}`)?.name,
    stateOf: (kind, id) => found.get(`${kind} ${id}`)?.state ?? 'gone',
  }
}

/** The objects that have given names, by kind and name: where several have one, none. */
export async function readByNames(ctx: Ctx, wanted: readonly { kind: RefKind; name: string }[]) {
  const found = new Map<string, number>()
  for (const [kind, same] of Map.groupBy(wanted, (each) => each.kind))
    for (const { id, name } of await facts.findByNames(ctx, kind, [...new Set(same.map((each) => each.name))]))
      found.set(`${kind} ${name}`, id)
  return (kind: RefKind, name: string) => found.get(`${kind} ${name}`)
}

/** What blocks hold, in the format of today. */
export async function readBlocks(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Component>> {
  const rows = await facts.findBlocks(ctx, [...new Set(ids)])
  return new Map(
    rows.map(({ id, component }) => {
      const stored = component as Component
      return [id, migrateComponent(stored, definitionOf(stored.type))]
    }),
  )
}

/** What decides whether a page may be published. @param page as it is stored */
export async function readFacts(ctx: Ctx, page: Page): Promise<Facts> {
  const refs = refsOf(page)
  const { stateOf } = await readKnown(ctx, refs)
  const blocks = await readBlocks(
    ctx,
    refs.filter(({ kind }) => kind === 'block').map(({ id }) => id),
  )
  const pictures = await readPictures(ctx, page)
  return {
    stateOf,
    blockOf: (id) => blocks.get(id),
    bytesOf: (url) => pictures.get(url)?.bytes,
    now: ctx.now(),
  }
}

/** What is known of our own pictures on a page, by their addresses as stored. */
export async function readPictures(ctx: Ctx, page: Page) {
  const keys = mediaOf([page.settings, page.value, page.share]).flatMap(fileKeysIn)
  const rows = await facts.findPictures(ctx, [...new Set(keys)])
  return new Map(rows.map((row) => [row.path, row]))
}

const blockIdOf = (component: Component) => {
  const { blockIds } = valuesOf(component).props
  return component.type === 'sharedBlock' && Array.isArray(blockIds) ? Number(blockIds[0] ?? 0) : 0
}

/** Components with what shared blocks hold in their place; without blocks that are gone. */
export async function withBlocks(ctx: Ctx, components: readonly Component[]): Promise<Component[]> {
  const ids = components.flatMap((component) => blockIdOf(component) || [])
  const blocks = ids.length ? await readBlocks(ctx, ids) : new Map<number, Component>()
  return components.flatMap((component) => {
    if (component.type !== 'sharedBlock') return [component]
    const held = blocks.get(blockIdOf(component))
    return held ? [{ ...component, type: held.type, v: held.v, props: held.props, box: held.box }] : []
  })
}

/** What components show, blocks by what they hold. */
export const askingOf = async (ctx: Ctx, components: readonly Component[]) =>
  (await withBlocks(ctx, components)).map((component) => ({
    id: component.id,
    type: component.type,
    props: valuesOf(component).props,
  }))
