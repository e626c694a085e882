import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { Button } from 'antd'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { tellQuestion } from '../../model/question.ts'

type QuestionSummaryProps = {
  question: Parameters<typeof tellQuestion>[0]
  answer: Simulation | undefined
  onChange: () => void
}

/** The question in a sentence, on phones, where the form would stand above the answer. */
export function QuestionSummary({ question, answer, onChange }: QuestionSummaryProps) {
  return (
    <Section title="试算条件" acts={<Button onClick={onChange}>修改</Button>}>
      {tellQuestion(question, answer)}
    </Section>
  )
}
