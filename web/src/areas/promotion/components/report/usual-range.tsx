import { DateRange, type DateRangeProps } from '../../../../kit/form/date-range.tsx'

/** The days that the ranking and the report of one coupon show unless others are asked for. */
export const USUAL = 'lately30'

/** A range of days that says which ones are shown where none are chosen. */
export const UsualRange = ({ value, ...props }: DateRangeProps) => <DateRange value={value ?? [USUAL]} {...props} />
