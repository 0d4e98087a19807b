import { erasedName, erasedSql, loggedChanges, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { ErasureObstacleReason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { refreshAppointment } from "../booking/refresh.ts";
import type { CalendarTx } from "../db.ts";
import { visitsOf } from "./personal-data.store.ts";

const ofVisits = "t.appointment_id in (select a.id from appointment a where a.company_id = $1 and a.customer_id = any($2))";

const places = [
  {
    ...loggedChanges(["appointment", "walk"], "in (select a.id from appointment a where a.company_id = $1 and a.customer_id = any($2))"),
    files: ["t.before -> 'written' -> 'photoPaths'"],
  },
  {
    table: "care_event",
    whose: `t.care_schedule_id in (select s.id from care_schedule s where s.company_id = $1 and s.appointment_id in
      (select a.id from appointment a where a.company_id = $1 and a.customer_id = any($2)))`,
    name: "care-given",
    erase: { set: "note = ''" },
  },
  {
    table: "care_schedule",
    whose: ofVisits,
    name: "care-instructions",
    erase: { set: `pet_name = ${erasedSql.pet}, name = 'Erased', instructions = ''` },
  },
  {
    table: "day_service_event",
    whose: ofVisits,
    name: "services-given",
    erase: { set: `pet_name = ${erasedSql.pet}, note = ''` },
  },
  {
    table: "walk",
    whose: ofVisits,
    name: "walks",
    erase: { set: "start_place = null, finish_place = null, note = '', photo_paths = '{}'" },
    files: ["t.photo_paths"],
  },
  { table: "walk_pet", whose: ofVisits, name: "walk-pets", erase: "stay" },
  { table: "belonging", whose: ofVisits, name: "belongings", erase: "go", files: ["t.photo_path", "t.return_photo_path"] },
  { table: "shift_note", whose: ofVisits, name: "shift-notes", erase: "go" },
  {
    table: "class_enrolment",
    whose: "t.customer_id = any($2)",
    name: "class-enrolments",
    erase: { set: `customer_name = ${erasedSql.full}, pet_name = ${erasedSql.pet}` },
  },
  { table: "pet_service", whose: ofVisits, name: "visit-services", erase: { set: `pet_name = ${erasedSql.pet}` } },
  {
    table: "appointment",
    whose: "t.customer_id = any($2)",
    name: "appointments",
    erase: {
      set: `customer_first_name = ${erasedSql.first}, customer_last_name = ${erasedSql.last}, client_color = '', ticket_comments = '', alert_notes = '', cancel_reason = ''`,
    },
  },
  { table: "playgroup_pet", whose: "t.pet_id = any($3)", name: "playgroups", erase: "stay" },
  { table: "appointment_series", whose: "t.customer_id = any($2)", erase: "stay" },
] as const;

const obstacles = [
  {
    reason: ErasureObstacleReason.VISITS_AHEAD,
    table: "appointment",
    whose: "t.customer_id = any($2) and t.status not in (3, 4) and t.deleted_at is null",
  },
  {
    reason: ErasureObstacleReason.CLASS_PLACES,
    table: "class_enrolment",
    whose: `t.customer_id = any($2) and t.state <> 3 and exists
      (select from class_session s where s.company_id = $1 and s.class_id = t.class_id and s.cancelled_at is null and s.end_at > now())`,
    place: "(select g.business_id from group_class g where g.company_id = t.company_id and g.id = t.class_id)",
  },
] as const;

/** Visits stay as numbers, without the names. Their cards are made anew. */
export const personal = personalData(ClientErasedSchema, {
  places,
  obstacles,
  changed: async (tx: CalendarTx, person) => {
    for (const id of await visitsOf(tx.db, person.customerIds))
      await refreshAppointment(tx, id, (appointment) => ({
        ...appointment,
        lines: appointment.lines.map((line) => ({ ...line, petName: erasedName.pet })),
      }));
  },
});
