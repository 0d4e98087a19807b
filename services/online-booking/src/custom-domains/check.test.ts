import { ErrorCode } from "@leashline/kit";
import { type DnsServer, refusalOf, startDns } from "@leashline/kit/test";
import {
  CustomDomainService,
  CustomDomainPointing as Pointing,
  CustomDomainProof as Proof,
  CustomDomainState as State,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontConfigService } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

const domain = "book.paws.test";
/** A shop of another company. */
const tails = { companyId: "2", businessId: "2", businessIds: ["2"], accountId: "2", sessionId: "2" };
const { UNSPECIFIED, WAITING, LIVE, BROKEN } = State;

let dns: DnsServer;
let desk: Desk;
beforeAll(async () => {
  dns = await startDns();
  Object.assign(process.env, { LEASHLINE_DNS: dns.address, LEASHLINE_ALLOWED_HOSTS: "desk.leashline.test:8443, " });
  desk = await openDesk();
  await desk.servers.client(OnlineBookingSettingService, tails).updateOnlineBookingSetting({ isEnable: true });
});
beforeEach(async () => {
  await set("");
  await set("", tails);
  dns.names.clear();
});
afterAll(async () => {
  await desk?.servers.stop();
  await dns?.close();
  delete process.env.LEASHLINE_DNS;
  delete process.env.LEASHLINE_ALLOWED_HOSTS;
});

const configs = (caller: object = {}) => desk.servers.client(StorefrontConfigService, caller);
const domains = (caller: object = {}) => desk.servers.client(CustomDomainService, caller);
const set = async (customDomainName: string, caller: object = {}) =>
  (await configs(caller).updateStorefrontConfig({ customDomainName })).config?.customDomainName;
const stands = async (caller: object = {}) => {
  const { customDomain } = await domains(caller).getCustomDomain({});
  if (!customDomain) throw new Error("nothing was answered");
  return customDomain;
};
const stateOf = async (caller: object = {}) => (await stands(caller)).state;
/** Asked for long enough after the last time. */
const check = async (caller: object = {}) => {
  await desk.servers.admin.query("update online_booking.custom_domain set asked_time = asked_time - interval '10 seconds'");
  return (await domains(caller).checkCustomDomain({})).customDomain;
};
const prove = async (...callers: object[]) => {
  const values = await Promise.all(callers.map(async (caller) => (await stands(caller)).proofValue));
  dns.names.set(`_leashline.${domain}`, { TXT: values });
};
/** The next time that the job is due. */
async function runJobs() {
  await desk.servers.admin.query(
    "update online_booking.job set due_at = now() - interval '1 second' where kind = 'custom-domain' and state = 'due'",
  );
  await desk.servers.runDue("online-booking");
}
const leadsTo = (name = domain) =>
  domains({ kind: "service", via: "gateway" })
    .findCustomDomain({ domain: name })
    .then(
      ({ bookOnlineName }) => bookOnlineName,
      () => "nowhere",
    );
const shown = async () =>
  (await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page })).storefront?.customDomain;

