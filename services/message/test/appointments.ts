import { toTimestamp } from "@leashline/kit";
import { NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { expect } from "vitest";
import { UseCase } from "../src/auto-messages/auto-message.ts";
import { type MessageHarness, phoneOf, snapshot, waitFor } from "./harness.ts";

type Change = Parameters<typeof snapshot>[2];

/** What the calendar tells of appointments, and what messages come of it. */
export function appointmentsOf(servers: MessageHarness) {
  const jobOf = async (id: string, useCase = UseCase.FIRST_REMINDER) =>
    (
      await servers.admin.query("select state, due_at, payload from message.job where kind = 'send-reminder' and key = $1", [
        `${id}:${useCase}`,
      ])
    ).rows[0];
  return {
    /** Bookings are not told of, so that the only texts are those a test is about. */
    tellNoBookings: () =>
      servers
        .client(AutoMessageService)
        .updateAutoMessage({ useCase: UseCase.BOOKED, isEnabled: false, clientReceive: [MessageMethod.SMS], minutesAt: 0 }),
    book: (id: string, customerId: string, change: Change = {}) =>
      servers.emit("calendar", AppointmentBookedSchema, { appointment: snapshot(id, customerId, change) }, id),
    change: (
      id: string,
      customerId: string,
      change: Change,
      rest: Partial<ReturnType<typeof snapshot>> = {},
      untold = false,
      byClient = false,
    ) => {
      const appointment = { ...snapshot(id, customerId, change), ...rest };
      return servers.emit("calendar", AppointmentChangedSchema, { appointment, rescheduled: true, untold, byClient }, id);
    },
    /** Several that are canceled at one moment: one act, of which the client is to hear once. */
    cancelTogether: async (ids: readonly string[], customerId: string, version: number, at = new Date()) => {
      for (const [nth, id] of ids.entries()) {
        const canceledAt = toTimestamp(at);
        const appointment = { ...snapshot(id, customerId, { status: 4, version }), canceledAt, toldWithAnother: nth > 0 };
        await servers.emit("calendar", AppointmentCancelledSchema, { appointment, noShow: NoShow.NO_SHOW_CANCEL }, id);
      }
    },
    cancel: (id: string, customerId: string, change: Change = {}, noShow = NoShow.NO_SHOW_CANCEL) =>
      servers.emit(
        "calendar",
        AppointmentCancelledSchema,
        { appointment: snapshot(id, customerId, { status: 4, version: 3, ...change }), noShow },
        id,
      ),
    status: (id: string, customerId: string, value: number, version = 2, previousStatus = 1, finishedByPayment = false) =>
      servers.emit(
        "calendar",
        AppointmentStatusChangedSchema,
        { appointment: snapshot(id, customerId, { status: value, version }), previousStatus, finishedByPayment },
        id,
      ),
    jobOf,
    /** The job of a reminder, once it waits for its time. */
    dueJobOf: (id: string, useCase?: UseCase) =>
      waitFor(async () => {
        const job = await jobOf(id, useCase);
        expect(job).toMatchObject({ state: "due" });
        return job;
      }),
    /** Time passes: what was due at its time of day is due now. */
    ring: async (id: string, useCase = UseCase.FIRST_REMINDER) => {
      await allPlanned(servers);
      await waitFor(async () => expect(await jobOf(id, useCase)).toMatchObject({ state: "due" }));
      await servers.admin.query("update message.job set due_at = now() where kind = 'send-reminder' and key = $1", [`${id}:${useCase}`]);
      await waitFor(async () => expect(await jobOf(id, useCase)).toMatchObject({ state: "done" }));
    },
    sent: async (customerId: string) =>
      (
        await servers.admin.query("select use_case, method from message.message where customer_id = $1 and author = 1 order by id", [
          customerId,
        ])
      ).rows,
    textsTo: async (customerId: string, wait = 15_000) =>
      (await servers.sandbox.texts(phoneOf(customerId), wait)).map((text) => text.body).reverse(),
  };
}

/** A changed setting plans all reminders anew by and by, and would put back a time that a test has brought forward. */
const allPlanned = (servers: MessageHarness) =>
  waitFor(async () =>
    expect((await servers.admin.query("select 1 from message.job where kind = 'replan-reminders' and state <> 'done'")).rows).toEqual([]),
  );
