import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './figures.module.css'

export type MetricTileProps = {
  title: string
  value: ReactNode
  /** How it is counted. */
  definition?: string
  /** Growth in percent against the period before; null where that was nothing. */
  growth?: number | null
  /** What the growth compares, where that is not the figure itself with the period before: 0–14 点比昨天. */
  compared?: string | undefined
  /** What qualifies the figure. */
  below?: ReactNode
  /** A line of the last values, at the right. */
  spark?: ReactNode
  /** The list it counts. */
  to?: string
  /** A line as wide as the tile. */
  children?: ReactNode
}

/** A key figure, with what qualifies it below; the whole tile opens the list it counts. */
export function MetricTile({
  title,
  value,
  definition,
  growth,
  compared,
  below,
  spark,
  to,
  children,
}: MetricTileProps) {
  return (
    <div className={styles.tile}>
      <div className={styles.tileHead}>
        {to ? (
          <Link to={to} className={styles.cover}>
            {title}
          </Link>
        ) : (
          title
        )}
        {definition && (
          <Tooltip title={definition}>
            <QuestionCircleOutlined className={styles.asked} aria-label={definition} tabIndex={0} />
          </Tooltip>
        )}
        {spark && <span className={styles.end}>{spark}</span>}
      </div>
      <div className={styles.value}>{value}</div>
      {(growth !== undefined || below) && (
        <div className={styles.small}>
          {growth !== undefined && (
            <span className={styles.growth}>
              {compared && `${compared} `}
              <Growth of={growth} />
            </span>
          )}{' '}
          {below}
        </div>
      )}
      {children}
    </div>
  )
}

/** ↑ and ↓ in neither green nor red, which mean opposite things to Chinese merchants. */
function Growth({ of: percent }: { of: number | null }) {
  if (percent === null) return <span>--</span>
  const tone = percent > 0 ? styles.up : percent < 0 ? styles.down : undefined
  const sign = percent > 0 ? '↑ ' : percent < 0 ? '↓ ' : ''
  return (
    <span className={tone}>
      {sign}
      {Math.abs(percent)}%
    </span>
  )
}

/** Tiles side by side in one card, as many in a row as fit. @param wide amounts stand in them: two in a row on phones */
export function MetricTiles({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className={styles.tiles} data-wide={wide}>
      {children}
    </div>
  )
}
