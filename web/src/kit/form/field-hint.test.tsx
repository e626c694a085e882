import { screen } from '@testing-library/react'
import { BrandDraft } from '@zhanggui/contract/product/brand.ts'
import { Form } from 'antd'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Field } from './field.tsx'

test('the help of a field is seen below it without hovering, and read out with it', async () => {
  renderPage(
    <Form>
      <Field of={BrandDraft} name="name" hint={{ text: '买家看到的名称', example: '华为' }} extra="不能修改" />
    </Form>,
  )
  const field = await screen.findByLabelText('品牌名称')
  const told = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(told?.textContent).toBe('买家看到的名称例：华为不能修改')
})
