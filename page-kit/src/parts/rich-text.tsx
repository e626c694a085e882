import styles from './rich-text.module.css'

/**
 * What staff wrote with pictures; the server cleaned it when it was saved, and again as it was served. Its pictures come when they are
 * scrolled to: the details of a product have many, below the first screen.
 */
export function RichText({ html }: { html: string }) {
  const lazy = html.replaceAll('<img ', '<img loading="lazy" ')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, see above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: lazy }} />
}
