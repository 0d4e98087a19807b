import { schemaOf } from "@leashline/kit/db/migrate.ts";
import { type ContractMethod, loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Shown, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { services } from "../constellation.ts";
import { withHands } from "../seed/api.ts";
import { takesAmounts, takesWrongAmounts, takesWrongNumbers } from "./access/amounts.ts";
import { type Credential, callRpc } from "./access/call.ts";
import { gather, keyElsewhere, type Walker } from "./access/callers.ts";
import { type Company, openCompany, signIn, type World } from "./access/company.ts";
import { promised } from "./access/expected.ts";
import { askedAbout, missing, storeFiles } from "./access/files.ts";
import { clientsThings, locationsThings, reachesBeyond, tellsName } from "./access/reach.ts";
import { askRest, keepsRest } from "./access/rest.ts";
import { sights, type Viewers } from "./access/scopes.ts";
import { stateOf } from "./access/state.ts";
import { day } from "./access/steps.ts";
import { nowhere, tellsApart } from "./access/strangers.ts";
import { asFresh, order, requestFor, shortName, walk } from "./access/walk.ts";
import { type App, adminUrlOf, unlimitedApp } from "./app.ts";

// Every RPC and REST path of the contract, tried by every kind of caller through the gateway: what comes of it follows from what is declared.

/** RPCs that may refuse a caller the declaration lets in, by what the request names, each with the reason. This list may only shrink. */
const words = "tells in the specification's own words that writing, or writing to this client, is not permitted (growth §5)";
const narrower: Record<string, string> = {
  "EntryCodeService/ShowEntryCode": "the code of a gate is shown to who is on an appointment of the client, whoever they are",
  "MessageService/SendMessage": words,
  "MessageService/ResendMessage": words,
  "ThreadService/CreateThread": words,
  "AutoMessageService/SendForAppointment": words,
  "EnterpriseService/CreateEnterprise": "of all staff only the company's owner",
  "MetadataService/UpdateMetadata": "who may depends on whose metadata the request names",
  "SessionService/LoginByToken": "a token that is not one is no session",
};

const hands = 6;
let app: Omit<App, "stop">;
let admin: Client;
let world: World;
let mine: Company;
let theirs: Company;
let walkers: Walker[];
let methods: ContractMethod[];

beforeAll(async () => {
  app = await unlimitedApp();
  admin = new Client({ connectionString: adminUrlOf(app) });
  await admin.connect();
  world = { url: app.url, contract: loadContract(), turn: 0 };
  [mine, theirs] = [await openCompany(world, "quillmark"), await openCompany(world, "zephyrmark")];
  walkers = await gather(world, admin, mine, theirs);
  methods = [...world.contract.methods].sort((a, b) => order(a) - order(b));
});
afterAll(async () => {
  await admin?.end();
});

const state = () => stateOf(admin, services.map(schemaOf), mine.companyId);
const mayNarrow = (method: ContractMethod, walker: Walker) =>
  shortName(method) in narrower || (walker.permissions !== "all" && method.access?.scope !== undefined && method.access.scope !== 0);

/** Walks some RPCs with those callers for whom it holds, and answers what went otherwise than declared. */
async function differences(some: readonly ContractMethod[], when: (method: ContractMethod, walker: Walker) => boolean) {
  const found = await withHands(some, hands, async (method) => {
    const each = [];
    for (const walker of walkers)
      if (when(method, walker)) each.push(await walk(world, method, walker, mine.known, mayNarrow(method, walker)));
    return each.filter((one) => one !== undefined);
  });
  return found.flat();
}

describe("every RPC by every caller, as declared", () => {
  test("the walk is of the whole contract", () => {
    expect(methods.length).toBeGreaterThan(380);
    expect(walkers.map((walker) => walker.name)).toHaveLength(13);
    for (const tier of [Tier.ANONYMOUS, Tier.ACCOUNT, Tier.BUSINESS, Tier.INTEGRATOR, Tier.INTERNAL])
      expect(methods.filter((method) => method.tier === tier).length).toBeGreaterThan(5);
  });

  test("reads are refused or answered", async () => {
    expect(await differences(methods, (method) => method.read)).toEqual([]);
  });

  test("a write is refused to whom it is not declared for, and leaves nothing behind", async () => {
    const before = await state();
    expect(await differences(methods, (method, walker) => !method.read && promised(method, walker) !== "in")).toEqual([]);
    expect(await state()).toEqual(before);
  });
});

describe("another company's ids", () => {
  const own = () => methods.filter(({ tier }) => tier !== Tier.INTERNAL && tier !== Tier.ANONYMOUS);

  test("cannot be told from ids that do not exist, one field at a time, and nothing of that company changes", async () => {
    const before = await state();
    expect((await withHands(own(), hands, (method) => tellsApart(world, method, theirs, mine))).flat()).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test("no list, search or report shows another company", async () => {
    const reads = own().filter((method) => method.read);
    const shown = await withHands(reads, hands, async (method) => {
      const answer = await callRpc(world.url, method.path, requestFor(world, method, theirs.known), theirs.owner);
      return answer.text.includes(mine.mark) ? shortName(method) : "";
    });
    expect(shown.filter((name) => name !== "")).toEqual([]);
  });
});

describe("files", () => {
  test("of another company cannot be told from what is not there; people of the company open theirs, and begin or end none without a permission", async () => {
    const files = await storeFiles(world, mine);
    const gone = missing(files);
    const nobody = {};
    for (const stranger of [theirs.owner, nobody])
      expect(await askedAbout(world, files, stranger)).toEqual(await askedAbout(world, gone, stranger));
    const codes = async (who: Credential) => (await askedAbout(world, files, who)).map((answer) => answer.split(" ").slice(0, 3).join(" "));
    const clerk = walkers.find((walker) => walker.name === "no permission") as Walker;
    const opened = ["GetFileAccessUrl 200 200", "GetFileAccessUrl 200 200", "GetFileHash 200 200"];
    const file = `GET 200 ${mine.mark}`;
    const no = (name: string) => `${name} 403 20019`;
    expect(await codes(clerk)).toEqual([
      ...[
        no("FlushUpload"),
        ...opened,
        no("GetMultipartPartUrl"),
        no("CompleteMultipartUpload"),
        "GetFileJob 200 200",
        no("CancelFileJob"),
      ],
      file,
    ]);
    expect(await codes(mine.owner)).toEqual([
      ...["FlushUpload 200 200", ...opened, "GetMultipartPartUrl 200 200", "CompleteMultipartUpload 400 900008"],
      ...["GetFileJob 200 200", "CancelFileJob 200 200", file],
    ]);
  });
});

describe("amounts of money", () => {
  test("no RPC takes one in another currency, below zero, beyond bounds or finer than a coin, on either face, and nothing changes", async () => {
    const taking = methods.filter((method) => method.tier !== Tier.INTERNAL && takesAmounts(method, world, mine));
    expect(taking.length).toBeGreaterThan(20);
    const before = await state();
    const taken = await withHands(taking, hands, async (method) => [
      ...(await takesWrongAmounts(world, method, mine)),
      ...(await takesWrongNumbers(world, method, mine)),
    ]);
    expect(taken.flat()).toEqual([]);
    expect(await state()).toEqual(before);
  });
});

describe("the REST face", () => {
  const routes = () => methods.flatMap((method) => method.routes.map((route) => ({ method, route })));

  test("keeps the same promises, in the legacy envelope", async () => {
    expect(routes().length).toBeGreaterThan(150);
    const before = await state();
    const found = await withHands(routes(), hands, async ({ method, route }) => {
      const each: string[] = [];
      for (const walker of walkers) {
        const expected = promised(method, walker);
        if (expected === "in" && !method.read) continue;
        const answer = await askRest(world, method, route, mine.known, walker);
        if (!keepsRest(answer, expected, mayNarrow(method, walker)))
          each.push(`${route.verb} ${route.template} ${walker.name}: not ${expected} but ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      return each;
    });
    expect(found.flat()).toEqual([]);
    expect(await state()).toEqual(before);
  });
});

describe("permission-scope-levels: how far a role reaches", () => {
  const of = (name: string): Walker => walkers.find((walker) => walker.name === name) as Walker;
  const viewers = (): Viewers => ({
    own: of("own scope"),
    working: of("working locations"),
    all: of("all scope"),
    elsewhere: { ...of("other business"), businessId: mine.businessIds[1] },
  });

  test("every list and search shows what is the caller's own, of their locations, or everything", async () => {
    const { own, working, all } = viewers();
    for (const { name, see, expected } of await sights(world, mine, viewers()))
      await vi.waitFor(
        async () => expect({ name, own: await see(own), working: await see(working), all: await see(all) }).toEqual({ name, ...expected }),
        { timeout: 20_000, interval: 200 },
      );
  });

  test("a location one does not work at is named by whose role reaches all, and is as good as none to others, for each kind that is of a place", async () => {
    const { own, working, all } = viewers();
    const [, elsewhereId] = mine.businessIds;
    const ofPlaces: Record<string, object> = {
      "account.v1.ClockService/ListClockStatuses": {},
      "account.v1.ClockService/ListClockLogs": {},
      "online_booking.v1.BookingRequestService/ListBookingRequests": {},
      "online_booking.v1.OnlineBookingSettingService/GetOnlineBookingSetting": {},
      "reporting.v1.ReportService/GetSalesReport": { startDate: day(-1), endDate: day(0) },
      "reporting.v1.InsightsService/GetInsights": { startDate: day(-1), endDate: day(0) },
    };
    const codes = async (viewer: Walker, businessId: string | undefined) =>
      await Promise.all(
        Object.entries(ofPlaces).map(async ([rpc, request]) => {
          const { code } = await callRpc(world.url, `/leashline.${rpc}`, { ...request, businessId }, viewer);
          return `${rpc.split("/")[1]} ${code}`;
        }),
      );
    const answered = (code: number) => Object.keys(ofPlaces).map((rpc) => `${rpc.split("/")[1]} ${code}`);
    expect(await codes(all, elsewhereId)).toEqual(answered(200));
    for (const viewer of [own, working]) expect(await codes(viewer, elsewhereId)).toEqual(answered(20019));
    for (const viewer of [own, working, all]) {
      expect(await codes(viewer, theirs.businessIds[0])).toEqual(answered(20019));
      expect(await codes(viewer, nowhere)).toEqual(answered(20019));
    }
  });

  test("a person or shift out of reach cannot be changed", async () => {
    const { own, working, all, elsewhere } = viewers();
    const codeOf = async (as: Walker, rpc: string, request: object) => (await callRpc(world.url, `/leashline.${rpc}`, request, as)).code;
    const staff = (as: Walker) => codeOf(as, "account.v1.StaffService/UpdateStaff", { id: elsewhere.staffId, note: "moved" });
    expect([await staff(own), await staff(working), await staff(all)]).toEqual([20019, 404, 200]);
    const hours = { staffId: working.staffId, dates: [day(40)], hours: {} };
    const shift = (as: Walker) => codeOf(as, "calendar.v1.StaffScheduleService/SaveDateOverrides", hours);
    expect([await shift(own), await shift(working)]).toEqual([20019, 200]);
  });

  test("what belongs to another business of the company is as good as nothing to whoever does not work there", async () => {
    const { elsewhere } = viewers();
    expect((await withHands(methods, hands, (method) => tellsApart(world, method, ...besideEachOther(mine, elsewhere)))).flat()).toEqual(
      [],
    );
  });
});

describe("permission-scope-levels: clients out of reach, and all that is theirs", () => {
  const strangers = async (): Promise<Walker[]> => {
    const own = walkers.find((walker) => walker.name === "own scope") as Walker;
    const elsewhere = walkers.find((walker) => walker.name === "other business") as Walker;
    return [own, { ...elsewhere, businessId: mine.businessIds[1] }, await keyElsewhere(world, mine)];
  };
  const outer = () => methods.filter(({ tier }) => tier !== Tier.INTERNAL && tier !== Tier.ANONYMOUS);

  test("cannot be told from what does not exist, by whoever has their own clients or is of another location", async () => {
    const [own, ...elsewhere] = await strangers();
    const beyond = async (who: Walker, names: readonly string[]) =>
      (await withHands(outer(), hands, (method) => reachesBeyond(world, method, mine, who, names))).flat();
    expect(await beyond(own as Walker, clientsThings)).toEqual([]);
    for (const who of elsewhere) expect(await beyond(who, [...clientsThings, ...locationsThings])).toEqual([]);
  });

  test("show in no read but what is declared to show what happens at one's location, or as far as a scope of its own goes", async () => {
    const [own, ...elsewhere] = await strangers();
    const reads = outer().filter((method) => method.read);
    const shows = (...shown: Shown[]) => reads.filter(({ access }) => !shown.includes(access?.shown ?? Shown.UNSPECIFIED));
    const told = async (some: ContractMethod[], who: Walker) =>
      (await withHands(some, hands, (method) => tellsName(world, method, mine, who))).flat();
    expect(await told(shows(Shown.LOCATIONS, Shown.BY_SCOPE, Shown.COMPANYS), own as Walker)).toEqual([]);
    for (const who of elsewhere) expect(await told(shows(Shown.COMPANYS), who)).toEqual([]);
  });
});

describe("who is let in", () => {
  test("a well-formed request of the owner is understood, and mostly done", async () => {
    const [owner] = walkers.filter((walker) => walker.name === "owner");
    // What a link or a code opens is opened by its token, not by who one is.
    const byLink = (method: ContractMethod) => method.desc.input.fields.some(({ name }) => name === "token" || name === "session");
    // What a vendor is asked that nobody has connected yet; and what is asked about a file, for which there is one above.
    const elsewhere = /^(Accounting|Financing|SquareAccount|SquareCustomer|SquareTerminal|Upload)Service$/;
    const outer = methods.filter(
      (method) => method.tier !== Tier.INTERNAL && method.read && !byLink(method) && !elsewhere.test(method.service.name),
    );
    const answers = await withHands(outer, hands, async (method) => {
      const answer = await callRpc(
        world.url,
        method.path,
        requestFor(world, method, mine.known),
        await asFresh(world, method, owner as Walker),
      );
      return answer.code;
    });
    const undone = outer.filter((_, nth) => answers[nth] !== 200).map(shortName);
    expect(undone.length / answers.length, `refused: ${undone.join(", ")}`).toBeLessThan(0.05);
  });

  test("writes are open to whom they are declared for", async () => {
    const found = [];
    for (const method of methods.filter((one) => !one.read && one.tier !== Tier.INTERNAL)) {
      found.push(...(await differences([method], (each, walker) => promised(each, walker) === "in")));
      if (method.desc.name === "SignOutEverywhere") walkers = await withHands(walkers, 3, signedInAgain);
    }
    expect(found).toEqual([]);
  });
});

/** What belongs to one business; clients, services, staff and roles are the whole company's. */
const ofOneBusiness = [
  ...[
    "adjustment_id",
    "appointment_id",
    "block_id",
    "booking_flow_id",
    "booking_request_id",
    "clock_log_id",
    "closed_date_id",
    "drawer_id",
    "from_van_id",
    "invoice_id",
    "log_id",
    "message_id",
    "stay_waitlist_id",
    "wait_list_id",
    "waitlist_entry_id",
  ],
  ...[
    "method_id",
    "order_id",
    "order_line_item_id",
    "payment_id",
    "template_id",
    "thread_id",
    "ticket_id",
    "to_van_id",
    "transaction_id",
    "van_id",
  ],
];

/** One company seen as two: what somebody at its second business has, and what is the first one's. */
function besideEachOther(company: Company, visitor: Walker): [Company, Company] {
  const none = Object.fromEntries(ofOneBusiness.map((name) => [name, nowhere]));
  const known = { ...company.known, ...none, mark: "visitor", business_id: company.businessIds[1] };
  const there = Object.fromEntries(ofOneBusiness.map((name) => [name, company.known[name] ?? ""]));
  return [
    { ...company, owner: { ...visitor, email: visitor.email ?? "" }, known },
    { ...company, mark: "no such mark", known: { ...known, ...there } },
  ];
}

async function signedInAgain(walker: Walker): Promise<Walker> {
  return walker.email && walker.kind !== "nobody" ? { ...walker, token: await signIn(world, walker.email) } : walker;
}
