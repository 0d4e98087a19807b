import { expect, test } from "vitest";
import { cardSetupOf } from "./card-setup.ts";

const set = (secret: string, publishable: string, webhook = "whsec_1") => ({
  LEASHLINE_STRIPE_SECRET_KEY: secret,
  LEASHLINE_STRIPE_PUBLISHABLE_KEY: publishable,
  LEASHLINE_STRIPE_WEBHOOK_SECRET: webhook,
});

test("new cards need both keys, of one mode; what is missing is named", () => {
  expect(cardSetupOf(set("rk_live_1", "pk_live_1"))).toEqual({
    mode: "live",
    publishableKey: "pk_live_1",
    scriptUrl: "https://js.stripe.com/v3/",
    missing: [],
  });
  expect(cardSetupOf(set("sk_live_1", "pk_test_1"))).toMatchObject({
    mode: "live",
    publishableKey: "",
    scriptUrl: "",
    missing: ["LEASHLINE_STRIPE_PUBLISHABLE_KEY"],
  });
  expect(cardSetupOf({}).missing).toEqual([
    "LEASHLINE_STRIPE_SECRET_KEY",
    "LEASHLINE_STRIPE_WEBHOOK_SECRET",
    "LEASHLINE_STRIPE_PUBLISHABLE_KEY",
  ]);
  const standIn = { ...set("sk_test_1", "pk_test_1"), LEASHLINE_STRIPE_SCRIPT_URL: "http://127.0.0.1:8091/v3/" };
  expect(cardSetupOf(standIn).scriptUrl).toBe("http://127.0.0.1:8091/v3/");
});
