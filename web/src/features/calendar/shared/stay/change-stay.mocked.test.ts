import { createClient, createRouterTransport } from "@connectrpc/connect";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { expect, test, vi } from "vitest";
import { attachToasts, type Notice } from "../../../../ui/feedback/toast.ts";

const undone: { id: string; version: number }[] = [];
const transport = createRouterTransport(({ service }) => {
  service(StayService, { changeStay: ({ appointmentId: id, version }) => ({ appointment: { id, version: version + 1 } }) });
  service(AppointmentService, {
    undoChange: ({ id, version }) => {
      undone.push({ id, version });
      return {};
    },
  });
});
vi.mock("../../../../app/calls/transport.ts", () => ({
  clientFor: (service: Parameters<typeof createClient>[0]) => createClient(service, transport),
}));
const { changeStay } = await import("./change-stay.ts");

test("the undo of a stay's change takes back this change, not one that somebody made after it", async () => {
  const notices: Notice[] = [];
  attachToasts((notice) => notices.push(notice));
  expect(await changeStay({ appointmentId: "7", version: 4 }, "Move")).toBe(true);
  expect(notices.map(({ text }) => text)).toEqual(["Stay changed"]);
  notices[0]?.undo?.();
  await vi.waitFor(() => expect(undone).toEqual([{ id: "7", version: 5 }]));
});
