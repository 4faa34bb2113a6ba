/**
 * Runs a production bundle in `workerd` on this machine: what `npm start`, the tests and the measurements drive.
 *
 * A bundle is a folder with `index.js`, text modules and `manifest.json` (see `bundle.ts`). Everything that lasts is in the storage folder,
 * one SQLite file an object, so that killing the process and serving the same folder again is a crash and a recovery.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { appendFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type BundleManifest, readManifest } from "./bundle.ts";
import { root } from "./project.ts";

const startMs = 30_000;
const stopMs = 5_000;

export interface WorkerdOptions {
  /** Folder of the bundle. */
  readonly bundleDir: string;
  /** Folder for configuration, log and the objects' data; made if missing. */
  readonly storageDir: string;
  /** 0 = any free one; see `url`. */
  readonly port: number;
  /** Address to listen on; loopback unless said otherwise. */
  readonly host?: string;
  /** Variables and secrets. They reach the process by its environment and are never written to disk. */
  readonly bindings: Readonly<Record<string, string>>;
  /** What `fetch` may reach: CIDR blocks, "public", "private", "local"; public addresses unless said otherwise. */
  readonly outbound?: readonly string[];
  /** What calls to the outside (a draw's beacon) may reach; public addresses unless said otherwise. */
  readonly outside?: readonly string[];
  /** Further isolates of the same Worker, each on a free port of its own; all share the objects. None unless said otherwise. */
  readonly replicas?: number;
  /** PEM; makes it https. */
  readonly tls?: { readonly privateKey: string; readonly certificateChain: string };
  /** Gets every line the Worker logs; without it they go to `workerd.log` in the storage folder. */
  readonly onLog?: (line: string) => void;
}

export interface Workerd {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly replicaPorts: readonly number[];
  readonly pid: number;
  /** Settles when the process is gone, however that came. */
  readonly exited: Promise<void>;
  /** Sends the signal and waits until the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Ends it, by force after 5 s. */
  stop(): Promise<void>;
}

/** Text as Cap'n Proto's schema language quotes it. */
const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
/** `host:port` with the brackets an IPv6 address needs. */
const authority = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;
const list = (items: readonly string[]): string => `[\n${items.map((item) => `    ${item}`).join(",\n")}\n  ]`;

/** The configuration `workerd serve` reads; the names are those of `workerd.capnp`. */
function configuration(options: WorkerdOptions & { readonly host: string }, manifest: BundleManifest): string {
  const { durableObjects, texts } = manifest;
  const replicas = Array.from({ length: options.replicas ?? 0 }, (_, index) => `replica-${index}`);
  const keypair = options.tls && `privateKey = ${quote(options.tls.privateKey)}, certificateChain = ${quote(options.tls.certificateChain)}`;
  const protocol = keypair === undefined ? "http = ()" : `https = (options = (), tlsOptions = (keypair = (${keypair})))`;
  const variables = Object.keys(options.bindings).map((name) => `(name = ${quote(name)}, fromEnvironment = ${quote(name)})`);
  const bindings = [
    ...durableObjects.map(({ binding, className }) => `(name = ${quote(binding)}, durableObjectNamespace = ${quote(className)})`),
    `(name = "OUTSIDE", service = "outside")`,
    ...variables,
  ];
  const sharedBindings = [
    ...durableObjects.map(
      ({ binding, className }) =>
        `(name = ${quote(binding)}, durableObjectNamespace = (className = ${quote(className)}, serviceName = "stanchion"))`,
    ),
    ...variables,
  ];
  // The unique key names the folder of a class's data: it must never change.
  const namespaces = durableObjects.map(
    ({ className }) => `(className = ${quote(className)}, uniqueKey = ${quote(`stanchion-${className}`)}, enableSql = true)`,
  );
  const embed = (file: string): string => `embed ${quote(relative(options.storageDir, join(options.bundleDir, file)))}`;
  const modules = list([
    `(name = "index.js", esModule = ${embed("index.js")})`,
    ...texts.map((name) => `(name = ${quote(name)}, text = ${embed(name)})`),
  ]);
  return `using Workerd = import "/workerd/workerd.capnp";

const worker :Workerd.Worker = (
  modules = ${modules},
  compatibilityDate = ${quote(manifest.compatibilityDate)},
  compatibilityFlags = ${list(manifest.compatibilityFlags.map(quote))},
  bindings = ${list(bindings)},
  durableObjectNamespaces = ${list(namespaces)},
  durableObjectStorage = (localDisk = "objects"),
);

const replica :Workerd.Worker = (
  modules = ${modules},
  compatibilityDate = ${quote(manifest.compatibilityDate)},
  compatibilityFlags = ${list(manifest.compatibilityFlags.map(quote))},
  bindings = ${list(sharedBindings)},
);

const config :Workerd.Config = (
  services = [
    (name = "stanchion", worker = .worker),
${replicas.map((name) => `    (name = "${name}", worker = .replica),\n`).join("")}    (name = "objects", disk = (path = ${quote(join(options.storageDir, "objects"))}, writable = true)),
    (name = "internet", network = (allow = ${list((options.outbound ?? ["public"]).map(quote))}, tlsOptions = (trustBrowserCas = true))),
    (name = "outside", network = (allow = ${list((options.outside ?? ["public"]).map(quote))}, tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = ${list([
    `(name = "main", address = ${quote(authority(options.host, options.port))}, ${protocol}, service = "stanchion")`,
    ...replicas.map((name) => `(name = "${name}", address = ${quote(authority(options.host, 0))}, ${protocol}, service = "${name}")`),
  ])},
);
`;
}

