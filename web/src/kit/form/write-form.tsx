import { Form, type FormProps } from 'antd'
import type { ReactNode } from 'react'
import { useReadOnly } from '../access/can.tsx'
import type { Writing } from '../access/write-button.tsx'

/**
 * The form of a mutation (`useWrite`): its fields are greyed while it is sent, and while the console is looked at as
 * somebody else, when Enter sends nothing either.
 */
export function WriteForm<Values>({
  of: write,
  disabled,
  onFinish,
  ...props
}: Omit<FormProps<Values>, 'children'> & { of: Writing; children?: ReactNode }) {
  const readOnly = useReadOnly(...(write.route ? [write.route] : [])) !== undefined
  return (
    <Form<Values>
      disabled={disabled || write.isPending || readOnly}
      {...(onFinish && !readOnly && { onFinish })}
      {...props}
    />
  )
}
