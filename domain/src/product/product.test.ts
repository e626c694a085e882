import { expect, test } from 'vitest'
import { regexSteps } from '../testing/regex-steps.ts'
import { checkShelf, completeActivityOrder, productState, VIDEO_ADDRESS } from './product.ts'
import { adjustReasonNames, fitsReason, stockReasons } from './product-stock.ts'

test('the flags of a product determine its state', () => {
  const state = (isShow: boolean, isRecycle: boolean, isDel: boolean) => productState({ isShow, isRecycle, isDel })
  expect([
    state(false, false, false),
    state(true, false, false),
    state(false, true, false),
    state(false, true, true),
  ]).toEqual(['warehouse', 'onShelf', 'recycled', 'deleted'])
})

test('activities that are not listed follow in the usual order', () => {
  expect(completeActivityOrder([3, 1])).toEqual([3, 1, 0, 2])
  expect(completeActivityOrder([])).toEqual([0, 1, 2, 3])
})

test('a product goes on the shelf when complete; at a price of zero only where the shop allows it', () => {
  const fit = { hasPicture: true, enabledSkus: 1, priceFen: 100, hasTemplate: true, hasShownCategory: true }
  expect(() => checkShelf(fit, false)).not.toThrow()
  expect(() => checkShelf({ ...fit, hasPicture: false }, true)).toThrow('请先上传商品封面图，再上架')
  expect(() => checkShelf({ ...fit, enabledSkus: 0 }, true)).toThrow('至少保留一个启用的规格')
  expect(() => checkShelf({ ...fit, priceFen: 0 }, false)).toThrow('售价为0，不能上架')
  expect(() => checkShelf({ ...fit, priceFen: 0 }, true)).not.toThrow()
  expect(() => checkShelf({ ...fit, hasTemplate: false }, true)).toThrow('运费模板不存在')
  expect(() => checkShelf({ ...fit, hasShownCategory: false }, true)).toThrow('所属分类均已隐藏')
})

test('every reason staff can choose is a ledger reason and permits only its own direction', () => {
  for (const reason of adjustReasonNames) expect(stockReasons[reason]).toBeTruthy()
  expect([
    fitsReason('damage', -1),
    fitsReason('damage', 1),
    fitsReason('purchase_in', 1),
    fitsReason('stocktake', -5),
  ]).toEqual([true, false, true, true])
})

test('a video address is recognized in no time, however long and misleading it is', () => {
  const steps = [1000, 20_000].map((count) => regexSteps(VIDEO_ADDRESS, `https://${'.mp4?'.repeat(count)} `))
  expect(steps[1]).toBe(steps[0])
  expect(steps[0]).toBeLessThan(100_000)
  expect(VIDEO_ADDRESS.test('https://m.example/a.mp4?x=1')).toBe(true)
})