/** Resolves with the ports, the main one first, once `workerd` says on its control channel that it listens on that many. */
function listening(child: ChildProcess, control: Readable, output: readonly string[], sockets: number): Promise<readonly number[]> {
  const ports = new Map<string, number>();
  return new Promise((settle, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error([`workerd ${why}`, ...output].join("\n")));
    };
    const timer = setTimeout(() => fail(`did not listen within ${startMs / 1000} s`), startMs);
    // "close" and not "exit": by then all that it said has been read.
    child.once("close", (code, signal) => fail(`ended with ${signal ?? code} before it listened`));
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    createInterface({ input: control }).on("line", (line) => {
      const message = JSON.parse(line) as { event: string; socket?: string; port?: number };
      if (message.event !== "listen" || message.port === undefined) return;
      ports.set(message.socket ?? "", message.port);
      if (ports.size < sockets) return;
      clearTimeout(timer);
      settle([...ports].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, listens]) => listens));
    });
  });
}

/**
 * Starts `workerd` and waits until it listens. With the storage folder of an earlier run it goes on where that one was.
 * Throws, with what `workerd` said, if it cannot start: a taken port, a bundle that does not load.
 */
export async function serveWorkerd(given: WorkerdOptions): Promise<Workerd> {
  const options = { host: "127.0.0.1", ...given, bundleDir: resolve(given.bundleDir), storageDir: resolve(given.storageDir) };
  const configFile = join(options.storageDir, "workerd.capnp");
  const logFile = join(options.storageDir, "workerd.log");
  await mkdir(join(options.storageDir, "objects"), { recursive: true });
  await writeFile(configFile, configuration(options, await readManifest(options.bundleDir)), { mode: 0o600 });
  await chmod(configFile, 0o600);

  // No variable of this process but those named: neither a secret of the shell nor a debugging switch gets in.
  const child = spawn(join(root, "node_modules/workerd/bin/workerd"), ["serve", "--control-fd=3", configFile, "config"], {
    env: { ...options.bindings },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const killWithParent = (): void => void child.kill("SIGKILL");
  process.once("exit", killWithParent);
  const exited = new Promise<void>((settle) => child.once("close", () => settle()));
  void exited.then(() => process.off("exit", killWithParent));

  const firstLines: string[] = [];
  const onLine = (line: string): void => {
    if (firstLines.length < 20) firstLines.push(line);
    if (options.onLog) options.onLog(line);
    else appendFileSync(logFile, `${line}\n`);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream as Readable }).on("line", onLine);

  let ports: readonly number[];
  try {
    ports = await listening(child, child.stdio[3] as Readable, firstLines, 1 + (options.replicas ?? 0));
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  // "main" comes before "replica-…".
  const [port = 0, ...replicaPorts] = ports;
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return {
    url: `${options.tls ? "https" : "http"}://${authority(options.host, port)}`,
    port,
    replicaPorts,
    pid: child.pid as number,
    exited,
    kill,
    async stop() {
      const force = setTimeout(() => child.kill("SIGKILL"), stopMs);
      await kill("SIGTERM");
      clearTimeout(force);
    },
  };
}
