import { implement } from "@leashline/kit";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { addAppointment } from "./appointment-entry.ts";
import { bookEntry } from "./book.ts";
import { createEntry, deleteEntry, keepWaiting, updateEntry, visible } from "./entry/entries.ts";
import { listStays, listWaiting } from "./list.ts";
import { findTimes, placesOn, waitingForGap } from "./places.ts";
import { readEntry, shownEntry } from "./show.ts";

export const appointmentWaitlistRpc = implement(AppointmentWaitlistService, {
  createWaitEntry: async (request, ctx) => await shownEntry(ctx, await createEntry(ctx, request, "others")),
  updateWaitEntry: async (request, ctx) => await shownEntry(ctx, await updateEntry(ctx, request, null)),
  deleteWaitEntry: async ({ id }, ctx) => {
    await deleteEntry(ctx, id, null);
    return {};
  },
  getWaitEntry: async ({ id }, ctx) => await readEntry(ctx, await visible(ctx, id)),
  listWaitEntries: (request, ctx) => listWaiting(ctx, request),
  addAppointmentToWaitlist: async (request, ctx) => await shownEntry(ctx, await addAppointment(ctx, request)),
  keepWaiting: async ({ id }, ctx) => await shownEntry(ctx, await keepWaiting(ctx, id)),
  rescheduleFromWaitlist: async (request, ctx) => await shownEntry(ctx, await bookEntry(ctx, request, "others")),
  listWaitingForGap: async ({ appointmentId }, ctx) => ({ matches: await waitingForGap(ctx, appointmentId) }),
  listWaitlistPlaces: (request, ctx) => placesOn(ctx, request),
  findWaitlistTimes: async (request, ctx) => ({ places: await findTimes(ctx, request) }),
});

export const waitlistRpc = implement(WaitlistService, {
  getWaitlist: async ({ id }, ctx) => await readEntry(ctx, await visible(ctx, id, "stays")),
  createWaitlist: async (request, ctx) => await shownEntry(ctx, await createEntry(ctx, request, "stays")),
  updateWaitlist: async (request, ctx) => await shownEntry(ctx, await updateEntry(ctx, request, "stays")),
  listWaitlists: (request, ctx) => listStays(ctx, request),
  deleteWaitlist: async ({ id }, ctx) => {
    await deleteEntry(ctx, id, "stays");
    return {};
  },
  bookWaitlist: async (request, ctx) => await shownEntry(ctx, await bookEntry(ctx, request, "stays")),
});
