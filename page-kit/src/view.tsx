import type * as t from '@zhanggui/contract/schema.ts'
import { Component as Boundary, type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Box, PropsOf } from './define.ts'

/** `edit` is the designer's canvas: links do nothing, and nothing moves by itself. */
export type Mode = 'edit' | 'live'

/** What views let others do. */
export type Act = {
  /** Opens a link of `links.ts`. */
  open: (link: string) => void
  addToCart: (product: { id: number }) => void
  /** @returns whether the coupon is the buyer's now */
  takeCoupon: (id: number) => Promise<boolean>
  /** More of a live source: another tab or page. */
  more: (componentId: string, wanted: { tab?: number; page?: number }) => void
}

export const noAct: Act = { open: () => {}, addToCart: () => {}, takeCoupon: async () => false, more: () => {} }

/** What a view draws from. `data` is undefined while it is fetched. */
export type ViewProps<Declared extends { props: t.TSchema } = { props: t.TSchema }, Data = unknown> = {
  id: string
  props: PropsOf<Declared>
  box: Box
  data: Data | undefined
  mode: Mode
  act: Act
}

/** The view of a type; undefined for what waits for another part of the product, and for shared blocks, drawn as what they hold. */
export type ViewOf = (type: string) => ComponentType<ViewProps> | undefined

/** Views by their types. */
export const lookUp =
  (known: object): ViewOf =>
  (type) =>
    Object.hasOwn(known, type) ? (known as Record<string, ComponentType<ViewProps>>)[type] : undefined

type Surroundings = { mode: Mode; act: Act /** Milliseconds by the server's clock. */; now: () => number }
const Around = createContext<Surroundings>({ mode: 'live', act: noAct, now: () => Date.now() })
export const AroundProvider = Around.Provider
export const useAround = (): Surroundings => useContext(Around)

/** Draws a component as broken instead of taking the page with it. */
export class Unbroken extends Boundary<
  { name: string; children: ReactNode; of: unknown },
  { reason?: string; of?: unknown }
> {
  override state: { reason?: string; of?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  /** Another value of the component is another try. */
  static getDerivedStateFromProps({ of }: { of: unknown }, before: { of?: unknown }) {
    return before.of === of ? null : { of, reason: undefined }
  }

  override render() {
    if (this.state.reason === undefined) return this.props.children
    return (
      <Around.Consumer>
        {({ mode }) =>
          mode === 'edit' ? (
            <p role="alert" className="page-broken">
              {this.props.name}画不出来：{this.state.reason}
            </p>
          ) : null
        }
      </Around.Consumer>
    )
  }
}
