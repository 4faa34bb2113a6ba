import { execFile } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { keysCommand, loadOrMakeDevKeys, makeKeys } from "../../../bench/tools/keys.ts";
import { root } from "../../../bench/tools/project.ts";
import { checkBindings } from "../../../worker/config.ts";
import { checkKeys } from "../../../worker/key-lists.ts";
import { deployment, issuer, noonMs } from "../../support/deployment.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const command = join(root, "bench/tools/keys.ts");
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

describe("S15: keys", () => {
  test("are ones that the Worker takes, other ones each time", async () => {
    const sets = await Promise.all([1, 2].map(() => makeKeys({ issuer, dev: false, nowMs: noonMs })));
    for (const { secrets } of sets) expect(await checkKeys(secrets)).toMatchObject({ ok: true });
    expect(new Set(sets.flatMap(({ secrets }) => Object.values(secrets))).size).toBe(6);
    expect(JSON.stringify(sets[0]?.secrets.STANCHION_ORGANISER_KEYS)).not.toContain(sets[0]?.organiserKey.jwk.d);
  });

  test("for development are told by their kids", async () => {
    const { secrets } = await makeKeys({ issuer, dev: true, nowMs: noonMs });
    const kids = Object.values(secrets).map((list) => (JSON.parse(list) as { kid: string }[])[0]?.kid);
    expect(kids).toEqual(kids.map(() => expect.stringMatching(/^dev-2026-11-29-[0-9a-f]{8}$/)));
    expect(new Set(kids).size).toBe(3);
    const checked = await checkBindings({ STANCHION_DEPLOYMENT: JSON.stringify(deployment), ...secrets });
    expect(checked).toMatchObject({ ok: true, config: { devKeys: true } });
  });

  test("of the demo are made once, readable by their owner alone, out of git's sight", async () => {
    const folder = join(await temporaryFolder(), "keys");
    const file = join(folder, "keys.json");
    const made = await loadOrMakeDevKeys(file, noonMs);
    expect(await loadOrMakeDevKeys(file, noonMs)).toEqual(made);
    expect([await modeOf(file), await modeOf(folder)]).toEqual(["600", "700"]);
    expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("*\n");
    await writeFile(file, "{}");
    await expect(loadOrMakeDevKeys(file, noonMs)).rejects.toThrow(/holds no development keys/);
  });
});

describe("npm run keys", () => {
  test("writes two files for their owner alone, and says what to do with them", async () => {
    const dir = join(await temporaryFolder(), "deployment");
    const told = await keysCommand(["--issuer", issuer, "--dir", dir]);
    const [secrets, organiser] = [join(dir, "secrets.json"), join(dir, "organiser.json")];
    expect(await Promise.all([secrets, organiser].map(modeOf))).toEqual(["600", "600"]);
    const content: unknown = JSON.parse(await readFile(secrets, "utf8"));
    expect(await checkBindings({ STANCHION_DEPLOYMENT: JSON.stringify(deployment), ...(content as object) })).toMatchObject({
      ok: true,
      config: { devKeys: false },
    });
    expect(JSON.parse(await readFile(organiser, "utf8"))).toMatchObject({ issuer, organiserKey: { jwk: { crv: "Ed25519" } } });
    expect(told).toMatch(/wrangler secret bulk .*secrets\.json/);
    for (const secret of Object.values(content as Record<string, string>)) expect(told).not.toContain(secret);
  });

  test("overwrites only when told to, then whole and for the owner alone", async () => {
    const dir = join(await temporaryFolder(), "deployment");
    await keysCommand(["--issuer", issuer, "--dir", dir]);
    const file = join(dir, "secrets.json");
    const before = await readFile(file, "utf8");
    await expect(keysCommand(["--issuer", issuer, "--dir", dir])).rejects.toThrow(`${file} is there already`);
    expect(await readFile(file, "utf8")).toBe(before);
    await chmod(file, 0o644);
    await keysCommand(["--issuer", issuer, "--dir", dir, "--force"]);
    expect(await readFile(file, "utf8")).not.toBe(before);
    expect(await modeOf(file)).toBe("600");
  });

  test.each([
    [[], "--issuer is missing"],
    [["--issuer", "room.example"], "--issuer must be an origin"],
    [["--issuer", "https://room.example/"], "--issuer must be an origin"],
    [["--dev", "--dir", "x"], "--dir does not go with --dev"],
    [["--isuer", "x"], "Unknown option '--isuer'"],
  ])("%o is refused, and told why", async (args, message) => {
    await expect(keysCommand(args)).rejects.toThrow(message);
  });

  test("ends with 1 where it refuses, with the usage on standard error", async () => {
    const failure = promisify(execFile)(process.execPath, [command, "--isuer", "x"]);
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^Unknown option '--isuer'.*\n\nUsage: /),
    });
  });
});
