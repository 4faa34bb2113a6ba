import { expect, test } from "vitest";
import * as languages from "../../worker/i18n/languages.ts";
import { escapeHtml } from "../../worker/pages/html.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const { room } = await roomOfFile({ replicas: 1 });
await room.createEvent({ doors: "stopped" });

test("case 58: the room has every language there is, in every isolate", async () => {
  for (const { language, line } of Object.values(languages)) {
    for (const port of [room.port, room.workerd.replicaPorts[0] as number]) {
      const { body } = await new TestVisitor(room, { port }).open("/tickets", { "Accept-Language": `${language},en;q=0.5` });
      expect(body).toContain(`<html lang="${language}"`);
      expect(body).toContain(escapeHtml(line.phases.joining.lead));
    }
  }
});

test("case 58: an organiser may say the texts of a language differently, of one there is", async () => {
  const lead = "Gleich geht es los.";
  const joining = { "line.phases.joining.lead": lead };
  await room.createEvent({ id: "own-words", paths: ["/own-words"], doors: "stopped", texts: { de: joining } });
  const { body } = await new TestVisitor(room, { event: "own-words" }).open("/own-words", { "Accept-Language": "de" });
  expect(body).toContain(lead);
  await expect(room.createEvent({ id: "no-words", paths: ["/no-words"], texts: { xx: joining } })).rejects.toThrow("texts.xx");
});
