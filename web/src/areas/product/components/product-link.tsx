import { product } from '@zhanggui/contract/product/product.ts'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'

/** A product's name, which leads those who may edit it to its form. */
export function ProductLink({ id, name }: { id: number; name: string }) {
  return useCan(product.update) ? <Link to={`/product/edit/${id}`}>{name}</Link> : name
}
