/** The smallest bundle that has what the real one needs of `workerd`: an object with SQLite, an alarm, a secret, a fetch outwards. */
import { DurableObject } from "cloudflare:workers";

export class Notebook extends DurableObject {
  /**
   * @param {DurableObjectState} ctx
   * @param {Env} env
   */
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS note (text TEXT NOT NULL)");
  }

  /** @param {string} text */
  add(text) {
    this.ctx.storage.sql.exec("INSERT INTO note (text) VALUES (?)", text);
  }

  read() {
    return this.ctx.storage.sql
      .exec("SELECT text FROM note ORDER BY rowid")
      .toArray()
      .map((row) => row["text"]);
  }

  /** @param {number} afterMs */
  async remind(afterMs) {
    await this.ctx.storage.setAlarm(Date.now() + afterMs);
  }

  /** @override */
  alarm() {
    this.add("alarm");
  }
}

export default {
  /**
   * @param {Request} request
   * @param {{ NOTEBOOK: DurableObjectNamespace<Notebook>, SECRET: string }} env
   */
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const notebook = env.NOTEBOOK.getByName("the one");
    switch (pathname) {
      case "/add":
        await notebook.add(searchParams.get("text") ?? "");
        return Response.json(await notebook.read());
      case "/remind":
        await notebook.remind(Number(searchParams.get("afterMs")));
        return Response.json(null);
      case "/fetch":
        return fetch(searchParams.get("url") ?? "").catch((error) => new Response(String(error), { status: 502 }));
      case "/who":
        console.log(`asked by ${String(request.cf?.["clientIp"])}`);
        return Response.json({ cf: request.cf ?? null, secretLength: env.SECRET.length, node: [typeof process, typeof Buffer] });
      default:
        return Response.json(await notebook.read());
    }
  },
};
