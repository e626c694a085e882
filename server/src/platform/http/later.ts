/** An answer with status 202: the work goes on in the background. The route says in `later` what the body is. */
export class Later<Body> {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}
