/** Baseline of the join: one object call a join, one durable write a call. */
import { DurableObject } from "cloudflare:workers";

export class Line extends DurableObject {
  #issued = 0;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS places (position INTEGER PRIMARY KEY, visitor TEXT NOT NULL)");
  }

  async join(visitor: string): Promise<number> {
    const position = ++this.#issued;
    this.ctx.storage.sql.exec("INSERT INTO places (position, visitor) VALUES (?, ?)", position, visitor);
    return position;
  }
}

export default {
  async fetch(request: Request, env: { readonly LINE: DurableObjectNamespace<Line> }): Promise<Response> {
    const line = env.LINE.get(env.LINE.idFromName("line"));
    const position = await line.join(request.headers.get("Cookie") ?? "");
    return Response.json({ position }, { status: 201 });
  },
};
