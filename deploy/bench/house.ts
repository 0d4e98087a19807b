import { join } from "node:path";
import { create, type DescMethodUnary, type DescService, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type Config, readConfig } from "@leashline/kit/config.ts";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import pg from "pg";
import { portsFrom } from "../constellation.ts";
import { loadSecrets, type Secrets, serverUrls } from "../launch/secrets.ts";
import { type Api, type Identity, openApi, until } from "../seed/api.ts";
import { type App, startApp } from "../test/app.ts";
import { httpRequest, type LoadOptions } from "./load.ts";

/** A company of the measured installation, of ten people unless more are asked for, who work every day from 9 to 18. */
export interface Shop {
  api: Api;
  identity: Identity;
  email: string;
  staffIds: string[];
  /** A call of this shop's owner through the gateway, as bytes on the wire. */
  request: <M extends DescMethodUnary>(method: M, message: MessageInitShape<M["input"]>, headers?: Record<string, string>) => Buffer;
}

export interface House {
  app: App;
  secrets: Secrets;
  /** The superuser's way in; its database is Leashline's. */
  adminUrl: string;
  admin: pg.Pool;
  poolSize: number;
  /** What one of its programs reads, for code of the kit that runs in this process; with names of its own on Redis and the stream. */
  config: Config;
  gateway: (request: LoadOptions["request"], rest: Omit<LoadOptions, "port" | "request">) => LoadOptions;
  openShop: (name: string, people?: number) => Promise<Shop>;
  stop: () => Promise<void>;
}

export const password = "bench-owner-password";
const zone = "America/Los_Angeles";
let accounts = 0;
/** Limits are checked for every call as always; they are only too wide to refuse one. */
const env = { LEASHLINE_RATE_SESSION: "1000000000/60", LEASHLINE_RATE_IP: "1000000000/60", LEASHLINE_DB_POOL: "16" };

export const startHouse = async (data: string): Promise<House> => houseOf(await startFirst(data));

/** An installation that runs, as what measures it needs it. */
export function houseOf(running: Omit<App, "stop"> & Partial<Pick<App, "stop">>): House {
  const { data } = running;
  const app: App = { stop: async () => undefined, ...running };
  const secrets = loadSecrets(join(data, "secrets.json"));
  const adminUrl = `postgres://postgres:${encodeURIComponent(secrets.postgresPassword)}@127.0.0.1:${portsFrom(app.port).postgres}/leashline`;
  const admin = new pg.Pool({ connectionString: adminUrl, max: 8 });
  admin.on("error", () => undefined);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    // The servers first: a long statement would keep its connection until it is done.
    await app.stop();
    await admin.end();
  };
  const house: House = {
    app,
    secrets,
    adminUrl,
    admin,
    poolSize: Number(env.LEASHLINE_DB_POOL),
    config: configOf(app, secrets),
    gateway: (request, rest) => ({ port: app.port, request, ...rest }),
    openShop: (name, people = 10) => openShop(house, name, people),
    stop: () => (stopping ??= stop()),
  };
  return house;
}

/** Ports that were free may be somebody's outgoing connection a moment later; then others are tried. */
async function startFirst(data: string, tries = 3): Promise<App> {
  try {
    return await startApp({ demo: false, env, data });
  } catch (error) {
    if (tries <= 1 || !String(error).includes("EADDRINUSE")) throw error;
    return await startFirst(data, tries - 1);
  }
}

function configOf(app: App, secrets: Secrets): Config {
  const ports = portsFrom(app.port);
  const servers = serverUrls(ports, secrets);
  return readConfig({
    ...env,
    LEASHLINE_PORT: String(app.port),
    LEASHLINE_POSTGRES_URL: `postgres://127.0.0.1:${ports.postgres}/leashline`,
    LEASHLINE_DB_PASSWORD: secrets.dbPassword,
    LEASHLINE_REDIS_URL: servers.redis,
    LEASHLINE_NATS_URL: servers.nats,
    LEASHLINE_SIGNING_KEY: secrets.signingKey,
    LEASHLINE_PREFIX: "bench",
    LEASHLINE_LOG: "error",
  });
}

