import { SANDBOX_KEYS, type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import type { TestServers } from "@leashline/kit/test";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { expect } from "vitest";
import { sdk } from "../src/square/square-sdk.ts";

const NAMES = ["APPLICATION_ID", "APPLICATION_SECRET", "WEBHOOK_KEY", "API_BASE"] as const;

// A sandbox that plays Square, and the settings that lead there; both are gone after `stop`.
export async function startSquare(): Promise<{ sandbox: Sandbox; stop: () => Promise<void> }> {
  // Read from the disk before anybody waits for an answer: on a busy machine that takes longer than Square is waited for.
  sdk();
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  const values = [SANDBOX_KEYS.squareApplicationId, SANDBOX_KEYS.squareApplicationSecret, SANDBOX_KEYS.squareWebhookKey, sandbox.url];
  NAMES.forEach((name, at) => {
    process.env[`LEASHLINE_SQUARE_${name}`] = values[at];
  });
  return {
    sandbox,
    stop: async () => {
      await sandbox.close();
      for (const name of NAMES) delete process.env[`LEASHLINE_SQUARE_${name}`];
    },
  };
}

// `without`: a permission that was not asked for yet when the account was connected.
export type Consent = { account?: string; currency?: string; places?: number; answer?: string; without?: string };

// What somebody does on Square's page; answers what it sends back with.
export async function consentAt(
  address: string,
  { account = "Muddy Paws", currency = "USD", places = 1, answer = "allow", without = "" }: Consent = {},
) {
  const page = new URL(address);
  const asked = (page.searchParams.get("scope") ?? "").split(" ");
  page.searchParams.set("scope", asked.filter((one) => one !== without).join(" "));
  const body = new URLSearchParams({ account, currency, places: String(places), answer });
  const { headers } = await fetch(page, { method: "POST", redirect: "manual", body });
  const back = new URL(headers.get("location") ?? "");
  expect(back.pathname).toBe("/square/connect/callback");
  const got = (name: string) => back.searchParams.get(name) ?? "";
  return { code: got("code"), state: got("state"), error: got("error") };
}

// A location with an account of its own and a paired terminal; answers the account's id and the terminal's.
export async function connectSquare(servers: TestServers, sandbox: Sandbox, consent: Consent = {}) {
  const square = servers.client(SquareAccountService);
  const { code, state } = await consentAt((await square.beginSquareAccount({})).address, consent);
  const { account } = await square.finishSquareAccount({ code, state });
  const { device } = await square.pairSquareDevice({ name: "Front desk" });
  const merchantId = account!.merchantId;
  return { merchantId, placeId: account!.locationId, deviceId: sandbox.square.pair(merchantId, device!.codeId) };
}
