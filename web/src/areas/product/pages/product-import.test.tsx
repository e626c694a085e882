import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { type ImportInfo, productImport } from '@zhanggui/contract/product/product-import.ts'
import { productUndo, type UndoInfo } from '@zhanggui/contract/product/product-undo.ts'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ProductImportPage from './product-import.page.tsx'

const taskId = '01990000-0000-7000-8000-000000000001'
const pictureTaskId = '01990000-0000-7000-8000-000000000002'

function makeInfo(given: Partial<ImportInfo> = {}): ImportInfo {
  return {
    id: 5,
    fileName: 'shop.csv',
    format: 'shopify',
    mode: 'upsert',
    status: 'checked',
    total: 3,
    valid: 2,
    invalid: 1,
    creates: 1,
    updates: 1,
    skus: 4,
    done: 0,
    failed: 0,
    taskId: '',
    pictureTaskId: '',
    createBy: '王掌柜',
    createTime: '2026-01-02 03:04:05',
    finishTime: null,
    undoId: 0,
    undoStatus: null,
    importedBefore: null,
    newCategories: ['Bikes'],
    newBrands: [],
    unread: [],
    newLabels: [],
    pictures: { total: 0, stored: 0, missing: 0 },
    preview: [
      {
        row: 2,
        productId: 0,
        action: 'create',
        storeName: 'Bike',
        category: 'Bikes',
        image: '',
        price: '1199 ~ 1299',
        stock: 7,
        skuCount: 2,
      },
    ],
    errors: [{ row: 5, column: 'Variant Price', message: '「9.999」超过两位小数' }],
    errorCount: 1,
    warnings: [{ row: 3, column: 'Variant Inventory Qty', message: '库存为负数（-3），按0导入' }],
    warningCount: 1,
    ...given,
  }
}

function makeTask(id: string, given: Partial<Task> = {}): Task {
  return {
    id,
    type: 'product.import',
    title: '导入商品',
    status: 'running',
    progress: 50,
    total: 2,
    processed: 1,
    failed: 0,
    resultName: '',
    resultRows: 0,
    hasErrorFile: false,
    message: '',
    createBy: 7,
    createName: '王',
    createTime: '2026-01-02 03:04:05',
    startTime: null,
    finishTime: null,
    expireTime: null,
    ...given,
  }
}

/** Pages with tables are slow on a busy machine. */

let info: ImportInfo

const allow = (permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })
const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText('选择文件：选择文件'), { target: { files: [new File(['x'], name)] } })

beforeEach(() => {
  allow(['*:*:*'])
  info = makeInfo()
  answer(productImport.list, { list: [], total: 0, page: 1, limit: 20 })
  answer(productImport.info, () => info)
  answer(freightTemplate.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(category.pick, [])
})

test('a file is sent with the chosen options, and its content is shown by row and column', async () => {
  const requests = answer(productImport.upload, () => ({ importId: info.id, ...info }))
  renderPage(<ProductImportPage />, '/product/import')
  await userEvent.click(await screen.findByText('更多选项'))
  await userEvent.click(screen.getByLabelText(/自动创建品牌/))
  await userEvent.click(screen.getByRole('radio', { name: /只新增/ }))
  choose('shop.csv')
  expect(await screen.findByText('Shopify 导出')).toBeDefined()
  expect(requests[0]?.body).toMatchObject({ mode: 'create', createBrands: 'false', createCategories: 'true' })
  const row = within((await screen.findByText('Variant Price')).closest('tr') as HTMLElement)
  expect(row.getByText('5')).toBeDefined()
  expect(row.getByText('「9.999」超过两位小数')).toBeDefined()
  expect(screen.getByText('将新建的分类（1）')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: '前 1 个商品' }))
  expect(await screen.findByText('¥1199.00 – 1299.00')).toBeDefined()
})

test('a file the server cannot read is reported beside it and can be checked again', async () => {
  answer(productImport.upload, refuse(400, 'BAD_REQUEST', '第 2 行有合并的单元格'))
  renderPage(<ProductImportPage />, '/product/import')
  choose('shop.csv')
  expect((await screen.findByRole('alert')).textContent).toContain('第 2 行有合并的单元格')
  expect(screen.getByRole('button', { name: '重新检查' })).toBeDefined()
})

test('a file may have up to the twenty megabytes that the server accepts', async () => {
  const requests = answer(productImport.upload, () => ({ importId: info.id, ...info }))
  renderPage(<ProductImportPage />, '/product/import')
  const chooseLarge = (megabytes: number) => {
    const file = new File(['x'], 'shop.csv')
    Object.defineProperty(file, 'size', { value: megabytes * 1024 ** 2 })
    fireEvent.change(screen.getByLabelText('选择文件：选择文件'), { target: { files: [file] } })
  }
  chooseLarge(21)
  expect(await screen.findByText(/最大允许上传 20 MB/)).toBeDefined()
  expect(requests).toEqual([])
  chooseLarge(15)
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a file of another type is not sent', async () => {
  const requests = answer(productImport.upload, () => ({ importId: info.id, ...info }))
  renderPage(<ProductImportPage />, '/product/import')
  choose('shop.pdf')
  expect(await screen.findByText('上传文件类型只能为：xlsx,csv')).toBeDefined()
  expect(requests).toEqual([])
})

test('上架 is offered only to staff who may put products on the shelf', async () => {
  allow(['admin:product:import:excel'])
  renderPage(<ProductImportPage />, '/product/import')
  await userEvent.click(await screen.findByText('更多选项'))
  expect(screen.queryByLabelText(/按原状态上架/)).toBeNull()
  expect(screen.getByLabelText(/图片转存/)).toBeDefined()
})

