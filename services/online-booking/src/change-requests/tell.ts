import type { Tx } from "@leashline/kit";
import { ChangeRequestAnsweredSchema, ChangeRequestAskedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../db.ts";
import { type ChangeRow, states } from "./change-request.ts";

const changeOf = (row: ChangeRow, customerName: string) => ({
  ...{ changeRequestId: row.id, businessId: row.businessId, customerId: row.customerId, customerName },
  ...{ appointmentId: row.appointmentId, date: row.askedDate ?? "", startTime: row.askedStart ?? 0, wish: row.wish, text: row.said },
});

const keyOf = ({ appointmentId }: ChangeRow) => ({ key: `change-request:${appointmentId}` });

/** A client wishes something of an appointment; they are named as the appointment has them. */
export const tellAsked = (tx: Tx<DB>, row: ChangeRow, customerName: string): void =>
  tx.emit(ChangeRequestAskedSchema, { change: changeOf(row, customerName) }, keyOf(row));

/** Nothing is left to answer. */
export const tellAnswered = (tx: Tx<DB>, row: ChangeRow, customerName: string): void =>
  tx.emit(ChangeRequestAnsweredSchema, { change: changeOf(row, customerName), state: states[row.state], answer: row.answer }, keyOf(row));
