import { product } from '@zhanggui/contract/product/product.ts'
import { Link } from 'react-router'
import { useCan } from '../../../../kit/access/can.tsx'

/** Products are counted up to this limit only. */
const MAX_COUNTED = 10_000

/**
 * The number of products of something, linked to those products for staff who may view them.
 * @param of the owner of the products as staff know it: 品牌「华为」
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
