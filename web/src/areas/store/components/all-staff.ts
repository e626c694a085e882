import { useQuery } from '@tanstack/react-query'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'

/** As many as the server answers at once. */
const ALL = 9999
const KEPT_MS = 10 * 60_000

/** Everybody of the staff, for those who may view them: kept in memory, and read again after each change. */
export function useAllStaff() {
  const allowed = useCan(storeStaff.list)
  const query = read(storeStaff.list, { query: { limit: ALL }, silent: true })
  const { data } = useQuery({ ...query, enabled: allowed, staleTime: KEPT_MS, gcTime: KEPT_MS })
  return data?.list ?? []
}
