import { Button, Input, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { linkOf } from './paste.ts'

type AddressFormProps = {
  label: string
  initial?: string | undefined
  onDone: (address: string) => void
  children?: ReactNode
}

/** Asks for a web URL; anything else cannot be confirmed. */
export function AddressForm({ label, initial = '', onDone, children }: AddressFormProps) {
  const [typed, setTyped] = useState(initial)
  const address = linkOf(typed)
  const wrong = typed.trim() !== '' && address === undefined
  return (
    <>
      <Space.Compact block>
        <Input
          aria-label={label}
          aria-invalid={wrong}
          placeholder={`${label}，如 https://`}
          inputMode="url"
          value={typed}
          status={wrong ? 'error' : ''}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            if (address) onDone(address)
          }}
        />
        <Button type="primary" disabled={!address} onClick={() => address && onDone(address)}>
          确定
        </Button>
      </Space.Compact>
      {children}
    </>
  )
}
