import { useEffect, useState } from 'react'
import styles from './qr-code.module.css'

/** A QR code, drawn once its code is loaded. @param label its content, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [dots, setDots] = useState<boolean[][]>([])
  useEffect(() => {
    void import('qr').then(({ default: encodeQR }) => setDots(encodeQR(text, 'raw', { border: 2 })))
  }, [text])
  const path = dots.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${dots.length || 1} ${dots.length || 1}`}
      role="img"
      aria-label={`${label}的二维码`}
    >
      <path d={path} />
    </svg>
  )
}
