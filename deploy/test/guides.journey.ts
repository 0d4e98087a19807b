import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../migrate.ts";
import { type App, sharedApp } from "./app.ts";

// The integrator guide, followed to the letter in a terminal: every command it shows is run as it stands there, in its order.

let app: Omit<App, "stop">;
let home: string;
let key = "";
let commands: string[];

beforeAll(async () => {
  app = await sharedApp();
  home = mkdtempSync(join(tmpdir(), "guide-"));
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "tan" } });
  await picture.jpeg().toFile(join(home, "bella.jpg"));
  const guide = readFileSync(join(root, "docs", "integrator-guide.md"), "utf8");
  commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").trim().split(/\n+/));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What a reader has in place of the guide's examples: an address, a key, a picture, a place for files. */
const asReader = (command: string): string =>
  command
    .replaceAll("http://localhost:8080", app.url)
    .replaceAll("llk_...", key)
    .replace("@bella.jpg", `@${join(home, "bella.jpg")}`)
    .replace("> clients.csv", `| tee ${join(home, "clients.csv")}`);

function typed(command: string): Promise<string> {
  const { PATH, BUF_CACHE_DIR } = process.env;
  const known = { LEASHLINE_URL: app.url, LEASHLINE_PASSWORD: app.owner.password, ...(key && { LEASHLINE_API_KEY: key }) };
  const env = { PATH, HOME: home, ...(BUF_CACHE_DIR && { BUF_CACHE_DIR }), ...known };
  const child = spawn("bash", ["-eo", "pipefail", "-c", asReader(command)], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let [said, complained] = ["", ""];
  child.stdout.on("data", (part) => (said += part));
  child.stderr.on("data", (part) => (complained += part));
  return new Promise((resolve, reject) =>
    child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`${command}\nended with ${code}: ${complained}${said}`)))),
  );
}

/** Types the guide's next command, which begins like this. */
async function next(beginning: RegExp): Promise<string> {
  const command = commands.shift() ?? "";
  expect(command).toMatch(beginning);
  return await typed(command);
}

test("the first call in five minutes: signed in, a key made, a day of the calendar asked for in each way", async () => {
  await next(/^export LEASHLINE_URL=/);
  await next(/^npx leashline login/);
  key = /llk_[\w-]{40,}/.exec(await next(/^npx leashline account create-api-key/))?.[0] ?? "";
  expect(key).not.toBe("");
  await next(/^export LEASHLINE_API_KEY=/);
  expect(JSON.parse(await next(/^curl .+\/api\//))).toMatchObject({ code: 200, message: "success" });
  const { cards } = JSON.parse(await next(/^curl .+ListDayCards$/));
  expect(cards.length).toBeGreaterThan(0);
  expect(JSON.parse(await next(/^npx buf curl .+--protocol connect /)).cards).toHaveLength(cards.length);
  const table = await next(/^npx leashline calendar list-day-cards .+ -o table$/);
  expect(table).toContain(cards[0].customerInfo.lastName);
});

test("gRPC is offered over HTTP/2 only, as the guide's table says", async () => {
  await expect(next(/^npx buf curl .+--protocol grpc --http2-prior-knowledge/)).rejects.toThrow(/unavailable|http2|protocol/i);
});

test("what comes after: all clients in a file, a picture sent, events and an address that hears them", async () => {
  expect((await next(/^npx leashline customer list-clients --all -o csv/)).trim().split("\n").length).toBeGreaterThan(100);
  expect(JSON.parse(await next(/^curl .+ -F file=@bella\.jpg/))).toMatchObject({ code: 200 });
  await next(/^unset LEASHLINE_API_KEY/);
  key = "";
  expect(await next(/^npx leashline account list-webhook-event-types/)).toContain("calendar.appointment_booked");
  expect(await next(/^npx leashline account create-webhook-endpoint/)).toMatch(/whsec_\w+/);
  expect(commands, "commands of the guide that nobody has tried").toEqual([]);
});
