import { implement, toTimestamp } from "@leashline/kit";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { toEnrolment } from "../classes/class.mapper.ts";
import { enrolPets } from "../classes/enrol.ts";
import { holdPlaces, openClasses, tellFreePlaces } from "./class-hold.ts";
import { classLines } from "./class-line.ts";
import { clientClasses } from "./client-classes.ts";
import { takePlace } from "./take-place.ts";

export const classHoldRpc = implement(ClassHoldService, {
  getOpenClasses: async (request, ctx) => ({ classes: await openClasses(ctx, request) }),

  async holdClassPlaces(request, ctx) {
    const { token: holdToken, expiresAt } = await holdPlaces(ctx, request);
    return { holdToken, ...(holdToken && { expiresAt: toTimestamp(new Date(expiresAt)) }) };
  },

  async enrolPets(request, ctx) {
    const { enrolments, group } = await enrolPets(ctx, request);
    return { enrolments: enrolments.map((one) => toEnrolment(one, group)) };
  },

  async tellFreePlaces(request, ctx) {
    await tellFreePlaces(ctx, request);
    return {};
  },

  getClassLines: async ({ classIds }, ctx) => ({ lines: await classLines(ctx, classIds) }),

  getClientClasses: async (request, ctx) => ({ classes: await clientClasses(ctx, request) }),

  async enrolWaiting(request, ctx) {
    const [enrolment, group] = await takePlace(ctx, request);
    return { enrolment: toEnrolment(enrolment, group) };
  },
});
