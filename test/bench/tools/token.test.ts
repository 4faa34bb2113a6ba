import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { makeKeys } from "../../../bench/tools/keys.ts";
import { root } from "../../../bench/tools/project.ts";
import { tokenCommand } from "../../../bench/tools/token.ts";
import { verifyOrganiserToken } from "../../../worker/organiser-token.ts";
import { freshConfig, issuer, noonMs } from "../../support/deployment.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const command = join(root, "bench/tools/token.ts");

async function organiserFile(content?: unknown) {
  const keys = await makeKeys({ issuer, dev: false, nowMs: noonMs });
  const file = join(await temporaryFolder(), "organiser.json");
  await writeFile(file, JSON.stringify(content ?? { issuer, organiserKey: keys.organiserKey }));
  return { file, keys };
}

describe("npm run token", () => {
  test.each([
    [["--events", "a,b", "--ttl", "30m"], ["a", "b"], 1_800],
    [["--events", "*"], "*", 43_200],
    [["--events", "a", "--ttl", "30d"], ["a"], 2_592_000],
  ])("%o makes a token that the room takes", async (args, events, ttlSeconds) => {
    const { file, keys } = await organiserFile();
    const before = Date.now();
    const token = await tokenCommand(["--keys", file, "--subject", "Otto", "--role", "operator", ...args]);
    const verify = async (nowMs: number) => verifyOrganiserToken(await freshConfig(keys.secrets), token, nowMs);
    expect(await verify(Date.now())).toEqual({ ok: true, actor: { subject: "Otto", role: "operator", events } });
    expect(await verify(before + ttlSeconds * 1_000 - 1_000)).toMatchObject({ ok: true });
    expect(await verify(Date.now() + ttlSeconds * 1_000)).toEqual({ ok: false, reason: "expired" });
  });

  const whole = ["--subject", "Otto", "--role", "owner", "--events", "*"];
  test.each([
    ["no subject", ["--role", "owner", "--events", "*"], "--subject is missing"],
    ["an unknown role", ["--subject", "Otto", "--role", "root", "--events", "*"], "--role must be one of viewer, operator, owner"],
    ["no events", ["--subject", "Otto", "--role", "owner"], "--events must be event ids"],
    ["a pattern", ["--subject", "Otto", "--role", "owner", "--events", "on-*"], "--events must be event ids"],
    ["a star that the shell has replaced by files", [...whole, "README.md"], "Unexpected argument 'README.md'"],
    ["a time without unit", [...whole, "--ttl", "12"], "--ttl must be"],
    ["a negative time", [...whole, "--ttl=-1h"], "--ttl must be"],
    ["too long a time", [...whole, "--ttl", "31d"], "--ttl must be"],
    ["an unknown option", [...whole, "--admin"], "Unknown option '--admin'"],
  ])("%s is refused, and told why", async (_, args, message) => {
    const { file } = await organiserFile();
    await expect(tokenCommand(["--keys", file, ...args])).rejects.toThrow(message);
  });

  test.each([
    [null, "holds no organiser key"],
    [{ issuer }, "holds no organiser key"],
    [7, "holds no organiser key"],
  ])("a key file of %o is refused, and told why", async (content, message) => {
    const file = join(await temporaryFolder(), "organiser.json");
    await writeFile(file, JSON.stringify(content));
    await expect(tokenCommand(["--keys", file, ...whole])).rejects.toThrow(message);
    await expect(tokenCommand(["--keys", `${file}.not`, ...whole])).rejects.toThrow("cannot read the keys");
  });

  test("writes the token and nothing else, or ends with 1 and the usage on standard error", async () => {
    const { file } = await organiserFile();
    const start = (...args: string[]) => promisify(execFile)(process.execPath, [command, "--keys", file, ...args]);
    expect((await start(...whole)).stdout).toMatch(/^[\w.-]+\n$/);
    await expect(start()).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^--subject is missing.*\n\nUsage: /),
    });
  });
});
