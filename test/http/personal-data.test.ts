import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { SHOP_PAGE, startOrigin } from "../support/origin.ts";
import { HOST, startRoom } from "../support/room.ts";
import { TestVisitor } from "../support/visitor.ts";
import { exchange } from "../support/raw.ts";

/** Stands in everything a visitor sends. */
const MARK = "mArKeDpErSoN";
const TITLE = "A title that is found";
const ADDRESSES = [10, 11, 12].map((last) => `127.77.88.${last}`);

/** Every way an address may stand in a file: as text, as bytes in both orders. */
function spellings(address: string): Buffer[] {
  const bytes = address.split(".").map(Number);
  return [Buffer.from(address), Buffer.from(bytes), Buffer.from(bytes.toReversed()), Buffer.from(address, "utf16le")];
}

async function filesUnder(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const kept = await Promise.all(paths.map(async (path) => ((await stat(path)).isFile() ? [path] : [])));
  return kept.flat();
}

test("S18: no address, name, path, query or token of a visitor is in any stored file or log line", { timeout: 60_000 }, async () => {
  const storageDir = await mkdtemp(join(tmpdir(), "stanchion-personal-"));
  const origin = await startOrigin((request, response) => {
    response.writeHead(request.url?.includes("fail") === true ? 500 : 200, { "Content-Type": "text/html", "Set-Cookie": `basket=${MARK}` });
    response.end(SHOP_PAGE);
  });
  const lines: string[] = [];
  // A dead origin beside the live one: its failures are logged, if anything is.
  const room = await startRoom({
    origin: origin.url,
    hosts: { "dead.localhost": "http://127.0.0.1:1" },
    storageDir,
    onLog: (line) => lines.push(line),
  });
  const secrets = new Set<string>([MARK]);
  try {
    await Promise.all([
      room.createEvent({ id: "quiet", title: TITLE, paths: ["/quiet"], originCommands: true }),
      room.createEvent({ id: "moving", paths: ["/moving"], doors: "always", perMinute: 6000 }),
      room.createEvent({ id: "dead", hosts: ["dead.localhost"] }),
    ]);
    const startedMs = Date.now();
    const personal = {
      "User-Agent": `${MARK}-agent`,
      Referer: `http://${HOST}/quiet/${MARK}`,
      Authorization: `Basic ${MARK}`,
      "Accept-Language": `x-${MARK}`,
      "X-Forwarded-For": "198.51.100.99",
      Cookie2: MARK,
    };
    for (const from of ADDRESSES) {
      for (const [event, host] of [
        ["quiet", HOST],
        ["moving", HOST],
        ["dead", "dead.localhost"],
      ] as const) {
        const visitor = new TestVisitor(room, { event, from, host });
        visitor.jar.store([`login=${MARK}`]);
        const path = `/${event}/${MARK}?mail=${MARK}`;
        const keep = (): void => [...visitor.jar.entries()].forEach(([name, value]) => name.startsWith("stanchion-") && secrets.add(value));
        await visitor.open(path, personal);
        keep();
        await visitor.call("join", { returnTo: path, invite: MARK });
        await visitor.open(`${path}&stanchion-invite=${MARK}`);
        await visitor.call("join", { returnTo: path });
        keep();
        for (let tries = 0; tries < 20 && (await visitor.call("enter", { returnTo: path })).status !== 200; tries++) await sleep(150);
        keep();
        await visitor.open(path, personal);
        keep();
        await visitor.load(`${path}&fail`, personal);
        await visitor.submit(path, `name=${MARK}`, "cross-site", personal);
        await visitor.call("session/touch");
        keep();
        await visitor.call("leave");
        // Refused ones, and broken ones.
        await visitor.load(`/${event}/${MARK}.png`, personal);
        await visitor.load("/_stanchion/v1/join", { "Content-Type": "application/json" }, "POST", `{"event":"${MARK}"}`);
        await visitor.load("/_stanchion/v1/join", { "Content-Type": "application/json" }, "POST", `{${MARK}`);
        await visitor.load(`/_stanchion/api/v1/events/${MARK}`, { Authorization: `Bearer ${MARK}` });
        await exchange(
          room.port,
          `GET /${event}/${MARK}%zz HTTP/1.1\r\nHost: ${host}\r\nCookie: stanchion-p-${event}.main=${MARK}\r\nConnection: close\r\n\r\n`,
          from,
        );
      }
    }
    // The heartbeat, ten seconds after the first visitor, writes what is only learned.
    await sleep(Math.max(0, startedMs + 11_500 - Date.now()));
    await room.organise("GET", "events/moving/audit");
  } finally {
    await room.stop();
    await origin.stop();
  }
  expect(secrets.size).toBeGreaterThan(10);
  // They did pass through.
  expect(
    origin.seen.filter(
      ({ url, headers }) => url.includes(MARK) && headers["user-agent"] === `${MARK}-agent` && headers["x-forwarded-for"] === ADDRESSES[0],
    ).length,
  ).toBeGreaterThan(0);
  // A credential is searched for by its signature, too: the rest may be written in another form.
  const needles = [...secrets]
    .flatMap((secret) => [secret, ...secret.split(/[.~]/).filter((part) => part.length >= 20)])
    .map((text) => Buffer.from(text));
  needles.push(...ADDRESSES.flatMap(spellings), Buffer.from("127.77.88"), Buffer.from("198.51.100.99"));
  try {
    const files = await filesUnder(storageDir);
    expect(files.filter((path) => path.endsWith(".sqlite")).length).toBeGreaterThan(3);
    const hits: string[] = [];
    let titles = 0;
    for (const path of files) {
      const content = await readFile(path);
      if (content.includes(TITLE)) titles++;
      for (const needle of needles)
        if (content.includes(needle)) hits.push(`${path.slice(storageDir.length)}: ${needle.toString("latin1").slice(0, 40)}`);
    }
    expect(hits).toEqual([]);
    // What is stored is found: the directory's and the event's own copy of a title.
    expect(titles).toBeGreaterThanOrEqual(2);
    const log = lines.join("\n");
    for (const needle of needles) expect(log).not.toContain(needle.toString("latin1"));
  } finally {
    await rm(storageDir, { recursive: true, force: true });
  }
});
