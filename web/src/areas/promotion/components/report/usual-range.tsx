import { DateRange, type DateRangeProps } from '../../../../kit/form/dates/date-range.tsx'
import type { FilterValue } from '../../../../kit/list-page/list-state.ts'

/** The days that the ranking and the report of one coupon show unless others are asked for. */
export const USUAL = 'lately30'

/** A range of days that says which ones are shown where none are chosen. */
export const UsualRange = ({ value, ...props }: DateRangeProps) => <DateRange value={value ?? [USUAL]} {...props} />

/** The days that were chosen, as a filter says them. */
export const rangeText = (value: FilterValue) =>
  Array.isArray(value) ? value.map((day) => String(day).slice(0, 10)).join(' 至 ') : ''
