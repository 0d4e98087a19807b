import { type Ctx, implement } from "@leashline/kit";
import { DayListService } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { toBelonging } from "../care/care.mapper.ts";
import { linesOn } from "../lodging/day-lines.ts";
import { toUnit } from "./print-card.mapper.ts";
import { besideOf, printedOf } from "./print-card.ts";

type Asked = Parameters<typeof printedOf>[1];
type Which = { careTypes: readonly string[]; edge?: "start" | "end" };

/** The appointments of a list with their lines by care type, and once each what the lines name. */
async function listOf(ctx: Ctx, asked: Asked, which: Which) {
  const { rows, date, nextPageToken } = await printedOf(ctx, asked, { staffIds: [], checkedInOnly: false, ...which });
  const { clients, pets, belongings, units } = await besideOf(ctx, rows);
  const types = new Map(units.map(({ typeId, typeName }) => [typeId, typeName]));
  return {
    ...byCareType(rows.map((row) => ({ ...row, lines: linesUpOn(date, row) }))),
    appointments: rows.map(toAppointment),
    pets: [...pets],
    clients: [...clients],
    lodgingTypes: [...types].map(([lodgingTypeId, name]) => ({ lodgingTypeId, name })),
    lodgingUnits: units.map(toUnit),
    belongings: belongings.map(toBelonging),
    nextPageToken,
  };
}

/** Its lines, those of certain days of a stay only on these. */
const linesUpOn = (date: string, stay: Appointment) => {
  const besides = new Set(linesOn(date, stay));
  return stay.lines.filter((line) => !line.onDays || besides.has(line));
};

function byCareType(rows: readonly Appointment[]) {
  const lines = rows
    .map(toAppointment)
    .flatMap(({ id = "0", petServiceList = [] }) => petServiceList.map((petService) => ({ appointmentId: id, petService })));
  const of = (careType: string) => lines.filter((line) => line.petService.careType === careType);
  return {
    boardings: of("BOARDING"),
    daycares: of("DAYCARE"),
    groomings: of("GROOMING"),
    evaluations: of("EVALUATION"),
    dogWalkings: of("DOG_WALKING"),
  };
}

export const dayListRpc = implement(DayListService, {
  listAppointmentCards: (request, ctx) => listOf(ctx, request, { careTypes: [] }),
  listBoardingArrivalCards: (request, ctx) => listOf(ctx, request, { careTypes: ["BOARDING"], edge: "start" }),
  listBoardingDepartureCards: (request, ctx) => listOf(ctx, request, { careTypes: ["BOARDING"], edge: "end" }),
});