async function openShop({ app, admin }: House, name: string, people: number): Promise<Shop> {
  const api = openApi(app.url);
  const email = `${name}@bench.leashline.test`;
  const account = {
    email,
    password,
    firstName: "Bench",
    lastName: name,
    phoneNumber: `+120655${String(50_200 + accounts++).padStart(5, "0")}`,
  };
  const { sessionToken: token } = await api.client(AccountService).signUp(account);
  api.as({ token });
  const made = await api.client(CompanyService).createCompany({
    companyName: `Bench ${name}`,
    appType: BusinessAppType.FACILITY,
    address: { address1: "1 Main St", city: "Seattle", state: "WA", zipcode: "98122", country: "United States" },
    phoneNumber: "+12065550142",
    countryAlpha2Code: "US",
    timezoneName: zone,
    careTypes: ["GROOMING"],
    contactEmail: email,
  });
  const identity = { token, companyId: made.company?.id ?? "0", businessId: made.businessId };
  api.as(identity);
  const staffIds = await hire(api, admin, identity, people);
  return { api, identity, email, staffIds, request: requestOf(identity) };
}

async function hire(api: Api, admin: pg.Pool, { companyId, businessId }: Identity, people: number): Promise<string[]> {
  const { roles } = await api.client(RoleService).listRoles({});
  for (let n = 1; n < people; n++) {
    const person = {
      firstName: "Staff",
      lastName: `Nr ${n}`,
      roleId: roles.at(-1)?.id ?? "0",
      showOnCalendar: true,
      bookOnlineAvailable: true,
    };
    await api.client(StaffService).createStaff(person);
  }
  const staffIds = await until(async () => {
    const { rows } = await admin.query("select staff_id::text as id from calendar.staff where company_id = $1 order by staff_id", [
      companyId,
    ]);
    return rows.length >= people ? rows.map((row) => row.id as string) : undefined;
  }, "everybody on the calendar");
  await admin.query("update calendar.staff set show_on_calendar = true, book_online_available = true where company_id = $1", [companyId]);
  await admin.query("delete from calendar.staff_schedule where company_id = $1", [companyId]);
  await admin.query(
    `insert into calendar.staff_schedule (company_id, business_id, staff_id, start_date, schedule_type, days)
     select $1, $2, s, '2020-01-05', 1, (select jsonb_agg($4::jsonb) from generate_series(1, 28)) from unnest($3::bigint[]) s`,
    [
      companyId,
      businessId,
      staffIds,
      JSON.stringify({ isAvailable: true, timeRanges: [{ start: 540, end: 1080 }], slots: [], limitationGroups: [] }),
    ],
  );
  return staffIds;
}

const requestOf =
  ({ token, companyId, businessId }: Identity): Shop["request"] =>
  (method, message, headers = {}) => {
    const body = toBinary(method.input, create(method.input, message as never));
    const ours = {
      "content-type": "application/proto",
      "connect-protocol-version": "1",
      authorization: `Bearer ${token}`,
      "x-leashline-company-id": companyId,
      "x-leashline-business-id": businessId,
    };
    return httpRequest("POST", `/${(method.parent as DescService).typeName}/${method.name}`, { ...ours, ...headers }, body);
  };

/** Waits until every event has gone out and every listener and job is done, so that one round's aftermath does not fall into the next. */
export async function quiet({ admin, config }: House, everyMs?: number): Promise<void> {
  const services = ["account", "calendar", "customer", "order", "payment", "message", "online_booking", "offering"];
  const waiting = services
    .flatMap((name) => [
      `(select count(*) from "${name}".outbox where published_at is null)`,
      `(select count(*) from "${name}".job where state = 'running' or (state = 'due' and due_at <= clock_timestamp()))`,
    ])
    .join(" + ");
  await until(
    async () => {
      const { rows } = await admin.query(`select (${waiting})::int as n`);
      return rows[0].n === 0 ? true : undefined;
    },
    "an empty outbox and nothing due",
    everyMs,
  );
  const { stillWorking } = await import("./stream.ts");
  await until(async () => ((await stillWorking(config.natsUrl)) === 0 ? true : undefined), "idle listeners", everyMs);
}
