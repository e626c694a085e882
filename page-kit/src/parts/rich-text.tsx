import styles from './rich-text.module.css'

/** What staff wrote with pictures; the server cleaned it when it was saved, and again as it was served. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, see above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
