import { code128 } from '@zhanggui/domain/order/code128.ts'
import styles from './print.module.css'

/** A text as a bar code, with the text below; the text alone where it has no bar code. */
export function BarCode({ text }: { text: string }) {
  const widths = code128(text)
  if (!widths) return <span>{text}</span>
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0))
  const whole = widths.reduce((sum, width) => sum + width, 0)
  return (
    <div className={styles.centred}>
      <svg className={styles.code} viewBox={`0 0 ${whole} 20`} preserveAspectRatio="none" role="img" aria-label={text}>
        {widths.map((width, at) =>
          // Bars and gaps take turns.
          at % 2 ? null : <rect key={starts[at]} x={starts[at]} width={width} height={20} fill="#000" />,
        )}
      </svg>
      <span>{text}</span>
    </div>
  )
}
