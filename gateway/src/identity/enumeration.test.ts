import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, openReal, password, type RealGateway } from "../../test/real.ts";

let real: RealGateway;
let owner: string;
const known = "known@example.test";
const linked = "linked@example.test";
beforeAll(async () => {
  // Each call seems to come from an address of its own, so that no limit of tries cuts the comparison short.
  real = await openReal({ trustedProxies: 1 });
  owner = (await real.signUp(known)).token;
  await real.signUp(linked);
  await real.openCompany(owner, "Enumeration Paws");
});
afterAll(() => real?.stop());

let addresses = 0;
const elsewhere = () => ({ "x-forwarded-for": `10.${(addresses >> 14) & 127}.${(addresses >> 7) & 127}.${addresses++ & 127}` });
let strangers = 0;
const stranger = () => `nobody${strangers++}@example.test`;

/** What tells two answers apart for somebody outside: everything but names of the request itself. */
async function shown(rpc: string, body: object, headers: Record<string, string> = {}) {
  const answer = await real.call(rpc, body, { ...elsewhere(), ...headers });
  const names = [...answer.headers.keys()].filter((name) => !["date", "x-request-id", "content-length"].includes(name)).sort();
  return { status: answer.status, body: answer.body, names };
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/** Median times of both kinds of call, taken by turns. */
async function times(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds = 11): Promise<[number, number]> {
  const timed = async (call: () => Promise<unknown>) => {
    const began = performance.now();
    await call();
    return performance.now() - began;
  };
  await timed(one);
  await timed(other);
  const seen: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    seen[0].push(await timed(one));
    seen[1].push(await timed(other));
  }
  return [median(seen[0]), median(seen[1])];
}

type Ask = (email: string) => [rpc: string, body: object, headers?: Record<string, string>];
const calls: Record<string, Ask> = {
  "signing in with a wrong password": (email) => ["SessionService/SignIn", { email, password: "not the password" }],
  "asking for a reset code": (email) => ["PasswordResetService/SendPasswordResetCode", { email }],
  "a wrong reset code": (email) => ["PasswordResetService/CheckPasswordResetCode", { email, code: "000000" }],
  "a new password with a wrong code": (email) => [
    "PasswordResetService/ResetPassword",
    { email, code: "000000", password: "some long new one" },
  ],
  "linking an account with a wrong password": (email) => [
    "AccountService/LinkAccount",
    { email, password: "not the password" },
    bearer(owner),
  ],
};

test.each(Object.keys(calls))("enumeration: %s answers the same for an address that somebody has and one that nobody has", async (name) => {
  const ask = calls[name] as Ask;
  expect(await shown(...ask(linked))).toEqual(await shown(...ask(stranger())));
});

test.each(Object.keys(calls))("enumeration: %s takes about as long for both", async (name) => {
  const ask = calls[name] as Ask;
  const [forKnown, forNobody] = await times(
    () => shown(...ask(linked)),
    () => shown(...ask(stranger())),
  );
  // Leaving out the password's hash would make one side five times as fast; a busy machine moves medians by less than this.
  expect(Math.max(forKnown, forNobody) / Math.min(forKnown, forNobody)).toBeLessThan(3);
});

test("enumeration: inviting an address that has an account answers as for one that has none", async () => {
  const invite = async (email: string) => {
    const { body } = await real.call("StaffService/CreateStaff", { firstName: "Ivy" }, bearer(owner));
    const answer = await real.call("InviteService/SendStaffInvite", { staffId: body.staff.id, email }, bearer(owner));
    const { inviteCode, inviteLink, expireTime, staff, ...rest } = answer.body;
    return { status: answer.status, rest, link: typeof inviteLink, code: inviteCode.length, staff: Object.keys(staff).sort() };
  };
  expect(await invite(linked)).toEqual(await invite(stranger()));
});

test("enumeration: an account that is not linked and one that does not exist cannot be told apart", async () => {
  const { accountId } = await real.signUp("somebody@example.test");
  const asked = (id: string) => shown("SessionService/SwitchAccount", { accountId: id }, bearer(owner));
  expect(await asked(accountId)).toEqual(await asked("987654321"));
});

test("enumeration: signing up says that an address is taken, as the specification asks, after the same work as for a free one", async () => {
  const up = (email: string) => real.call("AccountService/SignUp", { email, password, firstName: "A" }, elsewhere());
  expect((await up(known)).body.message).not.toContain(known);
  const [taken, free] = await times(
    () => up(known),
    () => up(stranger()),
    9,
  );
  expect(free / taken).toBeLessThan(4);
});
