import { type Caller, nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { PasskeyService } from "@leashline/proto/leashline/account/v1/passkey_service_pb.js";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Authenticator } from "../../test/authenticator.ts";
import { type Harness, password, startHarness } from "../../test/harness.ts";
import { factorFor } from "../../test/signed-up.ts";

let harness: Harness;
let origin: string;
beforeAll(async () => {
  harness = await startHarness();
  origin = new URL(harness.servers.config.publicUrl).origin;
});
afterAll(async () => {
  await harness.servers.stop();
});

const from = (ip: string) => ({ ...nobody, ip });
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
async function register(caller: Caller, device = new Authenticator(origin), name = "Phone"): Promise<Authenticator> {
  const passkeys = harness.as(PasskeyService, caller);
  const { optionsJson } = await passkeys.beginPasskeyRegistration({ currentPassword: password });
  await passkeys.finishPasskeyRegistration({ name, credentialJson: device.create(optionsJson) });
  return device;
}
const sign = () => harness.as(PasskeyService, from("10.2.0.1"));
async function signInWith(device: Authenticator, quirks: Parameters<Authenticator["get"]>[1] = {}) {
  const { optionsJson } = await sign().beginPasskeySignIn({});
  return await sign().finishPasskeySignIn({ credentialJson: device.get(optionsJson, quirks), deviceName: "Phone" });
}

