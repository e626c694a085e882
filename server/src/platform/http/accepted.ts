/** An answer with status 202: the work goes on in the background. The route says in `accepted` what the body is. */
export class Accepted<Body> {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}