test('an import with errors either skips the invalid rows or is not run at all', async () => {
  const requests = answer(productImport.confirm, () => {
    info = makeInfo({ status: 'running', taskId })
    return { taskId }
  })
  answer(task.info, () => makeTask(taskId))
  renderPage(<ProductImportPage />, '/product/import?id=5')
  await userEvent.click(await screen.findByRole('radio', { name: '全部正确才导入' }))
  const button = screen.getByRole('button', { name: '导入 2 个商品' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: /跳过有错误的 1 个/ }))
  await userEvent.click(button)
  await waitFor(() => expect(requests[0]?.body).toEqual({ importId: 5, policy: 'skip' }))
  expect(await screen.findByText(/1 \/ 2/)).toBeDefined()
})

test('a file without a valid product cannot be imported', async () => {
  info = makeInfo({ valid: 0, invalid: 3, creates: 0, updates: 0 })
  renderPage(<ProductImportPage />, '/product/import?id=5')
  expect(await screen.findByText('没有可以导入的商品，请按提示修改文件后重新上传')).toBeDefined()
  expect((screen.getByRole('button', { name: '导入 0 个商品' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a finished import links to its products and retries missing pictures', async () => {
  info = makeInfo({
    status: 'done',
    done: 2,
    taskId,
    pictureTaskId,
    pictures: { total: 4, stored: 3, missing: 1 },
    preview: [{ ...(makeInfo().preview[0] as ImportInfo['preview'][0]), productId: 12 }],
    errors: [],
    errorCount: 0,
  })
  answer(task.info, ({ params }) => makeTask(params.id, { status: 'success', progress: 100 }))
  answer(productImport.missing, {
    list: [{ id: 1, productId: 12, storeName: 'Bike', url: 'https://a.invalid/1.jpg', reason: '无法连接到对方网站' }],
    total: 1,
    page: 1,
    limit: 10,
  })
  const requests = answer(productImport.retryPictures, { taskId: pictureTaskId })
  renderPage(<ProductImportPage />, '/product/import?id=5')
  expect(await screen.findByText('已导入 2 个商品')).toBeDefined()
  expect(await screen.findByText('无法连接到对方网站')).toBeDefined()
  const [link] = await screen.findAllByRole('link', { name: 'Bike' })
  expect(link?.getAttribute('href')).toBe('/product/edit/12')
  await userEvent.click(within(screen.getByLabelText('缺失图片')).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('an import that stopped is resumed through its task', async () => {
  info = makeInfo({ status: 'failed', done: 1, taskId })
  answer(task.info, () => makeTask(taskId, { status: 'failed', message: '服务器重启' }))
  const requests = answer(task.retry, {})
  renderPage(<ProductImportPage />, '/product/import?id=5')
  expect(await screen.findByText('导入中断：已导入 1 / 2 个商品')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: '继续导入' }))
  await waitFor(() => expect(requests[0]?.params.id).toBe(taskId))
})

test('the history opens an earlier import', async () => {
  const { newCategories: _1, newBrands: _2, newLabels: _4, unread: _5, preview: _3, ...row } = info
  answer(productImport.list, { list: [row], total: 1, page: 1, limit: 20 })
  const { router } = renderPage(<ProductImportPage />, '/product/import')
  await userEvent.click(await screen.findByRole('button', { name: '继续' }))
  expect(router.state.location.search).toBe('?id=5')
  expect(await screen.findByText('Variant Price')).toBeDefined()
})

test('a finished import is taken back only after its effects were shown, and the record says so', async () => {
  info = makeInfo({ status: 'done', done: 2, taskId, undoId: 9, undoStatus: 'open' })
  let undo: UndoInfo = {
    id: 9,
    kind: 'import',
    title: '导入商品：shop.csv',
    status: 'open',
    total: 3,
    recycled: 1,
    restored: 1,
    left: 1,
    stockLeft: 0,
    taskId: '',
    createBy: '王掌柜',
    createTime: '2026-01-02 03:04:05',
    until: '2026-02-01 03:04:05',
    undoneBy: '',
    finishTime: null,
  }
  answer(task.info, ({ params }) => makeTask(params.id, { status: 'success', progress: 100 }))
  answer(productUndo.info, () => undo)
  answer(productUndo.left, {
    list: [{ id: 12, storeName: 'Bike', reason: '之后被李四修改过（2026-01-03 10:00:00）' }],
    total: 1,
    page: 1,
    limit: 10,
  })
  const heard = answer(productUndo.start, () => {
    undo = { ...undo, status: 'done', undoneBy: '王掌柜', finishTime: '2026-01-04 10:00:00' }
    return { taskId }
  })
  renderPage(<ProductImportPage />, '/product/import?id=5')
  await userEvent.click(await screen.findByRole('button', { name: '撤销导入' }))
  expect(await screen.findByText('之后被李四修改过（2026-01-03 10:00:00）')).toBeDefined()
  expect(heard).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '撤销（回收 1 个、还原 1 个商品）' }))
  await waitFor(() => expect(heard).toMatchObject([{ params: { id: '9' } }]))
  expect(await screen.findByText('已撤销：回收 1 个、还原 1 个商品')).toBeDefined()
})

test('staff without the permission are not offered to take an import back', async () => {
  allow(['admin:product:import:excel'])
  info = makeInfo({ status: 'done', done: 2, taskId, undoId: 9, undoStatus: 'open' })
  answer(task.info, ({ params }) => makeTask(params.id, { status: 'success', progress: 100 }))
  renderPage(<ProductImportPage />, '/product/import?id=5')
  expect(await screen.findByText('已导入 2 个商品')).toBeDefined()
  expect(screen.queryByRole('button', { name: '撤销导入' })).toBeNull()
})
