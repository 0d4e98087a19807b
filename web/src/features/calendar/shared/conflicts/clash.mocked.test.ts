import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { expect, test, vi } from "vitest";
import { formatAs } from "../../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";

const transport = createRouterTransport(({ service }) => {
  service(AppointmentService, {
    getAppointment: ({ id }) => {
      if (id !== "7") throw new ConnectError("not theirs", Code.NotFound);
      const petServiceList = [{ petName: "Biscuit" }, { petName: "Moss" }, { petName: "Biscuit" }];
      return { appointment: { customerFirstName: "Dana", customerLastName: "Whitcomb", petServiceList } };
    },
  });
  service(BlockService, { getBlock: () => ({ block: { description: "Dentist" } }) });
});
vi.mock("../../../../app/calls/transport.ts", () => ({
  clientFor: (service: Parameters<typeof createClient>[0]) => createClient(service, transport),
}));
const { clashText } = await import("./clash.ts");

const [taken, blocked, off] = ["conflict with existing booking", "conflict with blocked time", "not working at this time"];
test.each([
  [
    "an appointment",
    { kind: taken, appointmentId: "7", rangeStart: 600, rangeEnd: 690 },
    "Biscuit, Moss (Dana Whitcomb), 10:00 – 11:30 AM",
  ],
  ["one out of reach", { kind: taken, appointmentId: "8", rangeStart: 600, rangeEnd: 690 }, "10:00 – 11:30 AM"],
  ["a class", { kind: blocked, classId: "3", className: "Agility", rangeStart: 900, rangeEnd: 960 }, "Agility, 3:00 – 4:00 PM"],
  ["a block", { kind: blocked, appointmentId: "5", rangeStart: 720, rangeEnd: 780 }, "Dentist, 12:00 – 1:00 PM"],
  ["hours of work", { kind: off, rangeStart: 540, rangeEnd: 1080 }, "Works 9:00 AM – 6:00 PM"],
  ["a day off", { kind: off }, ""],
])("what is in the way is named: %s", async (_, detail, words) =>
  expect(await clashText(create(TimeConflictSchema, detail), formatAs(defaultPreferences))).toBe(words),
);
