import { useState } from 'react'
import { NumberInput } from './number-input.tsx'

type Props = {
  label: string
  value: number
  min?: number
  max: number
  /** What an emptied field means. */
  empty: number
  disabled?: boolean
  onChange: (num: number) => void
}

/** How many pieces. An emptied field stays empty until it is left, so that another number can be typed. */
export function UnitsInput({ label, value, min = 0, max, empty, disabled = false, onChange }: Props) {
  const [isEmptied, setEmptied] = useState(false)
  return (
    <NumberInput<number>
      aria-label={label}
      style={{ width: 96 }}
      min={min}
      max={max}
      precision={0}
      suffix="件"
      controls={false}
      disabled={disabled}
      value={isEmptied ? null : value}
      onBlur={() => setEmptied(false)}
      onChange={(num) => {
        setEmptied(num === null)
        onChange(num ?? empty)
      }}
    />
  )
}
