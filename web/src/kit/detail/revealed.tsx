import { type RevealType, reveal } from '@zhanggui/contract/setting/reveal.ts'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useCan } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'

type Props = {
  type: RevealType
  id: number
  /** The field of the object; also what the button is called for those who hear it. */
  field: string
  label: string
  /** The masked value. */
  masked: string
}

/** A masked value, and for those who may see it a button that shows it in full; each look is on record. */
export function Revealed({ type, id, field, label, masked }: Props) {
  const allowed = useCan(reveal.show)
  const [value, setValue] = useState<string>()
  const show = useWrite(reveal.show, { onSuccess: (answer) => setValue(answer.value) })
  if (value !== undefined || !allowed) return value ?? masked
  return (
    <span>
      {masked}{' '}
      <WriteButton
        type="link"
        size="small"
        style={{ padding: 0, height: 'auto' }}
        of={show}
        aria-label={`显示${label}`}
        onClick={() => show.mutate({ body: { type, id, field } })}
      >
        显示
      </WriteButton>
    </span>
  )
}
