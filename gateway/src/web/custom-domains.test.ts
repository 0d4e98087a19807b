import { expect, test } from "vitest";
import { CustomDomains, domainIn } from "./custom-domains.ts";

const ports = new Set(["443", "8080"]);
test.each([
  ["book.paws.test", "book.paws.test"],
  ["BOOK.Paws.TEST", "book.paws.test"],
  ["book.paws.test:443", "book.paws.test"],
  ["book.paws.test:8080", "book.paws.test"],
  ["xn--bcher-kva.test", "xn--bcher-kva.test"],
  ["book.paws.test.", undefined],
  ["book.paws.test:22", undefined],
  ["book.paws.test:", undefined],
  ["book.paws.test:8080:8080", undefined],
  ["bücher.test", undefined],
  ["book.paws.test/x", undefined],
  ["a@book.paws.test", undefined],
  ["book.paws.test, app.test", undefined],
  ["127.0.0.1", undefined],
  ["[::1]", undefined],
  ["localhost", undefined],
  ["gateway", undefined],
  ["", undefined],
  [undefined, undefined],
])("the Host %s may be of the domain %s", (host, domain) => {
  expect(domainIn(host, ports)).toBe(domain);
});

function asked(answer: (domain: string) => Promise<string | undefined>) {
  const clock = { now: 1_800_000_000_000 };
  const names: string[] = [];
  const domains = new CustomDomains(
    (domain) => {
      names.push(domain);
      return answer(domain);
    },
    () => clock.now,
  );
  return { domains, names, clock };
}
const paws = async (domain: string) => (domain === "book.paws.test" ? "paws" : undefined);

test("many who ask for one domain at once ask once, and nobody asks again for ten seconds, whether it is live or not", async () => {
  const { domains, names, clock } = asked(paws);
  const all = await Promise.all(Array.from({ length: 50 }, () => domains.find("book.paws.test")));
  expect([new Set(all), names]).toEqual([new Set(["paws"]), ["book.paws.test"]]);
  expect([await domains.find("no.test"), await domains.find("no.test")]).toEqual([undefined, undefined]);
  clock.now += 9_999;
  await Promise.all(["book.paws.test", "no.test"].map((name) => domains.find(name)));
  expect(names).toEqual(["book.paws.test", "no.test"]);
  clock.now += 1;
  await Promise.all(["book.paws.test", "no.test"].map((name) => domains.find(name)));
  expect(names).toHaveLength(4);
});

test("a domain that stops being live is refused ten seconds later; one that nobody can be asked about is served on for ten minutes", async () => {
  let page: string | undefined = "paws";
  let isAway = false;
  const { domains, clock } = asked(async () => {
    if (isAway) throw new Error("away");
    return page;
  });
  expect(await domains.find("book.paws.test")).toBe("paws");
  isAway = true;
  clock.now += 599_999;
  expect(await domains.find("book.paws.test")).toBe("paws");
  clock.now += 1;
  await expect(domains.find("book.paws.test")).rejects.toThrow("away");
  isAway = false;
  page = undefined;
  expect(await domains.find("book.paws.test")).toBeUndefined();
});

test("names that somebody makes up are asked about a hundred times a second at most, take bounded room, and leave a live domain where it is", async () => {
  const { domains, names, clock } = asked(paws);
  await domains.find("book.paws.test");
  const refused: string[] = [];
  const flood = async (from: number, to: number) => {
    for (let n = from; n < to; n++) await domains.find(`made-up-${n}.test`).catch(({ message }) => refused.push(message));
  };
  await flood(0, 300);
  expect([names.length, refused.length]).toEqual([100, 201]);
  expect(new Set(refused)).toEqual(new Set([expect.stringContaining("Too many names")]));
  clock.now += 10_000;
  await flood(300, 400);
  expect(await domains.find("book.paws.test"), "it was known before").toBe("paws");
  for (let second = 0; second < 105; second++) {
    clock.now += 1_000;
    await flood(1_000 + second * 100, 1_100 + second * 100);
  }
  expect(domains.size).toBeLessThanOrEqual(10_001);
});

test("of questions that nobody answers at most 32 are under way", async () => {
  const { domains, names } = asked(() => new Promise(() => undefined));
  for (let n = 0; n < 40; n++) domains.find(`slow-${n}.test`).catch(() => undefined);
  await expect(domains.find("one-more.test")).rejects.toThrow("Too many names");
  expect(names).toHaveLength(32);
});