test("a domain waits for its proof, is live with it, and the page says so; taken away it leads nowhere, and put back it needs no other proof", async () => {
  expect(await stands()).toMatchObject({ domain: "", state: UNSPECIFIED, proofValue: "" });
  expect(await set("Book.Paws.TEST")).toBe(domain);
  const { proofValue, ...asked } = await stands();
  expect(asked).toMatchObject({
    domain,
    state: WAITING,
    proofName: `_leashline.${domain}`,
    target: "localhost",
    apex: false,
    moved: false,
  });
  expect(proofValue).toMatch(/^[0-9a-f]{40}$/);
  expect([await leadsTo(), await shown()]).toEqual(["nowhere", ""]);

  dns.names.set(domain, { CNAME: ["localhost"] });
  await prove({});
  expect(await check()).toMatchObject({ state: LIVE, proof: Proof.FOUND, pointing: Pointing.HERE, nextCheckTime: expect.anything() });
  expect([await leadsTo(), await shown(), (await configs().getStorefrontConfig({})).config?.customDomainName]).toEqual([
    desk.page,
    domain,
    domain,
  ]);

  expect(await set("")).toBe("");
  expect([await leadsTo(), await shown(), await stateOf()]).toEqual(["nowhere", "", UNSPECIFIED]);
  await set(domain);
  await runJobs();
  expect(await stands()).toMatchObject({ state: LIVE, proofValue });
  const log =
    "select action, before->>'state' as was, after->>'state' as is from online_booking.change_log where entity = 'custom_domain' and company_id = 1 order by id";
  expect((await desk.servers.admin.query(log)).rows).toEqual([
    { action: "set", was: null, is: `${WAITING}` },
    { action: "check", was: `${WAITING}`, is: `${LIVE}` },
    { action: "remove", was: `${LIVE}`, is: `${UNSPECIFIED}` },
    { action: "set", was: `${UNSPECIFIED}`, is: `${WAITING}` },
    { action: "check", was: `${WAITING}`, is: `${LIVE}` },
  ]);
});

test.each([
  ["https://book.paws.test", "a name alone"],
  ["book.paws.test:8080", "a name alone"],
  ["192.168.0.1", "not the number"],
  ["co.uk", "belongs to everybody"],
  ["shop.desk.leashline.test", "Leashline itself"],
  ["localhost", "an ending"],
])("%s is refused beside its field: it is %s; nothing is kept", async (typed, why) => {
  const { code, options } = await refusalOf(configs().updateStorefrontConfig({ customDomainName: typed, aboutUs: "Never" }));
  expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "customDomainName"]);
  expect(options.fields?.[0]?.reason ?? options.reason).toMatch(/^The domain .*\.$/);
  expect(JSON.stringify(options)).toContain(why);
  expect((await configs().getStorefrontConfig({})).config).toMatchObject({ customDomainName: "", aboutUs: "" });
});

test("a name in other letters is told as people write it, and beside it as DNS has it", async () => {
  expect(await set("Bücher.paws.test")).toBe("xn--bcher-kva.paws.test");
  expect(await stands()).toMatchObject({
    ...{ domain: "xn--bcher-kva.paws.test", written: "bücher.paws.test" },
    proofName: "_leashline.xn--bcher-kva.paws.test",
  });
  await set(domain);
  expect(await stands()).toMatchObject({ domain, written: domain });
});

test("what DNS says of the record and of where the domain leads is told as it is, and silence is no answer", async () => {
  await set(domain);
  expect(await check()).toMatchObject({ state: WAITING, proof: Proof.MISSING, pointing: Pointing.NOWHERE });
  dns.names.set(`_leashline.${domain}`, { TXT: ["v=spf1 -all"] });
  dns.names.set(domain, { A: ["192.0.2.7"] });
  dns.names.set("localhost", { A: ["192.0.2.8"] });
  expect(await check()).toMatchObject({ state: WAITING, proof: Proof.OTHER, pointing: Pointing.ELSEWHERE, pointsTo: "192.0.2.7" });
  dns.names.set("localhost", { A: ["192.0.2.9", "192.0.2.7"] });
  expect(await check()).toMatchObject({ pointing: Pointing.HERE, pointsTo: "" });
  dns.names.set(domain, { CNAME: ["shops.builder.test"] });
  expect(await check()).toMatchObject({ pointing: Pointing.ELSEWHERE, pointsTo: "shops.builder.test" });
  for (const name of [domain, `_leashline.${domain}`]) dns.names.set(name, "broken");
  expect(await check()).toMatchObject({ state: WAITING, proof: Proof.UNANSWERED, pointing: Pointing.UNANSWERED });
});

test("of checks that are asked for at once, and within five seconds, one asks DNS", async () => {
  await set(domain);
  await runJobs();
  dns.asked.length = 0;
  await Promise.all(Array.from({ length: 5 }, () => domains().checkCustomDomain({})));
  await domains().checkCustomDomain({});
  expect(dns.asked.filter((name) => name.startsWith("_leashline."))).toHaveLength(1);
  await set("");
  expect((await refusalOf(domains().checkCustomDomain({}))).code).toBe(ErrorCode.NOT_FOUND);
});

