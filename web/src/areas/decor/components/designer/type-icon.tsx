import { definitionOf } from '@zhanggui/page-kit/registry.ts'

const UNKNOWN = 'M5 5h14v14H5zM12 8v5M12 16v.1'

/** The line icon of a component's type. */
export function TypeIcon({ type, size = 18 }: { type: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={definitionOf(type)?.icon ?? UNKNOWN} />
    </svg>
  )
}
