import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { uploadStates } from "../../test/uploads.ts";

let servers: GatewayHarness;
const dataDir = mkdtempSync(join(tmpdir(), "leashline-tricks-"));
beforeAll(async () => {
  servers = await startGateway(uploadStates, { config: { dataDir, uploadLimit: 200_000 } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const auth = { authorization: `Bearer ${tokens.owner}` };
const path = "/api/business/upload/uploadFile";
/** One white pixel, whole and true. */
const pixel = Buffer.from("R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=", "base64");
const script = "<script>globalThis.ran = true</script>";

interface Answer {
  code: number;
  data: { file?: { path: string; fileName: string; contentType: string } } | null;
}

/** A form put together by hand, for names and parts that no browser would send. */
async function sendForm(parts: readonly (readonly [head: string, content: Buffer | string])[], query = ""): Promise<Answer> {
  const body = Buffer.concat([
    ...parts.map(([head, content]) => Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")])),
    Buffer.from("--b--\r\n"),
  ]);
  const headers = { ...auth, "content-type": "multipart/form-data; boundary=b" };
  const response = await fetch(`${servers.url}${path}${query}`, { method: "POST", headers, body });
  expect(response.status).toBeLessThan(500);
  return (await response.json()) as Answer;
}

const file = (name: string, content: Buffer | string, type = "image/png") =>
  [`content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}`, content] as const;

const upload = (name: string, content: Buffer | string, type?: string) => sendForm([file(name, content, type)], "?public=true");
const seen = (answer: Answer) => fetch(servers.url + encodeURI(answer.data?.file?.path ?? "/none"));

describe("a file is what its bytes say, whatever it is called", () => {
  test.each([
    ["photo.gif.exe", ".exe.gif"],
    ["photo.html", ".html.gif"],
    ["photo.svg", ".svg.gif"],
    ["photo.php;.jpg", ".jpg.gif"],
    ["photo.gif\u0000.html", ".html.gif"],
  ])("%j with a picture in it is refused, or stored and sent as a picture", async (name, end) => {
    const answer = await upload(name, pixel, "text/html");
    if (answer.code !== 200) return expect(answer.code).toBe(400);
    expect(answer.data?.file).toMatchObject({
      contentType: "image/gif",
      fileName: expect.stringMatching(new RegExp(`${end.replaceAll(".", "\\.")}$`)),
    });
    const sent = await seen(answer);
    expect([sent.status, sent.headers.get("content-type"), sent.headers.get("x-content-type-options")]).toEqual([
      200,
      "image/gif",
      "nosniff",
    ]);
  });

  test.each<[string, string, Buffer | string]>([
    ["a page called a picture", "photo.png", `<!doctype html>${script}`],
    ["a page behind white space", "photo.png", `\n\n \t<html>${script}`],
    ["a page called text", "notes.txt", `<body onload=1>${script}`],
    ["a Windows program", "photo.png", Buffer.from("4d5a90000300000004000000ffff0000", "hex")],
    ["a Linux program", "photo.jpg", Buffer.from("7f454c46020101000000000000000000", "hex")],
    ["a ZIP called a picture", "photo.png", Buffer.from("504b0304140000000800000000000000", "hex")],
    ["half of a picture's first bytes", "photo.png", Buffer.from([0x89, 0x50, 0x4e])],
  ])("%s is refused", async (_, name, content) => {
    const before = readdirSync(dataDir, { recursive: true }).length;
    expect((await upload(name, content)).code).toBe(400);
    await expect.poll(() => readdirSync(dataDir, { recursive: true }).length).toBeLessThanOrEqual(before + 2);
  });
});

/** A picture whose head promises so many points, with next to nothing behind it. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.alloc(100_000))), chunk("IEND", Buffer.alloc(0))]);
}

test("a picture of 3,600 million points in a few hundred bytes is refused", async () => {
  const flood = bomb(60_000, 60_000);
  expect(flood.length).toBeLessThan(1_000);
  expect((await upload("flood.png", flood)).code).toBe(400);
});

describe("what a browser makes of a stored file", () => {
  test.each<[string, string, Buffer | string]>([
    ["a picture that is a page as well", "p.gif", Buffer.concat([pixel, Buffer.from(script)])],
    ["a PDF that is a page as well", "p.pdf", `%PDF-1.7\n${script}`],
    [
      "a drawing with a script",
      "p.svg",
      `<svg xmlns="http://www.w3.org/2000/svg" onload="ran=1">${script.replace("script", "script ")}</svg>`,
    ],
    ["text with a page in it", "p.txt", `hello ${script}`],
    ["a table with a page in it", "p.csv", `name\n${script}`],
  ])("%s runs nothing", async (_, name, content) => {
    const answer = await upload(name, content);
    // Refusing it is as good as sending it disarmed.
    if (answer.code !== 200) return expect(answer.code).toBe(400);
    const { headers } = await seen(answer);
    expect(headers.get("content-type")).not.toMatch(/html|javascript/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox$/);
    expect(headers.get("content-disposition")).toMatch(/^(inline|attachment); filename\*=UTF-8''[^";\s]+$/);
    if (/text\//.test(headers.get("content-type") ?? "")) expect(headers.get("content-disposition")).toMatch(/^attachment/);
  });
});

describe("names and forms", () => {
  test.each([
    "../../../../etc/passwd",
    "..\\..\\windows\\win.ini",
    "/etc/cron.d/job",
    "....//....//x",
    ".htaccess",
    "con",
    "a\r\nset-cookie: x=1",
  ])("a file called %j stays in its own folder", async (name) => {
    const answer = await upload(
      name.replace(/[\r\n]/g, (char) => encodeURIComponent(char)),
      pixel,
    );
    expect(answer.data?.file?.path).toMatch(/^\/uploads\/public\/1\/[0-9a-z]{20}\/[^/\\]+\.gif$/);
    expect(existsSync(join(dataDir, answer.data?.file?.path as string))).toBe(true);
    expect((await seen(answer)).headers.get("set-cookie")).toBeNull();
  });

  test("thousands of parts, fields or files are refused", async () => {
    const field = (n: number) => [`content-disposition: form-data; name="f${n}"`, "x"] as const;
    expect((await sendForm([...Array.from({ length: 3000 }, (_, n) => field(n)), file("a.gif", pixel)])).code).toBe(400);
    expect(
      (await sendForm([['content-disposition: form-data; name="note"', "y".repeat(100_000)], file("a.gif", pixel)])).code,
    ).toBeGreaterThan(0);
  });

  test.each<[string, string]>([
    ["no boundary", "multipart/form-data"],
    ["another boundary", "multipart/form-data; boundary=zzz"],
    ["an endless boundary", `multipart/form-data; boundary=${"q".repeat(5000)}`],
  ])("a form with %s is a wrong request", async (_, type) => {
    const response = await fetch(servers.url + path, { method: "POST", headers: { ...auth, "content-type": type }, body: "--b\r\n" });
    expect(response.status).toBe(400);
  });
});
