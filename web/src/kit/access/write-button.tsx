import type { Route } from '@zhanggui/contract/routes.ts'
import { Button } from 'antd'
import type { ComponentProps } from 'react'
import { useReadOnly } from './can.tsx'
import { Greyed } from './greyed.tsx'

type Sends = Pick<Route, 'method' | 'changes' | 'whileSeeing'>
/** A mutation of {@link useWrite}. */
export type Writing = { isPending: boolean; route?: Sends | undefined }

/**
 * The button of a mutation (`useWrite`), or of the form or question that ends in it: waits while it is sent, and is greyed
 * while the console is looked at as somebody else.
 * @param props.of the mutation, or its route where it is sent from elsewhere
 */
export function WriteButton({ of, disabled, ...props }: ComponentProps<typeof Button> & { of: Writing | Sends }) {
  const write: Writing = 'isPending' in of ? of : { isPending: false, route: of }
  const readOnly = useReadOnly(...(write.route ? [write.route] : []))
  return (
    <Greyed why={readOnly}>
      <Button loading={write.isPending} disabled={disabled || readOnly !== undefined} {...props} />
    </Greyed>
  )
}
