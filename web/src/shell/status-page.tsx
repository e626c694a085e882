import { Flex } from 'antd'
import type { ReactNode } from 'react'
import styles from './status-page.module.css'

/** A page that explains why there is nothing else to see, and what to do. */
export function StatusPage({
  code,
  title,
  hint,
  children,
}: {
  code: string
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden="true">
        {code}
      </p>
      <h1 className={styles.title}>{title}</h1>
      {hint && <p className={styles.hint}>{hint}</p>}
      <Flex gap="middle" justify="center">
        {children}
      </Flex>
    </section>
  )
}