describe("passkeys", () => {
  test("one is made with the password, signs in without it, is listed, renamed and removed", async () => {
    const caller = await harness.signUp("key@example.test");
    const passkeys = harness.as(PasskeyService, caller);
    expect(await codeOf(passkeys.beginPasskeyRegistration({ currentPassword: "not it" }))).toBe(20003);
    const device = await register(caller);
    const opened = await signInWith(device);
    expect(opened.account?.id).toBe(caller.accountId);
    expect((await harness.callerOf(opened.sessionToken)).accountId).toBe(caller.accountId);
    const [passkey] = (await passkeys.listPasskeys({})).passkeys;
    expect(passkey).toMatchObject({ name: "Phone", backedUp: false });
    expect(passkey?.lastUsedTime).toBeDefined();
    const id = passkey?.id as string;
    expect((await passkeys.renamePasskey({ id, name: "Blue phone" })).passkey?.name).toBe("Blue phone");
    await passkeys.removePasskey({ id });
    expect((await passkeys.listPasskeys({})).passkeys).toEqual([]);
    expect(await codeOf(signInWith(device))).toBe(20003);
    expect(await codeOf(passkeys.removePasskey({ id }))).toBe(404);
  });

  test("it stands for the second factor too, because the device checks the person", async () => {
    const caller = await harness.signUp("both@example.test");
    await factorFor(harness, caller);
    expect((await harness.as(SecondFactorService, caller).getSecondFactor({})).enabled).toBe(true);
    expect((await signInWith(await register(caller))).sessionToken).not.toBe("");
    expect((await harness.as(SessionService, from("10.2.0.9")).signIn({ email: "both@example.test", password })).sessionToken).toBe("");
  });

  test("a registration answers only its own options, once, from this site, after the device checked the person", async () => {
    const [caller, other] = [await harness.signUp("reg@example.test"), await harness.signUp("reg2@example.test")];
    const passkeys = harness.as(PasskeyService, caller);
    const begin = async () => (await passkeys.beginPasskeyRegistration({ currentPassword: password })).optionsJson;
    const refused = async (optionsJson: string, quirks: object, by = passkeys) =>
      await codeOf(by.finishPasskeyRegistration({ name: "X", credentialJson: new Authenticator(origin).create(optionsJson, quirks) }));
    expect(await refused(await begin(), { origin: "https://evil.test" })).toBe(20005);
    expect(await refused(await begin(), { verified: false })).toBe(20005);
    expect(await refused(await begin(), { challenge: "AAAA" })).toBe(20005);
    expect(await refused(await begin(), { type: "webauthn.get" })).toBe(20005);
    expect(await refused(await begin(), {}, harness.as(PasskeyService, other)), "somebody else's options").toBe(20005);
    const options = await begin();
    const device = new Authenticator(origin);
    await passkeys.finishPasskeyRegistration({ name: "Once", credentialJson: device.create(options) });
    expect(await refused(options, {}), "options used up").toBe(20005);
    expect(await codeOf(passkeys.finishPasskeyRegistration({ name: "Twice", credentialJson: device.create(await begin()) }))).toBe(900008);
    for (const credentialJson of ["{}", "nonsense", '{"id":"x","response":{"clientDataJSON":"x"}}', '{"id":1,"response":null}'])
      expect(await codeOf(passkeys.finishPasskeyRegistration({ name: "X", credentialJson }))).toBe(20005);
  });

  test("a sign-in answers only its own challenge, once; a stranger's signature, site, counter or name opens nothing", async () => {
    const caller = await harness.signUp("lie@example.test");
    const device = await register(caller);
    await signInWith(device, { counter: 7 });
    for (const quirks of [
      { origin: "https://evil.test" },
      { verified: false },
      { challenge: "AAAA" },
      { type: "webauthn.create" },
      { counter: 3 },
      { userHandle: Buffer.from("leashline:1").toString("base64url") },
    ])
      expect(await codeOf(signInWith(device, quirks)), JSON.stringify(quirks)).toBe(20003);
    expect(await codeOf(signInWith(new Authenticator(origin))), "an unknown device").toBe(20003);
    const { optionsJson } = await sign().beginPasskeySignIn({});
    const credentialJson = device.get(optionsJson, { counter: 20 });
    await sign().finishPasskeySignIn({ credentialJson });
    expect(await codeOf(sign().finishPasskeySignIn({ credentialJson })), "the same answer again").toBe(20003);
    const forged = JSON.parse(device.get((await sign().beginPasskeySignIn({})).optionsJson, { counter: 30 }));
    forged.response.signature = `${forged.response.signature.slice(0, -4)}AAAA`;
    expect(await codeOf(sign().finishPasskeySignIn({ credentialJson: JSON.stringify(forged) }))).toBe(20003);
    expect((await signInWith(device, { counter: 31 })).sessionToken).not.toBe("");
  });

  test("what is to be signed is new each time, also for whoever asks again under the same idempotency key", async () => {
    const keyed = { idempotencyKey: "passkey-again" };
    const caller = await harness.signUp("again-key@example.test");
    const signing = () => harness.servers.client(PasskeyService, from("10.2.0.7"), keyed).beginPasskeySignIn({});
    const registering = () => harness.servers.client(PasskeyService, caller, keyed).beginPasskeyRegistration({ currentPassword: password });
    const challenges: string[] = [];
    for (const ask of [signing, signing, registering, registering]) challenges.push(JSON.parse((await ask()).optionsJson).challenge);
    expect(new Set(challenges).size).toBe(4);
    const device = await register(caller);
    await signing();
    const { optionsJson } = await signing();
    expect((await sign().finishPasskeySignIn({ credentialJson: device.get(optionsJson) })).sessionToken).not.toBe("");
  });

  test("options tell nobody who has an account, and name a device's earlier passkeys only to their owner", async () => {
    const caller = await harness.signUp("hush@example.test");
    const device = await register(caller);
    const { optionsJson } = await sign().beginPasskeySignIn({});
    expect(JSON.parse(optionsJson)).toMatchObject({ rpId: new URL(origin).hostname, userVerification: "required" });
    expect(JSON.parse(optionsJson).allowCredentials ?? []).toEqual([]);
    const again = await harness.as(PasskeyService, caller).beginPasskeyRegistration({ currentPassword: password });
    expect(JSON.parse(again.optionsJson).excludeCredentials).toMatchObject([{ id: device.credentialId.toString("base64url") }]);
  });

  test("twenty are enough, and nobody touches another's", async () => {
    const [caller, other] = [await harness.signUp("many-keys@example.test"), await harness.signUp("thief@example.test")];
    for (let n = 0; n < 20; n++) await register(caller, undefined, `Key ${n}`);
    expect(await codeOf(register(caller))).toBe(900008);
    const [first] = (await harness.as(PasskeyService, caller).listPasskeys({})).passkeys;
    const id = first?.id as string;
    expect(await codeOf(harness.as(PasskeyService, other).removePasskey({ id }))).toBe(404);
    expect(await codeOf(harness.as(PasskeyService, other).renamePasskey({ id, name: "Mine" }))).toBe(404);
    expect((await harness.as(PasskeyService, other).listPasskeys({})).passkeys).toEqual([]);
  });
});
