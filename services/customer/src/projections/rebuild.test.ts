import type { DescService } from "@bufbuild/protobuf";
import { create, toBinary } from "@bufbuild/protobuf";
import { defineService, fail, toTimestamp } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import { AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { AbandonedRecordService } from "@leashline/proto/leashline/online_booking/v1/abandoned_record_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

describe("a company's facts", () => {
  const usd = (units: bigint) => ({ currencyCode: "USD", units });
  let servers: TestServers;
  let records: { appointment: ReturnType<typeof visit>; noShow: number }[] = [];
  let orders: object[] = [];
  let cards: { customerId: string; cards: number }[] = [];
  let credits: { customerId: string; balance: ReturnType<typeof usd> }[] = [];
  let left: { abandonedBookingId: string; customerId: string }[] = [];
  let away = false;
  let meanwhile: () => Promise<void> = async () => undefined;

  const visit = (appointmentId: string, customerId: string, inDays: number, status: number, version = 2) =>
    toldVisit({ appointmentId, customerId, inDays, status, version });
  const after = <T>(list: readonly T[], idOf: (one: T) => string, id: string, size: number): T[] => {
    if (away) throw fail("SYSTEM_BUSY");
    return list.filter((one) => BigInt(idOf(one)) > BigInt(id)).slice(0, size);
  };
  /** A neighbour that answers one question. */
  const neighbour = (name: string, asked: DescService, handlers: object) => {
    return defineService({ name, migrations: new URL("./none/", import.meta.url), rpcs: [partOf(asked, handlers as never)] });
  };

  beforeAll(async () => {
    const calendar = neighbour("calendar", AppointmentService, {
      async listAppointmentRecords({ afterAppointmentId, pageSize }: { afterAppointmentId: string; pageSize: number }) {
        const answer = { records: after(records, ({ appointment }) => appointment.appointmentId, afterAppointmentId, pageSize) };
        await meanwhile();
        return answer;
      },
    });
    const order = neighbour("order", OrderService, {
      listOrderRecords: async ({ afterOrderId, pageSize }: { afterOrderId: string; pageSize: number }) => ({
        orders: after(orders as { orderId: string }[], ({ orderId }) => orderId, afterOrderId, pageSize),
      }),
    });
    const payment = neighbour("payment", MoneyRecordService, {
      listCardRecords: async ({ afterCustomerId, pageSize }: { afterCustomerId: string; pageSize: number }) => ({
        clients: after(cards, ({ customerId }) => customerId, afterCustomerId, pageSize),
      }),
      listCreditRecords: async ({ afterCustomerId, pageSize }: { afterCustomerId: string; pageSize: number }) => ({
        clients: after(credits, ({ customerId }) => customerId, afterCustomerId, pageSize),
      }),
    });
    const online = neighbour("online-booking", AbandonedRecordService, {
      listAbandonedBookingRecords: async (asked: { afterAbandonedBookingId: string; pageSize: number }) => ({
        records: after(left, ({ abandonedBookingId }) => abandonedBookingId, asked.afterAbandonedBookingId, asked.pageSize),
      }),
    });
    servers = await startServers([service, calendar, order, payment, online], { background: false });
  });
  afterAll(async () => await servers.stop());
  beforeEach(() => {
    away = false;
    meanwhile = async () => undefined;
  });

  const rebuild = async (pageSize = 2): Promise<number> => {
    const facts = servers.client(OperationsService, { via: "operator" });
    let corrected = 0;
    for (let pageToken = ""; ; ) {
      const page = await facts.rebuildProjections({ service: "customer", pageToken, pageSize });
      corrected += page.corrected;
      if (page.nextPageToken === "") return corrected;
      pageToken = page.nextPageToken;
    }
  };
  const everything = async () => {
    const read = async (table: string) => (await servers.admin.query(`select * from customer.${table} order by company_id, 2`)).rows;
    return {
      visits: await read("visit"),
      balances: await read("order_balance"),
      sums: await read("client_fact"),
      cards: await read("card_on_file"),
      credits: await read("store_credit"),
      left: await read("abandoned_booking"),
    };
  };
  const hear = async (appointment: ReturnType<typeof visit>, id: string) =>
    await deliver(servers.runtime("customer"), service.consumers ?? [], {
      typeName: AppointmentBookedSchema.typeName,
      data: toBinary(AppointmentBookedSchema, create(AppointmentBookedSchema, { appointment })),
      meta: { id, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
    });

  test("are rebuilt from calendar and order: missing, changed, made up and too new ones, and the sums; nobody else's are touched", async () => {
    const clients = servers.client(ClientService);
    const [ann, bob] = (await Promise.all(
      ["Ann", "Bob"].map(async (firstName) => (await clients.createClientWithPets({ client: { firstName }, pets: [] })).client!.customerId),
    )) as [string, string];
    records = [
      { appointment: visit("1", ann, 2, 1), noShow: 0 },
      { appointment: visit("2", ann, -3, 3), noShow: 0 },
      { appointment: visit("3", ann, -4, 4), noShow: 1 },
      { appointment: visit("4", "0", 1, 1), noShow: 0 },
      { appointment: visit("5", bob, -5, 3), noShow: 0 },
    ];
    const sums = { refunded: usd(0n), total: usd(90n), version: 3 };
    orders = [
      { ...sums, orderId: "1", customerId: ann, appointmentId: "2", paid: usd(60n), remain: usd(30n), status: 1 },
      { ...sums, orderId: "2", customerId: ann, appointmentId: "3", paid: usd(0n), remain: usd(90n), status: 3 },
      { ...sums, orderId: "3", customerId: bob, appointmentId: "5", paid: usd(90n), remain: usd(0n), status: 2 },
    ];
    cards = [{ customerId: ann, cards: 2 }];
    credits = [{ customerId: ann, balance: usd(15n) }];
    const gone = {
      businessId: "1",
      step: 5,
      status: AbandonStatus.CONTACTED,
      seenAt: toTimestamp(new Date()),
      leftAt: toTimestamp(new Date()),
      version: 2,
    };
    left = ["71", "72", "73"].map((abandonedBookingId) => ({ ...gone, abandonedBookingId, customerId: bob }));
    expect(await rebuild(), "from nothing").toBe(12);
    const right = await everything();
    const overview = async (customerId: string) => (await clients.getClientOverview({ customerId })).overview;
    expect(await overview(ann)).toMatchObject({
      upcomingCount: 1,
      finishedCount: 1,
      cancelledCount: 1,
      noShowCount: 1,
      totalCount: 3,
      totalPaid: { units: 60n },
      totalOutstandingBalance: { units: 30n },
      storeCredit: { units: 15n },
    });
    expect(await rebuild(), "nothing is left to do").toBe(0);

    const [theirs] = (
      await servers.admin.query(
        "insert into customer.visit (company_id, appointment_id, client_id, business_id, date, ends_at, status, version) values (2, 900, 1, 1, '2026-01-01', now(), 1, 1) returning *",
      )
    ).rows;
    await servers.admin.query("delete from customer.visit where company_id = 1 and appointment_id = 1");
    await servers.admin.query("update customer.visit set status = 3, no_show = 0 where company_id = 1 and appointment_id = 3");
    await servers.admin.query("update customer.visit set status = 4, version = 99 where company_id = 1 and appointment_id = 5");
    await servers.admin.query(
      "insert into customer.visit select company_id, appointment_id + 100, client_id, business_id, date, ends_at, status, no_show, pet_ids, staff_ids, version from customer.visit where company_id = 1",
    );
    await servers.admin.query("update customer.order_balance set paid_minor = 1, appointment_id = 0 where company_id = 1 and order_id = 1");
    await servers.admin.query("delete from customer.order_balance where company_id = 1 and order_id = 3");
    await servers.admin.query("update customer.client_fact set total_count = 77, outstanding_minor = 5 where company_id = 1");
    await servers.admin.query("update customer.card_on_file set cards = 0 where company_id = 1");
    await servers.admin.query("update customer.store_credit set credit_minor = 1 where company_id = 1");
    await servers.admin.query("delete from customer.abandoned_booking where company_id = 1 and booking_id = 72");
    await servers.admin.query(
      "update customer.abandoned_booking set status = 'recovered', version = 9 where company_id = 1 and booking_id = 73",
    );
    expect(await rebuild()).toBeGreaterThan(0);
    const found = await everything();
    expect({ ...found, visits: found.visits.filter(({ company_id }) => company_id === "1") }).toEqual(right);
    expect(found.visits.filter(({ company_id }) => company_id === "2")).toEqual([theirs]);
    expect(await rebuild()).toBe(0);
  });

  test("sums alone that are wrong are summed up again", async () => {
    const right = await everything();
    await servers.admin.query("update customer.client_fact set finished_count = 40 where company_id = 1");
    await servers.admin.query(
      "delete from customer.client_fact where company_id = 1 and client_id = (select min(client_id) from customer.client_fact)",
    );
    expect(await rebuild(500)).toBe(2);
    expect(await everything()).toEqual(right);
  });

  test("news that comes between the question and the answer's writing is newer, and stays", async () => {
    const newer = visit("1", records[0]!.appointment.customerId, 9, 1, 7);
    const told = records;
    const saying = (appointment: typeof newer) =>
      told.map((one) => (one.appointment.appointmentId === "1" ? { ...one, appointment } : one));
    meanwhile = async () => {
      records = saying(newer);
      await hear(newer, "newer");
    };
    // What calendar says now differs from what is kept, so that the page is written.
    records = saying(visit("1", newer.customerId, 8, 1, 3));
    await servers.client(OperationsService, { via: "operator" }).rebuildProjections({ service: "customer" });
    const { rows } = await servers.admin.query(
      "select version, date::text from customer.visit where company_id = 1 and appointment_id = 1",
    );
    expect(rows[0]).toEqual({ version: 7, date: newer.date });
  });

  test("while calendar or order is away nothing changes; nobody outside our own services may ask", async () => {
    const before = await everything();
    away = true;
    expect(await refusalOf(rebuild())).toMatchObject({ code: 0 });
    expect(await everything()).toEqual(before);
    expect(await refusalOf(servers.client(OperationsService).rebuildProjections({ service: "customer" }))).toMatchObject({ code: 20019 });
    expect(
      await refusalOf(servers.client(OperationsService, { via: "operator" }).rebuildProjections({ service: "customer", pageToken: "x.1" })),
    ).toMatchObject({
      code: 400,
    });
  });
});
