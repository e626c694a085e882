import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { valuesOf } from '@zhanggui/page-kit/component.ts'
import type { Component, Terminal } from '@zhanggui/page-kit/page.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { sampleOf } from '@zhanggui/page-kit/samples.ts'
import { isObject } from '@zhanggui/page-kit/values.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'

/** After the last change, and as long as an answer is good. */
const ASK_AFTER_MS = 400
const KEPT_MS = 60_000
const MOST_KEPT = 300

/** What a component shows of the shop: data of the server, or an example where it has none. */
export type Resolved = { data: unknown; isSample: boolean }

const kept = new Map<string, { resolved: Resolved; at: number }>()

/** Whether a source found nothing: no items, and nobody. */
function isEmptyData(data: unknown): boolean {
  if (!isObject(data) || data.isSignedIn === false) return true
  const found = Object.values(data).filter((value) => typeof value !== 'boolean')
  return found.every((value) => value === null || (Array.isArray(value) && !value.length))
}

function asksForData(component: Component): boolean {
  const definition = definitionOf(component.type)
  if (!definition?.source) return false
  return definition.asks?.(valuesOf(component).props) ?? true
}

function resolvedOf({ type }: Component, data: unknown): Resolved {
  const sample = isEmptyData(data) ? sampleOf(definitionOf(type)?.source) : undefined
  return sample === undefined ? { data, isSample: false } : { data: sample, isSample: true }
}

const texts = new WeakMap<Component, string>()
function keyOf(component: Component): string {
  const known = texts.get(component)
  if (known !== undefined) return known
  const text = JSON.stringify([component.type, component.props])
  texts.set(component, text)
  return text
}

const fresh = (key: string) => {
  const known = kept.get(key)
  return known && performance.now() - known.at < KEPT_MS ? known.resolved : undefined
}

function keep(key: string, resolved: Resolved): void {
  kept.delete(key)
  kept.set(key, { resolved, at: performance.now() })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

/**
 * The live data of components, by id: none while it is fetched for the first time, the former while values change. What was
 * answered for the same values within a minute is not asked for again.
 */
export function useCanvasData(components: readonly Component[], terminal: Terminal): ReadonlyMap<string, Resolved> {
  const [, setAnswered] = useState(0)
  const shown = useRef(new Map<string, Resolved>())
  const needed = components.filter(asksForData)
  const wanted = needed.map((component) => `${terminal}${component.id}${keyOf(component)}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says what is needed
  useEffect(() => {
    const missing = needed.filter((component) => !fresh(terminal + keyOf(component)))
    if (!missing.length) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const data = await resolve(missing, terminal, controller.signal)
      if (!data) return
      for (const component of missing) keep(terminal + keyOf(component), resolvedOf(component, data[component.id]))
      setAnswered((count) => count + 1)
    }, ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted])
  for (const component of needed) {
    const known = fresh(terminal + keyOf(component))
    if (known) shown.current.set(component.id, known)
  }
  return shown.current
}

/** Undefined once nobody waits for it. Without an answer the canvas draws examples: what is edited is the page, not the shop. */
async function resolve(components: readonly Component[], terminal: Terminal, signal: AbortSignal) {
  const body = { terminal, components: components as never[] }
  try {
    return (await call(decorPage.resolve, { body, signal, silent: true })) as Readonly<Record<string, unknown>>
  } catch {
    return signal.aborted ? undefined : {}
  }
}
