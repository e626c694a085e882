import { test } from 'vitest'
import { walkRoutes } from '../../../testing/walk/hostile-walk.ts'

test('every third route answers hostile input with a refusal in Chinese, never a fault, and a refused call changes nothing', () =>
  walkRoutes(0, 3))
