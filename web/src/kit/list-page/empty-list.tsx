import type { Route } from '@zhanggui/contract/routes.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../access/can.tsx'
import { EmptyBlock, NothingFound } from '../page/block-state.tsx'

type EmptyListProps = {
  /** 品牌. */
  noun: string
  /** How many filters are set, and what removes them. */
  filtered: number
  onClear: () => void
  /** Whether something else narrows the list, such as a tab. */
  narrowed: boolean
  text: string | undefined
  purpose: string
  /** The call that adds the first one, and whether the session may make it. */
  add: Route | undefined
  mayAdd: boolean
  addText: string
  onAdd: () => void
  /** Instead, where nothing is added here. */
  begin: ReactNode
}

/** In place of the rows of a list: what it is for and how it begins, or that nothing matches the filters. */
export function EmptyList(props: EmptyListProps) {
  const { noun, filtered, narrowed, purpose, add, mayAdd } = props
  if (filtered) return <NothingFound count={filtered} of={noun} onClear={props.onClear} />
  const ask = add && !mayAdd ? `需要添加时，请店主给您开通「${add.summary.split(/[，；。：（]/)[0]}」` : ''
  return (
    <EmptyBlock
      text={props.text ?? `${narrowed ? '这里' : ''}还没有${/^[A-Za-z]/.test(noun) ? ' ' : ''}${noun}`}
      more={
        <>
          {purpose}
          {ask && <br />}
          {ask}
        </>
      }
      act={
        add && mayAdd ? (
          <Can do={add}>
            <Button type="primary" onClick={props.onAdd}>
              {props.addText}
            </Button>
          </Can>
        ) : (
          props.begin
        )
      }
    />
  )
}
