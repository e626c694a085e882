/** An answer with status 202: the work continues in the background. The route's `accepted` describes the body. */
export class Accepted<Body> {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}

/** The answer of work that has ended, for callers of services who know that it has. */
export function doneAtOnce<Answer>(answer: Answer): Exclude<Answer, Accepted<unknown>> {
  if (answer instanceof Accepted) throw new Error('the work goes on, or waits')
  return answer as Exclude<Answer, Accepted<unknown>>
}
