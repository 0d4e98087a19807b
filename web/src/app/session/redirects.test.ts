import fc from "fast-check";
import { expect, test } from "vitest";
import { afterSignIn, honoured } from "./after-sign-in.ts";

const hosts = { current: "app.shop.test", product: ["leashline.com"] };
const staff = { account: { id: "1" }, employeeCategory: 0, hasCompany: true };

/** Where a browser on our sign-in page ends up when it follows what was honoured. */
const hostReached = (target: string): string => new URL(target, "https://app.shop.test/sign_in").host;
const isOurs = (host: string): boolean => host === "app.shop.test" || host === "leashline.com" || host.endsWith(".leashline.com");

const tricks = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "\\\\evil.example",
  "/\\evil.example",
  "/\\/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "https://app.shop.test//evil.example",
  "https://app.shop.test/\\evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:\\\\evil.example",
  "https://app.shop.test@evil.example",
  "https://app.shop.test:pass@evil.example/",
  "https://evil.example#app.shop.test",
  "https://evil.example?app.shop.test",
  "https://app.shop.test.evil.example",
  "https://notleashline.com",
  "https://leashline.com.evil.example",
  "https://evil.example\\.leashline.com",
  "https://evil.example%2f.leashline.com",
  "https://app.shop.test:444/",
  "/\t/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/\n/evil.example",
  "ht\ntps://evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "javascript://app.shop.test/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://app.shop.test/1",
  "file:///etc/passwd",
  "https://xn--app-shop-test.evil.example",
  "https://app。shop。test.evil.example",
];

test.each(tricks)("open-redirect: %j never leads to another host", (redirect) => {
  for (const given of [redirect, encodeURIComponent(redirect), `${redirect}/calendar`]) {
    const target = afterSignIn(staff, { redirect: given }, hosts);
    expect(target).not.toMatch(/^(javascript|data|vbscript|blob|file):/i);
    expect([given, isOurs(hostReached(target))]).toEqual([given, true]);
  }
});

test("open-redirect: whatever is made of such pieces, only our own hosts are reached", () => {
  const piece = fc.constantFrom(
    ..."/ \\ // : @ . .. %2f %5c ? # \t evil.example app.shop.test leashline.com https: javascript: a".split(" "),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const target = honoured(pieces.join(""), hosts);
      expect(target === undefined || isOurs(hostReached(target))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test("open-redirect: our own pages are still reached", () => {
  expect(honoured("/client/12?tab=pets#x", hosts)).toBe("/client/12?tab=pets#x");
  expect(honoured("https://help.leashline.com/a", hosts)).toBe("https://help.leashline.com/a");
});
