import { product } from '@zhanggui/contract/product/product.ts'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'

/** A product's name, linked to its form for staff who may edit it. */
export function ProductLink({ id, name }: { id: number; name: string }) {
  return useCan(product.update) ? <Link to={`/product/edit/${id}`}>{name}</Link> : name
}