test("a live domain whose record is gone breaks after three days of looking in vain, and is live again by itself when the record is back", async () => {
  await set(domain);
  await prove({});
  await check();
  dns.names.set(`_leashline.${domain}`, "broken");
  await runJobs();
  expect(await stands()).toMatchObject({ state: LIVE, proof: Proof.UNANSWERED });
  dns.names.delete(`_leashline.${domain}`);
  await runJobs();
  expect(await stands()).toMatchObject({ state: LIVE, proof: Proof.MISSING, breakTime: expect.anything() });
  await desk.servers.admin.query("update online_booking.custom_domain set missing_since = missing_since - interval '3 days'");
  expect(await leadsTo()).toBe(desk.page);
  await runJobs();
  expect([await stateOf(), await leadsTo(), await shown()]).toEqual([BROKEN, "nowhere", ""]);
  await prove({});
  await runJobs();
  expect([await stateOf(), await leadsTo(), await shown()]).toEqual([LIVE, desk.page, domain]);
});

test("a domain that is live elsewhere stays there until somebody else has proved it, and then moves; it does not move back by itself", async () => {
  await set(domain);
  await prove({});
  await check();
  await set(domain, tails);
  expect(await stands(tails)).toMatchObject({ state: WAITING, liveElsewhere: true });
  expect(await check(tails)).toMatchObject({ state: WAITING, proof: Proof.OTHER, liveElsewhere: true });
  expect([await stateOf(), await leadsTo()]).toEqual([LIVE, desk.page]);

  await prove({}, tails);
  expect(await check(tails)).toMatchObject({ state: LIVE, liveElsewhere: false });
  expect(await stands()).toMatchObject({ state: BROKEN, moved: true, liveElsewhere: true });
  expect([await leadsTo(), await shown()]).toEqual(["tails", ""]);
  const told = "select action from online_booking.change_log where entity = 'custom_domain' and company_id = 1 order by id desc limit 1";
  expect((await desk.servers.admin.query(told)).rows).toEqual([{ action: "moved" }]);
  await runJobs();
  expect([await stateOf(), await stateOf(tails)]).toEqual([BROKEN, LIVE]);
  expect(await check()).toMatchObject({ state: LIVE, moved: false });
  expect([await stateOf(tails), await leadsTo()]).toEqual([BROKEN, desk.page]);
});

test("two shops that prove the same domain at the same moment: one has it, the other is told, and the database holds no third way", async () => {
  await Promise.all([set(domain), set(domain, tails)]);
  await prove({}, tails);
  await Promise.all([check(), check(tails)]);
  const states = [await stateOf(), await stateOf(tails)];
  expect(states.toSorted()).toEqual([LIVE, BROKEN]);
  expect(await leadsTo()).toBe(states[0] === LIVE ? desk.page : "tails");
  await expect(desk.servers.admin.query("update online_booking.custom_domain set state = 2 where state = 3")).rejects.toThrow(
    /custom_domain_live/,
  );
});

test("a domain that was changed while DNS was asked is not taken for the one that was proved", async () => {
  await set(domain);
  await prove({});
  const asked = check();
  await set("other.paws.test");
  await asked;
  expect([await stateOf(), await leadsTo(), await leadsTo("other.paws.test")]).toEqual([WAITING, "nowhere", "nowhere"]);
});

test("another company reads nothing of a shop's domain, and the token stands nowhere on the page", async () => {
  await set(domain);
  const { proofValue } = await stands();
  expect(await stands(tails)).toMatchObject({ domain: "", proofValue: "" });
  await refusalOf(domains({ ...tails, businessIds: ["2"] }).getCustomDomain({ businessId: "1" }));
  const page = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
  expect(JSON.stringify(page.storefront, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(proofValue);
});
