import { product } from '@zhanggui/contract/product/product.ts'
import { Link } from 'react-router'
import { useCan } from '../../../../kit/access/can.tsx'

/** Beyond, products are not counted (system chapter, ER-31). */
const MAX_COUNTED = 10_000

/**
 * How many products something has; a link to them for those who may see them.
 * @param of what has them, as staff call it: 品牌「华为」
 * @param filter the query of the product list
 */
export function ProductCount({ of, count, filter }: { of: string; count: number; filter: string }) {
  const maySee = useCan(product.list)
  const text = count === MAX_COUNTED ? `${count}+` : count
  if (!maySee) return text
  return (
    <Link to={`/product/list?${filter}`} aria-label={`查看${of}的${text}个商品`}>
      {text}
    </Link>
  )
}
