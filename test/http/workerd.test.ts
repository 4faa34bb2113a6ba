import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { get as getByTls, type RequestOptions } from "node:https";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { root } from "../../bench/tools/project.ts";
import { serveWorkerd, type Workerd, type WorkerdOptions } from "../../bench/tools/workerd.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const secret = "a-secret-that-no-file-may-hold";

/** Serves the little notebook Worker; it is gone when the test is over. */
async function serveNotebook(storageDir: string, options: Partial<WorkerdOptions> = {}): Promise<Workerd> {
  const workerd = await serveWorkerd({
    bundleDir: join(root, "test/support/notebook"),
    storageDir,
    port: 0,
    bindings: { SECRET: secret },
    ...options,
  });
  onTestFinished(() => workerd.stop());
  return workerd;
}

/** A GET with what `fetch` does not offer: the client's own address, any header, any certificate. */
function request(url: string, options: RequestOptions = {}): Promise<unknown> {
  return new Promise((settle, reject) => {
    const start = url.startsWith("https:") ? getByTls : get;
    start(url, { agent: false, ...options }, (response) => {
      text(response).then((body) => settle(JSON.parse(body)), reject);
    }).on("error", reject);
  });
}

it("keeps what was stored through SIGKILL and a new start", async () => {
  const folder = await temporaryFolder();
  const first = await serveNotebook(folder);
  expect(await request(`${first.url}/add?text=one`)).toEqual(["one"]);
  await first.kill("SIGKILL");
  await expect(request(first.url)).rejects.toThrow("ECONNREFUSED");

  const second = await serveNotebook(folder, { port: first.port });
  expect(second.url).toBe(first.url);
  expect(second.pid).not.toBe(first.pid);
  expect(await request(`${second.url}/add?text=two`)).toEqual(["one", "two"]);
  await second.stop();
  await second.exited;

  const third = await serveNotebook(folder);
  expect(await request(third.url)).toEqual(["one", "two"]);
});

it("rings an alarm that was set before a crash, and nobody has to ask for the object", async () => {
  const folder = await temporaryFolder();
  const first = await serveNotebook(folder);
  await request(`${first.url}/remind?afterMs=500`);
  await first.kill("SIGKILL");
  const second = await serveNotebook(folder);
  await vi.waitFor(async () => expect(await request(second.url)).toEqual(["alarm"]), { timeout: 10_000, interval: 200 });
});

it("S15: gives secrets to the Worker and leaves them in no file", async () => {
  const folder = await temporaryFolder();
  const { url } = await serveNotebook(folder);
  expect(await request(`${url}/who`)).toMatchObject({ secretLength: secret.length });
  const names = await readdir(folder, { recursive: true });
  expect(names).toContain("workerd.capnp");
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) expect((await readFile(path)).includes(secret), name).toBe(false);
  }
});

it("S9: tells clients apart by the address they really have, whatever their headers say", async () => {
  const { url } = await serveNotebook(await temporaryFolder());
  const forged = {
    "x-forwarded-for": "203.0.113.9",
    "x-real-ip": "203.0.113.9",
    "cf-connecting-ip": "203.0.113.9",
    "true-client-ip": "203.0.113.9",
    forwarded: "for=203.0.113.9",
    cf: '{"clientIp":"203.0.113.9"}',
    "mf-cf-blob": '{"clientIp":"203.0.113.9"}',
  };
  for (const localAddress of ["127.0.0.1", "127.0.0.2", "127.7.7.7"]) {
    const answer = await request(`${url}/who`, { localAddress, headers: forged });
    // Nothing else is there: no country, no region that one could take for true.
    expect(answer).toMatchObject({ cf: { clientIp: expect.stringMatching(new RegExp(`^${localAddress.replaceAll(".", "\\.")}:\\d+$`)) } });
    expect(Object.keys((answer as { cf: object }).cf)).toEqual(["clientIp"]);
  }
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));

it.skipIf(!hasIpv6)("S9: writes an IPv6 client in brackets, with its port", async () => {
  const { url } = await serveNotebook(await temporaryFolder(), { host: "::1" });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await request(`${url}/who`)).toMatchObject({ cf: { clientIp: expect.stringMatching(/^\[::1\]:\d+$/) } });
});

it("S16: reaches loopback only where that was allowed", async () => {
  const origin = await serveNotebook(await temporaryFolder());
  const target = encodeURIComponent(`${origin.url}/add?text=hit`);
  const closed = await serveNotebook(await temporaryFolder());
  const open = await serveNotebook(await temporaryFolder(), { outbound: ["local"] });

  const refused = await fetch(`${closed.url}/fetch?url=${target}`);
  expect(refused.status).toBe(502);
  expect(await request(origin.url)).toEqual([]);
  expect(await (await fetch(`${open.url}/fetch?url=${target}`)).json()).toEqual(["hit"]);
});

it("gives the Worker nothing of Node", async () => {
  const { url } = await serveNotebook(await temporaryFolder());
  expect(await request(`${url}/who`)).toMatchObject({ node: ["undefined", "undefined"] });
});

it("hands every logged line over", async () => {
  const lines: string[] = [];
  const { url } = await serveNotebook(await temporaryFolder(), { onLog: (line) => lines.push(line) });
  await request(`${url}/who`);
  await vi.waitFor(() => expect(lines).toContainEqual(expect.stringMatching(/^asked by 127\.0\.0\.1:\d+$/)));
});

it("speaks TLS with the certificate it was given", async () => {
  const tls = selfSignedCertificate(["shop.localhost"]);
  const { url, port } = await serveNotebook(await temporaryFolder(), { tls });
  expect(url).toBe(`https://127.0.0.1:${port}`);
  expect(await request(url, { ca: tls.certificateChain })).toEqual([]);
  await expect(request(url)).rejects.toThrow("self-signed certificate");
});

it("says why it cannot start: a taken port, a bundle that does not load", async () => {
  const { port } = await serveNotebook(await temporaryFolder());
  const folder = await temporaryFolder();
  await expect(serveNotebook(folder, { port })).rejects.toThrow(/in use/i);
  await expect(serveNotebook(folder, { bundleDir: folder })).rejects.toThrow("manifest.json");
  await cp(join(root, "test/support/notebook"), folder, { recursive: true });
  await writeFile(join(folder, "index.js"), "export default {");
  await expect(serveNotebook(folder, { bundleDir: folder })).rejects.toThrow("SyntaxError");
});
